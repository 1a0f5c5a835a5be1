// SPDX-License-Identifier: MIT

// The MIME types that an application opens: its claims.

extension DesktopEntryParser {
  /// Reads `MimeType`: one claim for the application's main use, and one for the others; wildcards make
  /// separate claims.
  mutating func readClaims(_ categories: [String], _ entry: KeyFile.Entry?) {
    guard let entry else { return }
    let categories = DesktopEntryCategories(categories)
    let isMainUse = categories.isMainUse()
    var subjects: [ClaimKind: [HandlerClaim.Subject]] = [:]
    var seen: Set<ClaimedSubject> = []
    for (text, offset) in file.list(entry, sink: &sink) {
      guard let claimed = subject(text, offset: offset), seen.insert(claimed).inserted else {
        continue
      }
      guard seen.count <= DeclarationLimits.maximumSubjectsPerClaim else {
        sink.add(
          .error, .tooManyClaims, offset: offset,
          "entry claims more than \(DeclarationLimits.maximumSubjectsPerClaim) types; the rest is "
            + "left out",
          hint: "claim the types that the others are")
        break
      }
      let kind = ClaimKind(
        rank: isMainUse(text.asciiLowercased) ? .default : .alternate,
        isWildcard: claimed.isWildcard)
      subjects[kind, default: []].append(claimed.subject)
    }
    for kind in ClaimKind.all {
      guard let subjects = subjects[kind] else { continue }
      var claim = HandlerClaim(
        subjects: subjects, role: categories.role, rank: kind.rank,
        location: sink.location(ofOffset: entry.key.lowerBound))
      claim.isRoleGuessed = true
      claim.isWildcard = kind.isWildcard
      bundle.claims.append(claim)
    }
  }

  /// The properties that the subjects of one claim have in common.
  private struct ClaimKind: Hashable {
    var rank: HandlerRank
    var isWildcard: Bool

    static let all = [false, true].flatMap { isWildcard in
      [HandlerRank.default, .alternate].map { ClaimKind(rank: $0, isWildcard: isWildcard) }
    }
  }

  /// The subject of one MIME type of the list.
  private struct ClaimedSubject: Hashable {
    var subject: HandlerClaim.Subject
    /// Whether it is a type by a wildcard, such as `image/*`.
    var isWildcard = false
  }

  /// The subject of a MIME type: a type, a scheme, or everything.
  private mutating func subject(_ text: String, offset: Int) -> ClaimedSubject? {
    // Schemes and media types have no case; most entries are in lower case anyway.
    let text = text.asciiLowercased
    if let scheme = FreedesktopName.scheme(inMIMEType: text) {
      if let tag = try? Tag(.urlScheme, scheme) { return ClaimedSubject(subject: .tag(tag)) }
      return invalid(text, offset, "names no scheme")
    }
    switch text {
    case "application/octet-stream", "all/allfiles":
      return ClaimedSubject(subject: .type(Self.data))
    // A folder is a directory, too, and so is a mount point.
    case "inode/directory": return ClaimedSubject(subject: .type(Self.directory))
    case "*", "*/*", "all/all": return ClaimedSubject(subject: .everything)
    default: break
    }
    if text.hasSuffix("/*") {
      let parent = FreedesktopName.usualParent(ofMIMEType: text)
      // Other media types have no common supertype but 'public.data'.
      return parent == Self.data
        ? invalid(text, offset, "does not name one kind of files")
        : ClaimedSubject(subject: .type(parent), isWildcard: true)
    }
    guard let identifier = FreedesktopName.identifier(ofMIMEType: text) else {
      return invalid(text, offset, "is not a MIME type")
    }
    return ClaimedSubject(subject: .type(identifier))
  }

  private static let data = TypeIdentifier(trusted: "public.data")
  private static let directory = TypeIdentifier(trusted: "public.directory")

  private mutating func invalid(
    _ text: String, _ offset: Int, _ problem: String
  ) -> ClaimedSubject? {
    sink.add(
      .warning, .invalidMIMEType, offset: offset,
      "'\(text.shortened)' \(problem), and is left out",
      hint: "write a MIME type, such as 'image/png', and ';' between two")
    return nil
  }
}
