// SPDX-License-Identifier: MIT

// A bundle as the keys of a declaration file.

extension Bundle {
  /// The dictionary that a declaration file of this bundle has.
  var properties: PropertyValue {
    var members = Members()
    members.add("CFBundleIdentifier", identifier)
    members.add("CFBundleName", name)
    if !version.text.isEmpty { members.add("CFBundleVersion", version.text) }
    members.add("CFBundleDevelopmentRegion", developmentRegion)
    members.add("CFBundleIconName", iconName)
    for (key, kind) in [
      ("UTExportedTypeDeclarations", TypeDeclaration.Kind.exported),
      ("UTImportedTypeDeclarations", .imported),
    ] {
      members.add(key, declarations.filter { $0.kind == kind }.map(\.properties))
    }
    members.add("TRTypeSupplements", supplements.map(\.properties))
    let isOfSchemes = { (claim: HandlerClaim) in claim.subjects.allSatisfy(\.isScheme) }
    members.add(
      "CFBundleDocumentTypes", claims.filter { !isOfSchemes($0) }.flatMap(\.documentTypes))
    members.add("CFBundleURLTypes", claims.filter(isOfSchemes).map(\.urlType))
    // Also of an application without a command: an entry that D-Bus starts may ask for a terminal.
    if !launchArguments.isEmpty || isTerminal {
      var launch = Members()
      launch.add("Arguments", launchArguments.map { .string($0) })
      if isTerminal { launch.add("Terminal", .boolean(true)) }
      members.add("TRLaunch", launch.value)
    }
    if !localizedStrings.isEmpty { members.add("TRLocalizedStrings", translationProperties) }
    return members.value
  }

  /// The translations, in byte order of languages and texts.
  var translationProperties: PropertyValue {
    var languages = Members()
    for (language, strings) in localizedStrings.sorted(by: { $0.key < $1.key }) {
      var texts = Members()
      for (text, translation) in strings.sorted(by: { $0.key < $1.key }) {
        texts.add(text, translation)
      }
      languages.add(language, texts.value)
    }
    return languages.value
  }
}

/// The members of a dictionary under construction; empty values are left out.
private struct Members {
  private var members: [PropertyValue.Member] = []

  var value: PropertyValue { .dictionary(members) }

  mutating func add(_ name: String, _ value: PropertyValue) {
    members.append(PropertyValue.Member(name: name, value: value))
  }

  mutating func add(_ name: String, _ text: String?) {
    if let text { add(name, .string(text)) }
  }

  mutating func add(_ name: String, _ values: [PropertyValue]) {
    if !values.isEmpty { add(name, .array(values)) }
  }

  mutating func add(_ others: Members) { members += others.members }
}

extension TypeDeclaration {
  fileprivate var properties: PropertyValue {
    var members = Members()
    members.add("UTTypeIdentifier", identifier.text)
    members.add("UTTypeDescription", typeDescription)
    members.add("UTTypeConformsTo", parents.map { .string($0.text) })
    if !tags.isEmpty { members.add("UTTypeTagSpecification", specification(of: tags)) }
    members.add("UTTypeIconName", iconName)
    members.add("UTTypeVersion", version)
    members.add("UTTypeReferenceURL", referenceURL)
    members.add("TRContentRules", content.properties)
    return members.value
  }
}

extension TypeSupplement {
  fileprivate var properties: PropertyValue {
    var members = Members()
    members.add("UTTypeIdentifier", identifier.text)
    members.add("UTTypeConformsTo", parents.map { .string($0.text) })
    if !tags.isEmpty { members.add("UTTypeTagSpecification", specification(of: tags)) }
    return members.value
  }
}

/// Tags by their classes, both in the order of the tags.
private func specification(of tags: [Tag]) -> PropertyValue {
  var classes: [TagClass] = []
  for tag in tags where !classes.contains(tag.tagClass) { classes.append(tag.tagClass) }
  var members = Members()
  for tagClass in classes {
    members.add(
      tagClass.text, tags.filter { $0.tagClass == tagClass }.map { .string($0.value) })
  }
  return members.value
}

extension HandlerClaim {
  /// The document types that claim the same: types, and other things by the older keys, exclude each
  /// other in one.
  fileprivate var documentTypes: [PropertyValue] {
    var types: [PropertyValue] = []
    var tags: [Tag] = []
    var hasEverything = false
    for subject in subjects {
      switch subject {
      case .type(let type): types.append(.string(type.text))
      case .tag(let tag): tags.append(tag)
      case .everything: hasEverything = true
      }
    }
    let legacy: [(TagClass, String)] = [
      (.filenameExtension, "CFBundleTypeExtensions"), (.mimeType, "CFBundleTypeMIMETypes"),
      (.osType, "CFBundleTypeOSTypes"),
    ]
    var keys: [(String, [PropertyValue])] = []
    for (tagClass, key) in legacy {
      var values = tags.filter { $0.tagClass == tagClass }.map { PropertyValue.string($0.value) }
      if hasEverything, tagClass == .filenameExtension { values.append(.string("*")) }
      keys.append((key, values))
    }
    return [[("LSItemContentTypes", types)], keys]
      .filter { keys in keys.contains { !$0.1.isEmpty } }.map(documentType)
  }

