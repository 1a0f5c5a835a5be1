// SPDX-License-Identifier: MIT

/// The keys of a desktop entry that are not compiled, for a program that shows or starts the application: its
/// actions, and whether it ends a start-up notification.
///
/// The entry is read when it is asked for: few applications are, of many that are installed.
package struct DesktopEntryDetails {
  private static let group = "Desktop Entry"
  private static let suffix = ".desktop"

  private let file: KeyFile
  /// The name of the application on the bus, which is that of the file.
  private let nameOnBus: String

  /// The entry at a path; `nil` if it is not the path of an entry, or it cannot be read.
  package init?(at path: String) {
    guard path.hasSuffix(Self.suffix), let place = FilePath(path),
      let contents = try? DeclarationReader.read(place)
    else { return nil }
    file = KeyFile.read(contents.bytes, path: path).file
    nameOnBus = String(decoding: place.name.dropLast(Self.suffix.utf8.count), as: UTF8.self)
  }

  /// Whether the application ends a start-up notification: by its entry (`StartupNotify`), or because it is
  /// started by way of the bus, where `gapplication` of before GLib 2.76 passes on that token alone.
  package var notifiesStartup: Bool {
    value("StartupNotify", in: Self.group) == "true"
      || isActivatedOnBus && value("Exec", in: Self.group) == nil
  }

  /// Whether the application is started by way of the bus (`DBusActivatable`).
  private var isActivatedOnBus: Bool { value("DBusActivatable", in: Self.group) == "true" }

  /// The actions (`Actions`), in the order of the entry.
  ///
  /// Those without a name are left out, and those that cannot be started.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - languages: The caller's, for names.
  /// - Returns: The actions, each once.
  package func actions(
    of application: LaunchApplication, in languages: LanguageList
  ) -> [ApplicationAction] {
    let listed = entry("Actions", in: Self.group).map { file.list($0) } ?? []
    var seen: Set<String> = []
    return listed.prefix(Self.mostActions).compactMap { identifier in
      guard seen.insert(identifier).inserted else { return nil }
      return action(identifier, of: application, languages)
    }
  }

  private static let mostActions = 64

  private func action(
    _ identifier: String, of application: LaunchApplication, _ languages: LanguageList
  ) -> ApplicationAction? {
    let group = "Desktop Action \(identifier)"
    guard let name = localized("Name", in: group, languages), !name.isEmpty else { return nil }
    let icon = value("Icon", in: group).flatMap { $0.isEmpty ? nil : $0 }
    var arguments: [String]
    if let line = value("Exec", in: group) {
      arguments = ExecLine(line, name: application.name, iconName: icon).arguments
    } else if isActivatedOnBus {
      // Such an action needs no 'Exec' (Desktop Entry Specification, "D-Bus Activation").
      arguments = ["gapplication", "action", nameOnBus, identifier]
    } else {
      return nil
    }
    guard let program = program(of: arguments, application) else { return nil }
    arguments[0] = program
    return ApplicationAction(
      identifier: identifier, name: name, iconName: icon, arguments: arguments)
  }

  /// The path of the program of an action: mostly that of the application.
  private func program(of arguments: [String], _ application: LaunchApplication) -> String? {
    if let first = arguments.first, let own = application.arguments.first,
      own.hasSuffix("/" + first)
    {
      return own
    }
    let isOfUser = application.identity.origin == .user
    guard
      case .present(let path) = LaunchProgram.locate(
        arguments, in: .current, isOfUser: isOfUser
      ).program
    else { return nil }
    return path
  }

  // MARK: - Values

  private func entry(_ key: String, in group: String) -> KeyFile.Entry? {
    file.entries(inGroup: group).last { $0.locale == nil && file.holds(key, $0.key) }
  }

  private func value(_ key: String, in group: String) -> String? {
    entry(key, in: group).map { file.string($0) }
  }

  /// The value in the first of the languages that there is one in, else the untranslated one.
  private func localized(
    _ key: String, in group: String, _ languages: LanguageList
  ) -> String? {
    let translations = file.entries(inGroup: group).filter {
      $0.locale != nil && file.holds(key, $0.key)
    }
    for language in languages.languages {
      let found = translations.last { $0.locale.map(self.language) == language }
      if let found { return file.string(found) }
    }
    return value(key, in: group)
  }

  /// The language of a locale, without an encoding, as languages are compared.
  private func language(_ locale: Range<Int>) -> String {
    let text = file.text(locale)
    let name = text.prefix { $0 != "." && $0 != "@" }
    return LanguageList.compared(String(name + text.drop { $0 != "@" }))
  }
}
