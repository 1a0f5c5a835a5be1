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
  /// A file that users other than root can change counts as the user's, whatever directory it is
  /// in, unless the search path sets its origin.
  package func load() -> LoadedDeclarations {
    var loaded = LoadedDeclarations(bundle: nil, diagnostics: [], inputs: [])
    guard let contents = read(path, into: &loaded, checksOwner: isRegistered) else { return loaded }
    var origin = origin
    if checksOwner, origin != .user, !contents.isRootOnly {
      origin = .user
      loaded.diagnostics.append(
        Diagnostic(
          .note, .untrustedDirectory, path: path.description,
          message: "users other than root can change this file, so it counts as the user's",
          hint: "let root own it, and let no other user write it"))
    }
    var strings: [LocalizedStringsFile] = []
    for localization in localizations {
      guard let contents = read(localization.path, into: &loaded) else { continue }
      strings.append(
        LocalizedStringsFile(
          language: localization.language, bytes: contents.bytes,
          path: localization.path.description))
    }
    let (bundle, diagnostics) = BundleParser.parse(
      contents.bytes, path: path.description, origin: origin, localizedStrings: strings)
    loaded.bundle = bundle
    loaded.diagnostics += diagnostics
    return loaded
  }

  private func read(
    _ path: FilePath, into loaded: inout LoadedDeclarations, checksOwner: Bool = false
  ) -> FileContents? {
    do throws(Diagnostic) {
      let contents = try DeclarationReader.read(path, checksOwner: checksOwner)
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
