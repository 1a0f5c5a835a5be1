// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The texts that a list of files shows of a type, in the languages of one locale.
@safe struct TypeTexts: Sendable {
  nonisolated(unsafe) let identifier: UnsafePointer<CChar>
  /// `nil` if it has none.
  nonisolated(unsafe) let description: UnsafePointer<CChar>?
  /// The description; of a dynamic type, which has none, that of what it conforms to.
  nonisolated(unsafe) let shownDescription: UnsafePointer<CChar>?
  /// The names of its icon, in the order of a program's search; at least one.
  nonisolated(unsafe) let icons: [UnsafePointer<CChar>]
  /// Whether files of the type are directories that are shown as one file.
  let isPackage: Bool

  private static let package = TypeIdentifier(trusted: "com.apple.package")

  /// The texts of a type, in the form in which `keep` keeps them.
  init(
    of type: TypeIdentifier, in registry: CompiledRegistry, _ languages: LanguageList,
    keep: (String) -> UnsafePointer<CChar>
  ) {
    unsafe identifier = keep(type.text)
    let own = unsafe registry.localizedDescription(of: type, in: languages).map { unsafe keep($0) }
    unsafe description = own
    unsafe shownDescription =
      own
      ?? registry.parents(of: type).lazy.compactMap {
        registry.localizedDescription(of: $0, in: languages)
      }.first.map { unsafe keep($0) }
    unsafe icons = registry.iconNames(of: type).map { unsafe keep($0) }
    isPackage = registry.conforms(type, to: Self.package)
  }
}
