// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

/// The explanation of one operand by `utcli why`.
struct WhyAnswer {
  /// Why it has its type.
  enum Reason {
    /// A file or tag: the candidates.
    case name(Explanation)
    /// A type: its declarations and its position in the hierarchy.
    case type(TypeInformation, [ConformanceInformation])
    /// A scheme that is not a tag of a type.
    case scheme(Tag)
    /// A URL, or a pattern of URLs.
    case url(TargetURL)
  }

  var reason: Reason
  /// The explanation of the type by the contents of a file; then its name does not decide.
  var contents: ContentExplanation?
  /// The type that the contents alone would give, if the name decides and they contradict it.
  var refuting: ContentExplanation?
  /// The link that was followed to it; `nil` if none was.
  var link: FollowedLink?
  /// The name at the beginning of its text; `nil` for the subject of the reason.
  var head: String?
  /// Who opens it; `nil` if that was not asked for.
  var handlers: HandlerAnswer?
}

extension WhyAnswer: WireValue {
  /// Writes the answer: that of `TypeOf` or `Describe` with its explanation, and that of `Rank`.
  func writeMembers(to writer: inout JSONWriter) {
    writer.member("link", link)
    switch reason {
    case .name(let explanation):
      writer.member("subject", explanation.subject)
      writer.member("identifier", (contents?.identifier ?? explanation.identifier).text)
      writer.flag("dynamic", contents == nil && explanation.isDynamic)
      writer.flag("tie", contents == nil && explanation.isTie)
      writer.member("contents", contents)
      if let refuting {
        writer.object("contentsAlone") {
          $0.member("identifier", refuting.identifier.text)
          $0.member("matched", refuting.matched)
        }
      }
      writer.member("explanation", explanation)
    case .type(let information, let conformances):
      writer.member("subject", information.identifier.text)
      information.writeMembers(to: &writer)
      writer.list("conformances", conformances)
    case .scheme(let tag):
      writer.member("subject", tag.value)
    case .url(let url):
      writer.member("subject", url.text)
      writer.member("scheme", url.scheme.value)
    }
    writer.member("handlers", handlers)
  }
}

extension ContentExplanation: WireValue {
  func writeMembers(to writer: inout JSONWriter) {
    writer.member("foundBy", foundBy)
    writer.member("matched", matched)
    writer.member("settled", settled)
    if !others.isEmpty { writer.member("others", others.map(\.text)) }
    if let offset { writer.member("offset", offset) }
    if let priority { writer.member("priority", priority) }
    writer.member("source", source)
  }
}
