// SPDX-License-Identifier: MIT

/// Why a file has a type by its contents, or a directory by its files.
public struct ContentExplanation: Hashable, Sendable {
  /// The type.
  public var identifier: TypeIdentifier
  /// The kind of rule that found it: `magic`, `rootElement`, `tree`, `text` or `empty`.
  public var foundBy: String
  /// The contents that matched, in words.
  public var matched: String
  /// The question that it settled, in words: why the name left the type open.
  public var settled: String
  /// The other types that the name has.
  public var others: [TypeIdentifier]
  /// Where the rule is declared; `nil` if no rule of a package found the type.
  public var source: SourceReference?
  /// The priority of the rule, from 0 to 100; `nil` without one.
  public var priority: Int?
  /// The offset of the bytes that matched, from the start of the file; `nil` if no bytes did.
  public var offset: Int?
}

extension CompiledRegistry {
  /// Why a type was found by contents.
  ///
  /// - Parameters:
  ///   - resolution: The resolution by name and contents.
  ///   - named: The resolution by the name alone.
  ///   - trace: The rule that matched.
  /// - Returns: `nil` if the name alone decides.
  package func explanation(
    of resolution: NameResolution, named: NameResolution, _ trace: ContentTrace
  ) -> ContentExplanation? {
    guard case .type(let type) = resolution.answer, let foundBy = resolution.match.contentName
    else { return nil }
    let identifier = identifier(of: type)
    var explanation = ContentExplanation(
      identifier: identifier, foundBy: foundBy, matched: "", settled: settled(named), others: [])
    explanation.others = contentCandidates(of: named).filter { $0 != type }.map {
      self.identifier(of: $0)
    }
    switch resolution.match {
    case .tree:
      if let rule = trace.rule { set(trees[rule], in: &explanation) }
      explanation.matched = "the directory has '\(text(treeMatches[trace.match].path).shortened)'"
    case .rootElement:
      if let element = trace.element { set(rootElements[element], in: &explanation) }
    case .magic:
      guard let rule = trace.rule, magic[rule].type == type.value else {
        explanation.matched = "no rule of the other types matches"
        break
      }
      set(magic[rule], in: &explanation)
      if let fact = trace.fact {
        let kind = ContentTest(rawValue: magicMatches[trace.match].test).fact
        explanation.matched =
          "\(kind?.name ?? "") is '\(String(decoding: fact, as: UTF8.self).shortened)'"
        break
      }
      explanation.offset = trace.offset
      let bytes = bytes(of: magicMatches[trace.match].value)
      explanation.matched = "\(Self.shown(bytes)) at byte \(trace.offset)"
    case .text: explanation.matched = "no rule matches, and the beginning is text"
    case .empty: explanation.matched = "the file is empty"
    case .none, .filenameExtension, .literalName, .pattern: return nil
    }
    return explanation
  }

  private func set(_ rule: MagicRecord, in explanation: inout ContentExplanation) {
    explanation.priority = Int(rule.priority)
    explanation.source = source(
      inBundle: rule.bundle, line: Int(rule.line), column: Int(rule.column))
  }

  private func set(_ element: RootElementRecord, in explanation: inout ContentExplanation) {
    let namespace = text(element.namespace).shortened
    let name = text(element.localName).shortened
    explanation.matched =
      "the outermost element is "
      + (name.isEmpty ? "one" : "'\(name)'")
      + (namespace.isEmpty ? " without a namespace" : " of the namespace '\(namespace)'")
    explanation.source = source(
      inBundle: element.bundle, line: Int(element.line), column: Int(element.column))
  }

  /// Why a name leaves the type open.
  private func settled(_ named: NameResolution) -> String {
    switch named.answer {
    case .kind(let kind) where kind != .regular: return "a directory's name has no type"
    case .kind: return "the name has no type"
    case .dynamic: return "no declared type has the extension"
    case .type(let type):
      let names = contentCandidates(of: named).count
      if names > 1 {
        return named.isTie
          ? "\(names) types have the name, and no other rule decides among them"
          : "\(names) types have the name"
      }
      return saysOnlyBytes(type) ? "the name only means any data" : "the name has no type"
    }
  }

  /// Bytes in words: as text if they are printable ASCII, else in hexadecimal; the first 32.
  private static func shown(_ bytes: ImageBytes) -> String {
    let first = (0..<min(bytes.count, 32)).map { bytes[$0] }
    let rest = bytes.count > first.count ? "…" : ""
    if first.allSatisfy({ 0x20...0x7E ~= $0 }) {
      return "'" + String(decoding: first, as: UTF8.self) + rest + "'"
    }
    let digits = first.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return digits.joined(separator: " ") + rest
  }
}

extension NameResolution.Match {
  /// The kind of contents that found a type; `nil` if the name did, or nothing.
  package var contentName: String? {
    switch self {
    case .none, .filenameExtension, .literalName, .pattern: nil
    case .magic: "magic"
    case .rootElement: "rootElement"
    case .text: "text"
    case .empty: "empty"
    case .tree: "tree"
    }
  }
}