  private func documentType(_ keys: [(String, [PropertyValue])]) -> PropertyValue {
    var members = Members()
    members.add("CFBundleTypeName", name)
    for (key, values) in keys { members.add(key, values) }
    addCommon(to: &members)
    if isPackage { members.add("LSTypeIsPackage", .boolean(true)) }
    return members.value
  }

  fileprivate var urlType: PropertyValue {
    var members = Members()
    members.add("CFBundleURLName", name)
    members.add(
      "CFBundleURLSchemes",
      subjects.compactMap { subject in
        if case .tag(let tag) = subject { .string(tag.value) } else { nil }
      })
    addCommon(to: &members)
    return members.value
  }

  private func addCommon(to members: inout Members) {
    members.add("CFBundleTypeRole", role.rawValue)
    members.add("LSHandlerRank", rank.rawValue)
  }
}

// MARK: - Contents

extension ContentRules {
  /// The rules that a declaration file can hold.
  var declarable: ContentRules {
    var rules = ContentRules()
    rules.rootElements = rootElements
    let room = max(DeclarationLimits.maximumContentRules - rootElements.count, 0)
    rules.magic = Array(magic.filter { $0.matches.allSatisfy(\.isDeclarable) }.prefix(room))
    return rules
  }

  /// The rules of bytes and facts, then the outermost elements.
  fileprivate var properties: [PropertyValue] {
    magic.map(\.properties) + rootElements.map(\.properties)
  }
}

extension ContentRule<MagicMatch> {
  fileprivate var properties: PropertyValue {
    var members = Members()
    if priority != ContentRules.usualPriority {
      members.add("Priority", .integer(Int64(priority)))
    }
    let alternatives = MagicMatch.alternatives(in: matches[...])
    if alternatives.count == 1 {
      members.add(alternatives[0])
    } else {
      members.add("Matches", alternatives.map(\.value))
    }
    return members.value
  }
}

extension RootElement {
  fileprivate var properties: PropertyValue {
    var element = Members()
    if !namespace.isEmpty { element.add("Namespace", namespace) }
    if !localName.isEmpty { element.add("Name", localName) }
    var members = Members()
    members.add("RootElement", element.value)
    return members.value
  }
}

extension MagicMatch {
  /// Whether a declaration file can hold the match.
  fileprivate var isDeclarable: Bool {
    depth <= DeclarationLimits.maximumContentDepth
      && (text ?? Self.digits(of: value)).utf8.count <= DeclarationLimits.maximumTextBytes
  }

  /// The matches of the least depth, each with those that refine it.
  fileprivate static func alternatives(in matches: ArraySlice<MagicMatch>) -> [Members] {
    var alternatives: [Members] = []
    var rest = matches
    while let match = rest.popFirst() {
      let inner = rest.prefix { $0.depth > match.depth }
      rest.removeFirst(inner.count)
      var members = match.members
      members.add("Matches", Self.alternatives(in: inner).map(\.value))
      alternatives.append(members)
    }
    return alternatives
  }

  private var members: Members {
    var members = Members()
    if let fact = test.fact {
      members.add("Fact", fact.name)
      members.add("Value", pattern)
      if test.ignoresCase { members.add("IgnoresCase", .boolean(true)) }
      return members
    }
    let first = Int64(test == .bytesFromEnd ? -start : start)
    let last = first + Int64(offsets) - 1
    members.add(
      "Offset", first == last ? .integer(first) : .array([.integer(first), .integer(last)]))
    if let text {
      members.add("Text", text)
    } else {
      members.add("Bytes", Self.digits(of: value))
      if !mask.isEmpty { members.add("Mask", Self.digits(of: mask)) }
    }
    return members
  }

  /// The pattern of a fact, with its stars.
  private var pattern: String {
    let star = [UInt8(ascii: "*")]
    let bytes =
      switch test.form {
      case .whole: value
      case .ends: Array(value.prefix(start)) + star + value.dropFirst(start)
      case .part: star + value + star
      }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes as a text that a reader sees whole; `nil` for others.
  private var text: String? {
    guard mask.isEmpty, let text = String(validating: value, as: UTF8.self), XMLText.holds(text),
      !text.unicodeScalars.contains(where: \.isInvisible)
    else { return nil }
    return text
  }

  /// Bytes as hexadecimal digits, with blanks if a declaration file has room for them.
  private static func digits(of bytes: [UInt8]) -> String {
    let separator = bytes.count * 3 <= DeclarationLimits.maximumTextBytes ? " " : ""
    return bytes.map { hexadecimal(UInt32($0)) }.joined(separator: separator)
  }
}
