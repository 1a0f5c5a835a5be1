// SPDX-License-Identifier: MIT

internal import StrictJSON

// Document types and URL types: the claims of an application.

extension BundleParser {
  mutating func readClaims(
    _ value: JSONValue, _ key: JSONValue,
    _ read: (inout BundleParser, JSONValue) -> HandlerClaim?
  ) {
    for object in objects(value, key) {
      guard let claim = read(&self, object) else { continue }
      guard bundle.claims.count < DeclarationLimits.maximumClaimsPerBundle,
        claim.subjects.count <= DeclarationLimits.maximumSubjectsPerClaim
      else {
        sink.add(
          .error, .tooManyClaims, at: object,
          "bundle has more than \(DeclarationLimits.maximumClaimsPerBundle) claims, or one with "
            + "more than \(DeclarationLimits.maximumSubjectsPerClaim) types",
          hint: "claim the types that the others conform to")
        isRefused = true
        return
      }
      claimedSubjects += claim.subjects.count
      guard claimedSubjects <= DeclarationLimits.maximumSubjectsPerBundle else {
        sink.add(
          .error, .tooManyClaims, at: object,
          "claims of the bundle name more than \(DeclarationLimits.maximumSubjectsPerBundle) types "
            + "and tags in all",
          hint: "claim the types that the others conform to")
        isRefused = true
        return
      }
      bundle.claims.append(claim)
    }
  }

  mutating func readDocumentType(_ object: JSONValue) -> HandlerClaim? {
    var claim = HandlerClaim(subjects: [], role: .viewer, location: sink.location(of: object))
    var types: [HandlerClaim.Subject] = []
    var legacy: [HandlerClaim.Subject] = []
    var firstLegacyKey: JSONValue?
    var hasTypes = false
    for (name, value) in object.members {
      if name.equals("LSItemContentTypes") {
        let elements = strings(value, name)
        hasTypes = !elements.isEmpty
        types = elements.compactMap { typeIdentifier($0).map { .type($0) } }
      } else if name.equals("CFBundleTypeExtensions") {
        legacy += legacySubjects(value, name, .filenameExtension)
        firstLegacyKey = firstLegacyKey ?? name
      } else if name.equals("CFBundleTypeMIMETypes") {
        legacy += legacySubjects(value, name, .mimeType)
        firstLegacyKey = firstLegacyKey ?? name
      } else if name.equals("CFBundleTypeOSTypes") {
        legacy += legacySubjects(value, name, .osType)
        firstLegacyKey = firstLegacyKey ?? name
      } else if name.equals("CFBundleTypeIconFile") || name.equals("CFBundleTypeIconFiles") {
        claim.iconName = claim.iconName ?? iconName(value, name)
      } else if name.equals("LSTypeIsPackage") {
        claim.isPackage = boolean(value, name)
      } else if !readCommon(name, value, nameKey: "CFBundleTypeName", into: &claim) {
        unknownKey(name, in: KnownKeys.documentType)
      }
    }
    if hasTypes, let firstLegacyKey {
      // Documented by Apple: only the newer key is used.
      sink.add(
        .note, .ignoredLegacyKeys, at: firstLegacyKey,
        "'\(firstLegacyKey.nameText)' is ignored, because 'LSItemContentTypes' is present",
        hint: "remove it", isAcceptedByApple: true)
    }
    claim.subjects = (hasTypes ? types : legacy).unique
    return checked(
      claim, object, "document type lists no types, extensions or MIME types", "LSItemContentTypes")
  }

  mutating func readURLType(_ object: JSONValue) -> HandlerClaim? {
    var claim = HandlerClaim(subjects: [], role: .viewer, location: sink.location(of: object))
    for (name, value) in object.members {
      if name.equals("CFBundleURLSchemes") {
        claim.subjects += strings(value, name).compactMap { tag(.urlScheme, $0).map { .tag($0) } }
      } else if name.equals("CFBundleURLIconFile") {
        claim.iconName = iconName(value, name)
      } else if !readCommon(name, value, nameKey: "CFBundleURLName", into: &claim) {
        unknownKey(name, in: KnownKeys.urlType)
      }
    }
    claim.subjects = claim.subjects.unique
    return checked(claim, object, "URL type lists no schemes", "CFBundleURLSchemes")
  }

  /// Reads a key that both kinds of claims have; returns whether it was one.
  private mutating func readCommon(
    _ name: JSONValue, _ value: JSONValue, nameKey: StaticString, into claim: inout HandlerClaim
  ) -> Bool {
    if name.equals("CFBundleTypeRole") {
      claim.role = role(value, name)
    } else if name.equals("LSHandlerRank") {
      claim.rank = rank(value, name)
    } else if name.equals(nameKey) {
      claim.name = displayString(value, name)
    } else {
      return false
    }
    return true
  }

  /// The claim, unless it has no subject.
  private mutating func checked(
    _ claim: HandlerClaim, _ object: JSONValue, _ message: String, _ key: String
  ) -> HandlerClaim? {
    guard claim.subjects.isEmpty else { return claim }
    sink.add(
      .warning, .emptyClaim, at: object, message, hint: "add '\(key)' or remove the entry",
      isAcceptedByApple: true)
    return nil
  }

  /// Tags of the keys that are older than uniform type identifiers; `*` and `****` match every
  /// file.
  private mutating func legacySubjects(
    _ value: JSONValue, _ key: JSONValue, _ tagClass: TagClass
  ) -> [HandlerClaim.Subject] {
    strings(value, key).compactMap { element in
      let isWildcard =
        switch tagClass {
        case .osType: element.equals("****") || element.equals("*")
        case .mimeType: element.equals("*") || element.equals("*/*")
        default: element.equals("*")
        }
      if isWildcard { return .everything }
      return tag(tagClass, element).map { .tag($0) }
    }
  }

  /// The role; an unknown one becomes the weakest that opens files.
  private mutating func role(_ value: JSONValue, _ key: JSONValue) -> Role {
    guard let text = string(value, key)?.trimmingBlanks else { return .viewer }
    // The role of Apple's importers of metadata, which open nothing; not one of the documented five.
    if text.asciiLowercased == "mdimporter" { return .none }
    guard let role = Role(named: text) else {
      sink.add(
        .warning, .unknownRole, at: value,
        "role '\(text.shortened)' is not known and is read as 'Viewer'",
        hint: "write 'Editor', 'Viewer', 'Shell', 'QLGenerator' or 'None'",
        isAcceptedByApple: false)
      return .viewer
    }
    noteCase(text, role.rawValue, value)
    return role
  }

  /// The rank; an unknown one becomes the weakest that opens files.
  private mutating func rank(_ value: JSONValue, _ key: JSONValue) -> HandlerRank {
    guard let text = string(value, key)?.trimmingBlanks else { return .default }
    guard let rank = HandlerRank(named: text) else {
      sink.add(
        .warning, .unknownRank, at: value,
        "rank '\(text.shortened)' is not known and is read as 'Alternate'",
        hint: "write 'Owner', 'Default', 'Alternate' or 'None'", isAcceptedByApple: false)
      return .alternate
    }
    noteCase(text, rank.rawValue, value)
    return rank
  }

  private mutating func noteCase(_ text: String, _ meant: String, _ value: JSONValue) {
    guard text != meant else { return }
    sink.add(
      .note, .oddCase, at: value, "'\(text)' is read as '\(meant)'", hint: "write '\(meant)'")
  }
}
