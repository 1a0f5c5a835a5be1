// SPDX-License-Identifier: MIT

internal import StrictJSON

/// One application with its types, in one format and to be written in another.
///
/// It is made of at most one declaration file or desktop entry, and any number of packages of MIME types. The
/// core alone decides its names in the other format, so that the result does not depend on installed files.
package struct Conversion {
  /// A file that was read.
  package struct Input: Sendable {
    /// The contents.
    package var bytes: [UInt8]
    /// The bundle that was parsed from them.
    package var bundle: Bundle

    /// A file with these contents.
    package init(bytes: [UInt8], bundle: Bundle) {
      self.bytes = bytes
      self.bundle = bundle
    }
  }

  /// Why files cannot be converted together.
  package enum Problem: Error, Hashable, Sendable {
    /// Two applications, by their paths.
    case severalApplications(String, String)
    /// A package beside a declaration file, which has its own types.
    case packageBesideDeclarations(String)
    /// A list of applications.
    case associations(String)
  }

  /// The facts that the written format cannot hold, each as one sentence.
  package private(set) var losses: [String] = []
  /// The translations in the form for Apple's systems, by language, of the texts written for them.
  package private(set) var strings: [(language: String, bytes: [UInt8])] = []
  private var application: Input?
  private var packages: [Input] = []
  private let core: [Bundle]

  /// The conversion of some files.
  ///
  /// - Parameters:
  ///   - inputs: The files.
  ///   - core: The bundles of the core.
  /// - Throws: ``Problem``.
  package init(of inputs: [Input], core: [Bundle]) throws(Problem) {
    self.core = core
    for input in inputs {
      switch input.bundle.kind {
      case .mimePackage: packages.append(input)
      case .associations: throw .associations(input.bundle.path)
      case .declarations, .desktopEntry:
        if let other = application {
          throw .severalApplications(other.bundle.path, input.bundle.path)
        }
        application = input
      }
    }
    if let package = packages.first, application?.bundle.kind == .declarations {
      throw .packageBesideDeclarations(package.bundle.path)
    }
  }

  /// Whether the files are declarations, and not those of freedesktop.org.
  package var isOfDeclarations: Bool { application?.bundle.kind == .declarations }

  /// The identifier of the application, or the name of the first package.
  package var identifier: String {
    if let application { return application.bundle.identifier }
    let name = packages.first?.bundle.identifier ?? ""
    return name.hasSuffix(".xml") ? String(name.dropLast(4)) : name
  }

  // MARK: - Declarations

  /// The keys of a declaration file.
  ///
  /// - Parameter forApple: Whether to report keys that Apple's systems do not read.
  /// - Returns: A dictionary.
  package mutating func declarations(forApple: Bool) -> PropertyValue {
    let properties: PropertyValue
    let bundle: Bundle
    if let application, application.bundle.kind == .declarations {
      bundle = application.bundle
      properties = kept(of: application)
    } else {
      var merged = FreedesktopBundle(application, packages, core: core)
      merged.merge(identifier: identifier)
      losses += merged.losses
      bundle = merged.bundle
      properties = bundle.properties
    }
    if forApple {
      addAppleLosses(of: bundle, properties)
    } else if properties.hasDateOrData {
      losses.append("dates and data become texts: JSON has neither")
    }
    return properties
  }

  /// The keys of a declaration file that concern types and applications, unchanged.
  private mutating func kept(of input: Input) -> PropertyValue {
    let (document, _) = DeclarationText.read(input.bytes, path: input.bundle.path) {
      KnownKeys.bundle.contains($0)
    }
    guard let document, case .dictionary(var members) = PropertyValue(document.root) else {
      return input.bundle.properties
    }
    let others = members.filter { !KnownKeys.bundle.contains($0.name) }.map(\.name)
    if !others.isEmpty {
      losses.append(
        "\(input.bundle.path): keys that do not concern types are left out: "
          + others.joined(separator: ", "))
    }
    if DeclarationFormat(of: input.bytes) == .binaryPropertyList,
      var list = try? BinaryPropertyList(input.bytes), (try? list.read()) != nil,
      !list.keysOfDatesAndData.isDisjoint(with: KnownKeys.bundle)
    {
      losses.append(
        "\(input.bundle.path): dates and data become texts: only those of XML are kept")
    }
    members.removeAll { !KnownKeys.bundle.contains($0.name) || $0.name == "TRLocalizedStrings" }
    if !input.bundle.localizedStrings.isEmpty {
      members.append(
        PropertyValue.Member(
          name: "TRLocalizedStrings", value: input.bundle.translationProperties))
    }
    return .dictionary(members)
  }

  private mutating func addAppleLosses(of bundle: Bundle, _ properties: PropertyValue) {
    if properties.hasForbiddenCharacter {
      losses.append("control characters are left out: XML cannot hold them")
    }
    strings = bundle.localizedStrings.sorted { $0.key < $1.key }
      .map { ($0.key, Self.stringsFile($0.value, name: bundle.name)) }
    if !bundle.launchArguments.isEmpty {
      losses.append(
        "Apple's systems do not read 'TRLaunch': an application is started by its bundle")
    }
    for (key, isUsed) in [
      ("TRTypeSupplements", !bundle.supplements.isEmpty),
      ("TRContentRules", bundle.declarations.contains { !$0.content.isEmpty }),
      ("TRDefaultHandlers", !bundle.siteBindings.isEmpty),
      ("TRProgramDirectories", !bundle.programDirectories.isEmpty),
    ] where isUsed {
      losses.append("Apple's systems do not read '\(key)'")
    }
    for declaration in bundle.declarations {
      for tag in declaration.tags
      where tag.tagClass == .filenameGlob || tag.tagClass == .caseSensitiveGlob {
        losses.append(
          "Apple's systems know no patterns: '\(declaration.identifier)' is not found by "
            + "'\(tag.value)' there")
      }
    }
  }

  /// A file `InfoPlist.strings`.
  private static func stringsFile(_ strings: [String: String], name: String?) -> [UInt8] {
    var text = ""
    for (original, translation) in strings.sorted(by: { $0.key < $1.key }) {
      text += "\(quoted(original)) = \(quoted(translation));\n"
      // The application's name is translated under its key.
      if original == name { text += "\"CFBundleDisplayName\" = \(quoted(translation));\n" }
    }
    return Array(text.utf8)
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        quoted += "\\"
        quoted.unicodeScalars.append(scalar)
      case "\n": quoted += "\\n"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  // MARK: - Freedesktop

  /// The types and applications in the formats of freedesktop.org; those of a declaration file.
  package mutating func freedesktop() -> FreedesktopExport {
    var bundles = core
    let bundle = application?.bundle
    if let bundle { bundles.append(bundle) }
    let export = FreedesktopExport(of: bundles, selecting: .bundles([identifier]))
    losses += export.losses
    if let bundle { addFreedesktopLosses(of: bundle, export) }
    return export
  }

  private mutating func addFreedesktopLosses(of bundle: Bundle, _ export: FreedesktopExport) {
    let written = Set(export.types.map(\.identifier))
    for declaration in bundle.declarations where !written.contains(declaration.identifier) {
      guard export.mimeType(of: declaration.identifier) != nil else { continue }
      losses.append("'\(declaration.identifier)' is left out: the core's declaration is in effect")
    }
    if !bundle.claims.isEmpty {
      losses.append("roles and ranks of claims are left out: a desktop entry has none")
    }
    if bundle.claims.contains(where: { $0.name != nil || $0.iconName != nil }) {
      losses.append("names and icons of document types are left out: a desktop entry has none")
    }
    if !bundle.siteBindings.isEmpty {
      losses.append("'TRDefaultHandlers' is left out: 'mimeapps.list' holds choices")
    }
    if !bundle.programDirectories.isEmpty {
      losses.append("'TRProgramDirectories' is left out: a desktop entry names no directories")
    }
    if bundle.version != BundleVersion("") {
      losses.append("the version of the application is left out: a desktop entry has none")
    }
  }
}

extension Conversion.Problem: CustomStringConvertible {
  /// The problem in words.
  package var description: String {
    switch self {
    case .severalApplications(let first, let second):
      "'\(first)' and '\(second)' are two applications: convert one at a time"
    case .packageBesideDeclarations(let path):
      "'\(path)' is a package of MIME types, and declaration files have types of their own"
    case .associations(let path): "'\(path)' is a list of applications and has no declarations"
    }
  }
}
