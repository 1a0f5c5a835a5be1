// SPDX-License-Identifier: MIT

// From a name and the first bytes of a file to a type: the "Recommended checking order" of the Shared
// MIME-info Database specification 0.21. A name that means one type is the answer, and no byte counts.

extension CompiledRegistry {
  /// Whether the contents of a file can change the result of its name: the name has none, or
  /// several types, and the user chose none of them.
  package func dependsOnContents(_ resolution: NameResolution) -> Bool {
    switch resolution.answer {
    case .kind(let kind): return kind == .regular
    case .dynamic: return true
    case .type(let type):
      return resolution.match == .none || saysOnlyBytes(type)
        || hasSeveralTypes(resolution)
    }
  }

  /// Whether the pattern of a name means several types, and the user chose none of them.
  ///
  /// - Complexity: O(1) for a pattern of one type, O(*n*) for *n* types. No allocation.
  private func hasSeveralTypes(_ resolution: NameResolution) -> Bool {
    guard resolution.match != .none, let entry = entry(inSlot: resolution.slot),
      entry.single == .none,
      case .type(let found) = resolution.answer
    else { return false }
    var (hasOthers, isChosen) = (false, false)
    forEachCandidate(of: entry, conformingTo: fits(found, data) ? data : .none) { type, standing in
      if type != found { hasOthers = true }
      if standing.isChosen { isChosen = true }
    }
    return hasOthers && !isChosen
  }

  /// Whether a type says no more than that a file has bytes: those of `*.bin`, of backups and of temporary
  /// files.
  func saysOnlyBytes(_ type: TypeIndex) -> Bool {
    type == typesOfBytes.raw || type == typesOfBytes.backup || type == typesOfBytes.temporary
  }

  /// The types that the pattern of a name means, the one that the name alone decides first.
  ///
  /// Those with a smaller weight are included, as in the programs that read the database: `*.iso`
  /// is a disc, unless the contents are those of a game.
  func contentCandidates(of resolution: NameResolution) -> [TypeIndex] {
    guard resolution.match != .none, let entry = entry(inSlot: resolution.slot),
      entry.single == .none,
      case .type(let chosen) = resolution.answer
    else { return [] }
    let all = types(with: entry, conformingTo: fits(chosen, data) ? data : .none)
    guard let first = all.first, !first.standing.isChosen else { return [] }
    return [chosen] + all.map(\.type).filter { $0 != chosen }
  }

  /// The type of a regular file whose name gives `resolution` and which begins with `contents`.
  ///
  /// - Parameters:
  ///   - resolution: What the name gives.
  ///   - contents: The first ``contentLength`` bytes of the file, or all of it; and the parts that
  ///     ``ContentFacts/part(of:)`` and ``FileSample/missingEnd`` name.
  /// - Returns: `resolution` if the contents say no more.
  /// - Complexity: O(*r* + *n*) for *r* rules and the *n* offsets that they compare, up to a budget.
  package func resolve(
    _ resolution: NameResolution, contents: FileSample
  ) -> NameResolution {
    var trace = ContentTrace()
    return resolve(resolution, contents: contents, tracing: &trace)
  }

  /// Like ``resolve(_:contents:)``, with the rule that matched.
  package func resolve(
    _ resolution: NameResolution, contents: FileSample, tracing trace: inout ContentTrace
  ) -> NameResolution {
    var matching = ContentMatching(self)
    return resolve(resolution, contents: contents, tracing: &trace, using: &matching)
  }

  /// Like ``resolve(_:contents:tracing:)``, for one file after the other: what `matching` has allocated is
  /// used again.
  func resolve(
    _ resolution: NameResolution, contents: FileSample, tracing trace: inout ContentTrace,
    using matching: inout ContentMatching
  ) -> NameResolution {
    guard dependsOnContents(resolution) else { return resolution }
    matching.begin(self, contents)
    defer { matching.end() }
    defer {
      if trace.element == nil {
        trace = matching.trace
        trace.fact = matching.factOfTrace?.text
      }
    }
    var match = NameResolution.Match.magic
    var found = matching.bestType()
    if let element = rootElement(&matching, ofTextOf: found) {
      found = TypeIndex(rootElements[element].type)
      match = .rootElement
      trace.element = element
    }
    let candidates = contentCandidates(of: resolution)
    let isOfBytes =
      if case .type(let type) = resolution.answer { saysOnlyBytes(type) } else { false }
    guard candidates.isEmpty || isOfBytes else {
      return decide(candidates, found, match, resolution, &matching)
    }
    if let found { return answer(found, match, resolution) }
    if contents.length == 0 {
      if isOfBytes { return resolution }
      return type(ofMIMEType: "application/x-zerosize").map { answer($0, .empty, resolution) }
        ?? resolution
    }
    guard matching.isText, let text = type(ofMIMEType: "text/plain") else {
      return resolution
    }
    return answer(text, .text, resolution)
  }

