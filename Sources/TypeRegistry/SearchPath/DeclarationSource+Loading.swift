// SPDX-License-Identifier: MIT

/// The result of reading one declaration file: its bundle, the findings, and the states of its
/// inputs.
package struct LoadedDeclarations: Sendable {
  /// One file that was read.
  package struct Input: Hashable, Sendable {
    /// The file.
    package let path: FilePath
    /// Its state when it was read; `nil` if it could not be read.
    package let stamp: FileStamp?
  }

  /// The bundle, or `nil` if the file is rejected.
  package var bundle: Bundle?
  /// The findings; at least one error if there is no bundle.
  package var diagnostics: [Diagnostic]
  /// The declaration file, then its translations.
  package var inputs: [Input]
}

extension DeclarationSource {
  /// Reads the file and its translations and parses them.
  ///
  /// A file that users other than root can change is treated as the user's, whatever directory it is in,
  /// unless the search path sets its origin.
  package func load() -> LoadedDeclarations {
    var loaded = LoadedDeclarations(bundle: nil, diagnostics: [], inputs: [])
    guard let text = read(into: &loaded) else { return loaded }
    parse(text, into: &loaded)
    return loaded
  }

  /// The bytes of the file and its translations, and how far they are trusted.
  private struct Text {
    var bytes: [UInt8]
    var origin: Origin
    var strings: [LocalizedStringsFile] = []
  }

  /// Reads the file and its translations as a unit.
  ///
  /// - Parameter known: The unit of a file of the core with these bytes, if it was made before.
  /// - Returns: The unit, which has a bundle unless the file is rejected, and the states of the files.
  package func loadUnit(
    known: ([UInt8]) -> DeclarationUnit? = { _ in nil }
  ) -> (unit: DeclarationUnit, inputs: [LoadedDeclarations.Input]) {
    var loaded = LoadedDeclarations(bundle: nil, diagnostics: [], inputs: [])
    if let text = read(into: &loaded) {
      if text.origin == .core, text.strings.isEmpty, loaded.diagnostics.isEmpty,
        let unit = known(text.bytes)
      {
        return (unit, loaded.inputs)
      }
      parse(text, into: &loaded)
    }
    let unit = DeclarationUnit(loaded.bundle, findings: loaded.diagnostics, paths: paths)
    return (unit, loaded.inputs)
  }

  /// The path of the file, then those of its translations, for display.
  package var paths: [String] { [path.description] + localizations.map(\.path.description) }

  private func parse(_ text: Text, into loaded: inout LoadedDeclarations) {
    let (bundle, diagnostics) =
      switch format {
      case .declarations:
        BundleParser.parse(
          text.bytes, path: path.description, origin: text.origin, localizedStrings: text.strings)
      case .mimePackage:
        MIMEPackageParser.parse(text.bytes, path: path.description, origin: text.origin)
      case .desktopEntry:
        DesktopEntryParser.parse(
          text.bytes, path: path.description, identifier: identifier, origin: text.origin)
      case .associations:
        MIMEAppsParser.parse(
          text.bytes, path: path.description, level: level, origin: text.origin)
      }
    loaded.bundle = bundle
    loaded.bundle?.level = level
    loaded.diagnostics += diagnostics
  }

  /// - Returns: `nil` if the file cannot be read; then there is a finding.
  private func read(into loaded: inout LoadedDeclarations) -> Text? {
    guard let contents = read(path, into: &loaded, checksOwner: isRegistered) else {
      // A link to '/dev/null' or a directory is a mask, as an empty entry is: no other program finds an
      // application there. It has the origin of its directory, whose owner made it.
      guard format == .desktopEntry, loaded.diagnostics.last?.code == .notARegularFile else {
        return nil
      }
      loaded.diagnostics.removeLast()
      return Text(bytes: [], origin: origin)
    }
    var text = Text(bytes: contents.bytes, origin: origin)
    if checksOwner, origin != .user, !contents.isRootOnly {
      text.origin = .user
      loaded.diagnostics.append(
        Diagnostic(
          .note, .untrustedDirectory, path: path.description,
          message: "users other than root can change this file, so it is treated as the user's",
          hint: "let root own it, and let no other user write it"))
    }
    for localization in localizations {
      guard let contents = read(localization.path, into: &loaded) else { continue }
      text.strings.append(
        LocalizedStringsFile(
          language: localization.language, bytes: contents.bytes,
          path: localization.path.description))
    }
    return text
  }

  private func read(
    _ path: FilePath, into loaded: inout LoadedDeclarations, checksOwner: Bool = false
  ) -> FileContents? {
    do throws(Diagnostic) {
      let contents = try DeclarationReader.read(
        path, limit: format.maximumFileBytes, checksOwner: checksOwner)
      loaded.inputs.append(LoadedDeclarations.Input(path: path, stamp: contents.stamp))
      return contents
    } catch {
      loaded.diagnostics.append(error)
      loaded.inputs.append(LoadedDeclarations.Input(path: path, stamp: nil))
      return nil
    }
  }
}

extension DeclarationSource {
  /// One file that the caller names, without translations.
  package static func single(_ path: FilePath, origin: Origin) -> DeclarationSource {
    DeclarationSource(path: path, origin: origin, checksOwner: false, localizations: [])
  }
}
