// SPDX-License-Identifier: MIT

/// The operands of a command, as its usage line describes them:
/// `[OPERAND...] | set OPERAND... BUNDLE | unset OPERAND...`.
///
/// Alternatives are separated by a bar between spaces; each is a series of elements; an element that ends in
/// `...` may be repeated. An element is a choice of words separated by bars: a word in capitals is a
/// ``Placeholder``, any other is written literally. Options have no influence.
struct UsageLine {
  /// One word of an element.
  enum Word: Hashable {
    /// A word that is written literally: `set`.
    case literal(String)
    case placeholder(Placeholder)
    /// A word in capitals that no ``Placeholder`` explains.
    case unknown(String)
  }

  private struct Element {
    var words: [Word]
    var isRepeated: Bool
  }

  private let alternatives: [[Element]]

  /// The operands of `command`.
  init(of command: Command) {
    self.init(command.operands) { command.takesValue($0) == true }
  }

  /// The operands of a program of xdg-utils.
  init(of program: DropInUsage) {
    self.init(program.operands) { name in
      program.options.contains { $0.name == name && $0.value != nil }
    }
  }

  private init(_ operands: String, takesValue: (String) -> Bool) {
    let plain = operands.filter { $0 != "[" && $0 != "]" }
    var alternatives: [[Element]] = [[]]
    var rest = plain.split(separator: " ")[...]
    while let text = rest.popFirst() {
      if text == "|" {
        alternatives.append([])
      } else if text.hasPrefix("--") {
        // An option is listed with its value, which is not an operand.
        if takesValue(String(text)) { rest = rest.dropFirst() }
      } else {
        alternatives[alternatives.count - 1].append(Self.element(text))
      }
    }
    self.alternatives = alternatives
  }

  private static func element(_ text: Substring) -> Element {
    let words = Placeholder.word(text).split(separator: "|").map(String.init)
    return Element(words: words.map(word), isRepeated: text.hasSuffix("..."))
  }

  /// A word of a usage line.
  static func word(_ text: String) -> Word {
    if let placeholder = Placeholder(rawValue: text) { return .placeholder(placeholder) }
    return text.contains(where: \.isUppercase) ? .unknown(text) : .literal(text)
  }

  /// All words of the line.
  var words: [Word] { alternatives.flatMap { $0.flatMap(\.words) } }

  /// The words that can follow `operands`, each once, in the order of the line.
  func words(after operands: [String]) -> [Word] {
    // The elements that can come next: the index of an alternative, and of an element in it.
    var next = alternatives.indices.map { [$0, 0] }
    for operand in operands {
      let named = next.filter { element($0)?.words.contains(.literal(operand)) == true }
      // A literal word is nothing else.
      next = (named.isEmpty ? next.filter(takesAny) : named).flatMap { position in
        let following = [position[0], position[1] + 1]
        return element(position)?.isRepeated == true ? [position, following] : [following]
      }
    }
    var words: [Word] = []
    for word in next.flatMap({ element($0)?.words ?? [] }) where !words.contains(word) {
      words.append(word)
    }
    return words
  }

  private func element(_ position: [Int]) -> Element? {
    let elements = alternatives[position[0]]
    return position[1] < elements.count ? elements[position[1]] : nil
  }

  /// Whether the element takes words that are not literal.
  private func takesAny(_ position: [Int]) -> Bool {
    element(position)?.words.contains { if case .literal = $0 { false } else { true } } == true
  }
}
