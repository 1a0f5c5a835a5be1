// SPDX-License-Identifier: MIT

/// The next words of a command line, for the completion of shells: `typed complete WORD...`, whose
/// last word is the one that is being written.
extension Options {
  /// The words that can replace the last of `words`.
  ///
  /// - Returns: As `utcli complete`: a line for the words that the shell adds itself, `files` or
  ///   `nothing`; then for each word a line that has, after a tab, its meaning.
  static func completion(_ words: [String]) -> String {
    var current = words.last ?? ""
    var rest = words.dropLast()[...]
    var given: [String] = []
    while let word = rest.popFirst() {
      given.append(word)
      // The word after such an option is its value.
      if takesValue(word), rest.popFirst() == nil { return values(of: word, current) }
    }
    if let equals = current.firstIndex(of: "="), takesValue(String(current[..<equals])) {
      let option = String(current[..<equals])
      current = String(current[current.index(after: equals)...])
      return values(of: option, current, before: "\(option)=")
    }
    let options =
      descriptions.map { ($0.name, $0.meaning) } + limitOptions.map { ($0.name, $0.meaning) }
    return lines("nothing", options.filter { $0.0.hasPrefix(current) && !given.contains($0.0) })
  }

  private static func takesValue(_ name: String) -> Bool {
    descriptions.contains { $0.name == name && $0.value != nil }
      || limitOptions.contains { $0.name == name }
  }

  /// The values of an option: a path, or the default of a limit.
  private static func values(
    of option: String, _ current: String, before: String = ""
  ) -> String {
    guard let limit = limitOptions.first(where: { $0.name == option }) else {
      let isPath = descriptions.contains { $0.name == option && $0.value == "PATH" }
      return lines(isPath ? "files" : "nothing", [])
    }
    let isMeant = limit.value.hasPrefix(current)
    return lines("nothing", isMeant ? [(before + limit.value, "the default")] : [])
  }

  private static func lines(_ first: String, _ words: [(String, String)]) -> String {
    words.reduce(into: "\(first)\n") { text, word in text += "\(word.0)\t\(word.1)\n" }
  }
}
