// SPDX-License-Identifier: MIT

/// One declaration file in a directory, not read yet.
package struct DeclarationSource: Hashable, Sendable {
  /// One file of translations next to the declaration file.
  package struct Localization: Hashable, Sendable {
    /// The language in the directory's name: `pt_BR` of `pt_BR.lproj`.
    package let language: String
    /// The `InfoPlist.strings` file.
    package let path: FilePath
  }

  /// The file.
  package let path: FilePath
  /// How far it is trusted.
  package let origin: Origin
  /// Whether the file is treated as the user's if users other than root can change it.
  package let checksOwner: Bool
  /// The translations, by language.
  package var localizations: [Localization] = []
  /// Whether the file was registered by its path: the rule for the target of a link holds for it.
  package var isRegistered = false
  /// The format that its directory has.
  package var format = Bundle.Kind.declarations
  /// The identifier of a desktop entry, derived from its path; empty for files of other formats.
  package var identifier = ""
  /// The rank of the file in the order of directories: ``MIMEAppsLevel``.
  package var level = 0
}
