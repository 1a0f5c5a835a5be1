// SPDX-License-Identifier: MIT

internal import StrictJSON

/// One `InfoPlist.strings` file next to a bundle.
package struct LocalizedStringsFile: Sendable {
  /// The language in the directory's name: `pt_BR` of `pt_BR.lproj`.
  package let language: String
  /// The file's contents.
  package let bytes: [UInt8]
  /// The path of the file, for display.
  package let path: String

  /// A file of translations.
  package init(language: String, bytes: [UInt8], path: String) {
    self.language = language
    self.bytes = bytes
    self.path = path
  }
}

/// Reads the bytes of a declaration file as a bundle.
///
/// The parser accepts the `Info.plist` files of existing applications: what can be read without
/// guessing is read, with a diagnostic; only what cannot is left out. A whole file is rejected only
/// if it is not well-formed, gives a key two values, has no identifier, or exceeds a limit.
///
/// A diagnostic's ``Diagnostic/isAcceptedByApple`` is true if Apple's tools accept the same text
/// with the same effect, according to Apple's documentation and the observed behaviour of
/// LaunchServices; it is `nil` if neither is known.
///
/// ```swift
/// let bytes = Array(#"{"CFBundleIdentifier": "org.example.editor"}"#.utf8)
/// let (bundle, diagnostics) = BundleParser.parse(bytes, path: "editor.json", origin: .user)
/// ```
package struct BundleParser {
  var sink: DiagnosticSink
  var bundle: Bundle
  /// The limit that the file exceeds, so that it is rejected.
  var isRefused = false
  /// The number of types and tags in the claims read so far.
  var claimedSubjects = 0
  /// The kinds of declaration of each type so far.
  var declared: [TypeIdentifier: TypeDeclaration.Kind] = [:]
  /// The number of matches in all rules about contents so far.
  var contentMatches = 0
  /// Recent parents; most files name few.
  var parents = IdentifierCache()
  /// The last tag class that is neither well-known nor misspelt.
  var lastClass: TagClass?
  /// Whether the file has choices of an administrator, also if these are ignored.
  var hasDefaultHandlers = false
  /// Whether the file names directories of programs, also if none is accepted.
  var hasProgramDirectories = false
  private var hasIdentifier = false
  private var shortVersion: String?
  private var hasVersion = false
  private var displayName: String?

  /// Parses a declaration file.
  ///
  /// - Parameters:
  ///   - bytes: JSON, an XML property list, or a binary one; the first bytes decide which.
  ///   - path: The path of the file, for display.
  ///   - origin: How far the file is trusted.
  ///   - localizedStrings: The translations next to it. The file's own translations
  ///     (`TRLocalizedStrings`) come before them.
  /// - Returns: The bundle, or `nil` with at least one error if the file is rejected; and at most
  ///   101 diagnostics of the file in its order, then those of the translations.
  package static func parse(
    _ bytes: [UInt8], path: String, origin: Origin, localizedStrings: [LocalizedStringsFile] = []
  ) -> (bundle: Bundle?, diagnostics: [Diagnostic]) {
    let (document, diagnostics) = DeclarationText.read(bytes, path: path) {
      KnownKeys.bundle.contains($0)
    }
    guard let document else { return (nil, diagnostics) }
    var parser = BundleParser(document, path: path, origin: origin, diagnostics: diagnostics)
    guard parser.readBundle(document.root) else { return (nil, parser.sink.finish()) }
    var all = parser.sink.finish()
    all += parser.addTranslations(localizedStrings)
    #if DEBUG
      parser.bundle.checkInvariants()
    #endif
    return (parser.bundle, all)
  }

  private init(
    _ document: JSONDocument, path: String, origin: Origin, diagnostics: [Diagnostic]
  ) {
    sink = DiagnosticSink(path: path, document: document)
    sink.addFirst(diagnostics)
    bundle = Bundle(identifier: "", path: path, origin: origin)
  }

  /// Reads everything; returns whether there is a bundle.
  private mutating func readBundle(_ root: JSONValue) -> Bool {
    guard root.kind == .object else {
      sink.add(
        .error, .wrongType, at: root, "expected an object, found \(root.kind.phrase)",
        hint: "write one object with the keys of an 'Info.plist'")
      return false
    }
    // A key that is repeated with the same value counts once.
    var seen: Set<String> = []
    for (name, value) in root.members {
      if let key = name.string, !seen.insert(key).inserted { continue }
      readMember(name, value)
      if isRefused { return false }
    }
    guard hasIdentifier else {
      if bundle.identifier.isEmpty, root["CFBundleIdentifier"] == nil {
        sink.add(
          .error, .missingBundleIdentifier, at: root, "bundle has no 'CFBundleIdentifier'",
          hint:
            "add one; the smallest file is {\"CFBundleIdentifier\": \"org.example.application\"}, and "
            + "'man typed-declarations' has all keys")
      }
      return false
    }
    if !hasVersion, let shortVersion { bundle.version = BundleVersion(shortVersion) }
    bundle.name = displayName ?? bundle.name
    checkPlaceholders(root)
    if bundle.declarations.isEmpty && bundle.supplements.isEmpty && bundle.claims.isEmpty
      && !hasDefaultHandlers && !hasProgramDirectories
    {
      sink.add(
        .note, .emptyBundle, at: root, "bundle declares no type and claims none",
        isAcceptedByApple: true)
    }
    return true
  }

  private mutating func readMember(_ name: JSONValue, _ value: JSONValue) {
    if name.equals("CFBundleIdentifier") {
      readIdentifier(value, name)
    } else if name.equals("CFBundleName") {
      bundle.name = displayString(value, name)
    } else if name.equals("CFBundleDisplayName") {
      displayName = displayString(value, name)
    } else if name.equals("CFBundleVersion") {
      if let version = versionText(value, name) {
        hasVersion = true
        bundle.version = BundleVersion(version)
      }
    } else if name.equals("CFBundleShortVersionString") {
      shortVersion = versionText(value, name)
    } else if name.equals("CFBundleDevelopmentRegion") {
      if let region = string(value, name), !rejectIfUnexpanded(region, value, .warning) {
        bundle.developmentRegion = language(named: region, at: value)
      }
    } else if name.equals("UTExportedTypeDeclarations") {
      readDeclarations(value, name, kind: .exported)
    } else if name.equals("UTImportedTypeDeclarations") {
      readDeclarations(value, name, kind: .imported)
    } else if name.equals("CFBundleDocumentTypes") {
      readClaims(value, name) { $0.readDocumentType($1) }
    } else if name.equals("CFBundleURLTypes") {
      readClaims(value, name) { $0.readURLType($1) }
    } else if name.equals("TRTypeSupplements") {
      readSupplements(value, name)
    } else if name.equals("TRDefaultHandlers") {
      readSiteBindings(value, name)
    } else if name.equals("CFBundleIconFile") || name.equals("CFBundleIconName") {
      bundle.iconName = bundle.iconName ?? iconName(value, name)
    } else if name.equals("TRLaunch") {
      readLaunch(value, name)
    } else if name.equals("TRProgramDirectories") {
      readProgramDirectories(value, name)
    } else if name.equals("TRLocalizedStrings") {
      readTranslations(value, name)
    } else {
      readForeignMember(name)
    }
  }

  /// Adds a note about an unknown key that looks like a documented one; all other keys are ignored.
  private mutating func readForeignMember(_ name: JSONValue) {
    let key = name.nameText
    let meant = KnownKeys.nearest(to: key, in: KnownKeys.bundle)
    guard meant != nil || key.hasPrefix("UT") || key.hasPrefix("TR") else { return }
    sink.add(
      .note, .unknownKey, at: name, "key '\(key)' is not known",
      hint: meant.map { "did you mean '\($0)'?" })
  }

  private mutating func readIdentifier(_ value: JSONValue, _ key: JSONValue) {
    guard let text = string(value, key) else { return }
    let identifier = text.trimmingBlanks
    if rejectIfUnexpanded(identifier, value, .error) { return }
    guard !identifier.isEmpty else {
      sink.add(
        .error, .missingBundleIdentifier, at: value, "'CFBundleIdentifier' is empty",
        hint: "write one, such as 'org.example.application'")
      return
    }
    if let problem = Self.problem(inBundleIdentifier: identifier) {
      sink.add(
        .error, .invalidBundleIdentifier, at: value,
        "bundle identifier '\(identifier.shortened)' \(problem)",
        hint: "write letters, digits, hyphens and dots")
      return
    }
    if let problem = TypeIdentifier.firstProblem(in: identifier.utf8.span) {
      // LaunchServices registers such applications nevertheless.
      sink.add(
        .warning, .invalidBundleIdentifier, at: value,
        "bundle identifier '\(identifier)' \(problem)",
        hint: "write letters, digits, hyphens and dots", isAcceptedByApple: true)
    }
    bundle.identifier = identifier
    hasIdentifier = true
  }

  /// Why a bundle cannot have an identifier: its length, or the first character that could be
  /// mistaken in a path or message.
  private static func problem(inBundleIdentifier text: String) -> String? {
    guard text.utf8.count <= TypeIdentifier.maximumLength else {
      return "is \(text.utf8.count) bytes long: expected at most \(TypeIdentifier.maximumLength)"
    }
    let scalars = text.unicodeScalars
    guard let index = scalars.firstIndex(where: { $0.isInvisible || $0 == " " || $0 == "/" })
    else { return nil }
    let name =
      switch scalars[index] {
      case " ": "a space"
      case "/": "the character '/'"
      default: "the invisible character U+\(hexadecimal(scalars[index].value, 4))"
      }
    return "has \(name) at byte \(text.utf8.distance(from: text.startIndex, to: index))"
  }
}