  /// The type among those that a name means.
  private func decide(
    _ candidates: [TypeIndex], _ found: TypeIndex?, _ match: NameResolution.Match,
    _ resolution: NameResolution, _ matching: inout ContentMatching
  ) -> NameResolution {
    if let found {
      if candidates.contains(found) { return answer(found, match, resolution) }
      if let subtype = candidates.first(where: { isKind($0, of: found) }) {
        return answer(subtype, match, resolution)
      }
    }
    // A type whose rules all fail is left out. No rule knows all beginnings of a program, and a file
    // without bytes may be about to be written.
    let isEmpty = matching.contents.length == 0
    let isText = matching.isText
    let sourceCode = find(TypeIdentifier(trusted: "public.source-code"))
    let xml = matching.isOtherText ? type(ofMIMEType: "application/xml") : nil
    var remaining: [TypeIndex] = []
    var failed: [TypeIndex] = []
    for candidate in candidates {
      let (hasRules, matches) = matching.check(candidate)
      if matches { return answer(candidate, .magic, resolution) }
      let isSource = isText && sourceCode != .none && conforms(candidate, to: sourceCode)
      let isNoMarkup = xml.map { conforms(candidate, to: $0) } ?? false
      if hasRules && !isSource && !isEmpty || isNoMarkup {
        failed.append(candidate)
      } else {
        remaining.append(candidate)
      }
    }
    // Rules of a text type find what many of its files begin with: that they fail is no reason to take
    // a text for a type that is not text.
    if isText, let text = type(ofMIMEType: "text/plain") {
      let texts = remaining.filter { isKind($0, of: text) }
      let failedTexts = failed.filter { isKind($0, of: text) }
      if !texts.isEmpty || !failedTexts.isEmpty { remaining = texts.isEmpty ? failedTexts : texts }
    }
    guard let first = remaining.first, remaining.count < candidates.count else { return resolution }
    var decided = resolution
    if first != candidates[0] { decided.match = .magic }
    decided.answer = .type(first)
    decided.isTie = resolution.isTie && remaining.count > 1
    return decided
  }

  private func answer(
    _ type: TypeIndex, _ match: NameResolution.Match, _ resolution: NameResolution
  ) -> NameResolution {
    NameResolution(.type(type), match: match, slot: resolution.slot)
  }

  private func type(ofMIMEType name: String) -> TypeIndex? {
    resolve(entry(spelled: name.utf8.span, of: .mimeType), conformingTo: data)
  }

  /// Whether a type is another one, conforms to it, or can be opened as it.
  package func isKind(_ type: TypeIndex, of other: TypeIndex) -> Bool {
    var visited: [TypeIndex] = []
    var stack = [type]
    while visited.count < 256, let next = stack.popLast() {
      guard next != .none, !visited.contains(next) else { continue }
      if conforms(next, to: other) { return true }
      visited.append(next)
      for index in opensAsRun(of: next) { stack.append(TypeIndex(opensAs[index].type)) }
      stack.append(contentsOf: parents(of: next))
    }
    return false
  }

  /// The record of the outermost element of an XML text whose rules found `found`; `nil` if its
  /// type is wider than `found`, unless that is XML itself.
  private func rootElement(
    _ matching: inout ContentMatching, ofTextOf found: TypeIndex?
  ) -> Int? {
    // A byte-order mark, or the zeros of UTF-16, may be before the first byte.
    let bracket = UInt8(ascii: "<")
    guard rootElements.count > 0,
      matching.contents.head.prefix(64).first(where: { $0 > 0x20 && $0 < 0x80 }) == bracket,
      let text = matching.text(), text.begins(with: bracket),
      let element = RootElementScan.element(of: text.bytes.span)
    else { return nil }
    for index in 0..<rootElements.count {
      let record = rootElements[index]
      let name = bytes(of: record.localName)
      guard
        bytes(of: record.namespace).equals(element.namespace.span),
        name.count == 0 || name.equals(text.bytes.span.extracting(element.localName))
      else { continue }
      let type = TypeIndex(record.type)
      if let found, found != type, found != self.type(ofMIMEType: "application/xml"),
        isKind(found, of: type)
      {
        return nil
      }
      return index
    }
    return nil
  }
}
