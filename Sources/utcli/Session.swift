// SPDX-License-Identifier: MIT

internal import Glibc
internal import StrictJSON
internal import TypeRegistry

/// What one call of the program works with: its output, its language, and the registry, which is
/// loaded at its first use.
struct Session {
  var output = Output()
  let wantsJSON: Bool
  private let locale: String?
  private var loaded: RegistryLoader.Loaded?

  init(_ arguments: Arguments) {
    wantsJSON = arguments.has("--json")
    locale = arguments.value("--locale")
  }

  /// The registry that answers.
  var registry: CompiledRegistry {
    mutating get { load().registry }
  }

  /// The registry and how it came about.
  mutating func load(checkingWholeImage: Bool = false) -> RegistryLoader.Loaded {
    if let loaded { return loaded }
    let fresh = RegistryLoader.load(.current, checkingWholeImage: checkingWholeImage)
    if fresh.registry.typeCount == 0 {
      note("no declarations were found; 'utcli doctor' says where they were looked for")
    }
    loaded = fresh
    return fresh
  }

  /// The languages that the caller reads.
  var languages: LanguageList {
    if let locale { return LanguageList(locale) }
    // The order of POSIX, "Internationalization Variables".
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
      if let value = unsafe getenv(name), unsafe value.pointee != 0 {
        return unsafe LanguageList(String(cString: value))
      }
    }
    return .none
  }

  /// Foreign text as it may be shown.
  func shown(_ text: String) -> String {
    output.isTerminal ? TextEscaping.forTerminal(text) : Self.onOneLine(text)
  }

  /// A pipe carries one answer a line, whatever a description holds.
  private static func onOneLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return text }
    return TextEscaping.forTerminal(text)
  }

  /// A type that the user named where nothing but an identifier may stand; it has to be declared or
  /// dynamic.
  mutating func type(named text: String) throws(Failure) -> TypeIdentifier {
    let identifier: TypeIdentifier
    do {
      identifier = try TypeIdentifier(text)
    } catch {
      throw Failure(.badData, "type identifier '\(text)' \(error)", hint: near(text))
    }
    switch registry.reference(identifier) {
    case .registered, .dynamic: return identifier
    case .unknown:
      throw Failure(
        .negative, "no type '\(identifier)' is known", hint: near(text) ?? Self.searchHint)
    }
  }

  /// The known identifiers that were perhaps meant by `text`.
  mutating func near(_ text: String) -> String? {
    let near = registry.nearest(to: text)
    guard !near.isEmpty else { return nil }
    return "did you mean " + near.map { "'\($0)'" }.joined(separator: " or ") + "?"
  }

  static let searchHint = "'utcli search TEXT' looks for a part of a name"

  /// Says why a part of the answer is missing; the others are still given.
  func report(_ failure: Failure) { ErrorOutput.report(failure, asJSON: wantsJSON) }

  /// Remarks on an answer.
  func note(_ text: String) { ErrorOutput.note(text, asJSON: wantsJSON) }
}
