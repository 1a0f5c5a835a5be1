// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

/// What `utcli why` says of one operand.
struct WhyAnswer {
  /// Why it has its type.
  enum Reason {
    /// A file or tag: the candidates.
    case name(Explanation)
    /// A type: its declarations and its place in the hierarchy.
    case type(TypeInformation, [ConformanceInformation])
    /// A scheme that no type stands for.
    case scheme(Tag)
  }

  var reason: Reason
  /// Who opens it; `nil` if that was not asked for.
  var handlers: HandlerAnswer?
}

extension JSONWriter {
  /// One answer of `why`.
  mutating func value(_ answer: WhyAnswer) {
    beginObject()
    switch answer.reason {
    case .name(let explanation): members(explanation, answer.handlers)
    case .type(let information, let ways): members(information, ways, answer.handlers)
    case .scheme(let tag):
      member("handlers", answer.handlers)
      member("subject", tag.value)
    }
    endObject()
  }

  private mutating func members(_ explanation: Explanation, _ handlers: HandlerAnswer?) {
    if explanation.isDynamic { member("dynamic", true) }
    member("handlers", handlers)
    member("identifier", explanation.identifier.text)
    name("steps")
    beginArray()
    for step in explanation.steps {
      beginObject()
      name("candidates")
      beginArray()
      for candidate in step.candidates {
        beginObject()
        member("identifier", candidate.type.text)
        member("kind", candidate.kind.rawValue)
        member("reason", candidate.reason)
        member("rule", candidate.rule.rawValue)
        name("source")
        value(candidate.source)
        endObject()
      }
      endArray()
      if !step.excluded.isEmpty {
        name("excluded")
        beginArray()
        for excluded in step.excluded {
          beginObject()
          member("identifier", excluded.type.text)
          member("reason", excluded.reason)
          name("source")
          value(excluded.source)
          endObject()
        }
        endArray()
      }
      member("pattern", step.pattern)
      member("tag", step.tag.value)
      member("tagClass", step.tag.tagClass.text)
      endObject()
    }
    endArray()
    member("subject", explanation.subject)
    if explanation.isTie { member("tie", true) }
    member("verdict", explanation.verdict)
  }

  private mutating func members(
    _ information: TypeInformation, _ ways: [ConformanceInformation], _ handlers: HandlerAnswer?
  ) {
    name("conformance")
    beginArray()
    for way in ways {
      beginObject()
      member("path", way.path.map(\.text))
      member("supertype", way.supertype.text)
      endObject()
    }
    endArray()
    name("declarations")
    beginArray()
    for declaration in information.declarations {
      beginObject()
      member("active", declaration.isActive)
      member("kind", declaration.kind.rawValue)
      member("reason", declaration.reason?.explanation)
      name("source")
      value(declaration.source)
      endObject()
    }
    endArray()
    if information.isDynamic { member("dynamic", true) }
    member("handlers", handlers)
    member("identifier", information.identifier.text)
  }

  private mutating func member(_ key: String, _ handlers: HandlerAnswer?) {
    guard let handlers else { return }
    name(key)
    beginObject()
    members(handlers)
    member("tags", tags: handlers.tags)
    member("type", handlers.type?.text)
    endObject()
  }
}
