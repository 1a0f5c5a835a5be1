// SPDX-License-Identifier: MIT

package import StrictJSON

// Why a request cannot be met: an error with its parameters.

extension BindingProblem {
  /// The error.
  package var wireError: WireError {
    switch self {
    case .noSuchApplication: .noSuchApplication
    case .cannotStart: .cannotStart
    case .roleCannotBeChosen: .roleCannotBeChosen
    case .typeLacksTag: .typeLacksTag
    case .notATag: .notATag
    }
  }

  /// Writes the parameters of the error.
  package func writeMembers(to writer: inout JSONWriter) {
    switch self {
    case .noSuchApplication(let bundle, let nearest):
      writer.member("bundle", bundle)
      writer.texts("suggestions", nearest)
    case .cannotStart(let bundle, let reason):
      writer.member("bundle", bundle)
      writer.member("reason", reason.name)
    case .roleCannotBeChosen(let role): writer.member("role", role.rawValue)
    case .typeLacksTag(let type, let tag, let others):
      writer.member("type", type.text)
      writer.member("tag", tag)
      writer.texts("others", others.map(\.text))
    case .notATag(let subject):
      if case .tag = subject { break }
      subject.writeMember(to: &writer)
    }
    writer.member("message", description)
  }

  /// Reads the parameters of an error; `nil` for an error that is not a problem of a request.
  init?(_ error: WireError, _ details: AnswerObject) throws(InvalidAnswer) {
    switch error {
    case .noSuchApplication:
      self = .noSuchApplication(
        try details.string("bundle"), nearest: try details.strings("suggestions"))
    case .cannotStart:
      let reason: LaunchProblem = try details.named("reason", by: \.name)
      self = .cannotStart(try details.string("bundle"), reason)
    case .roleCannotBeChosen: self = .roleCannotBeChosen(try details.word("role"))
    case .typeLacksTag:
      self = .typeLacksTag(
        try details.identifier("type"), try Tag(details.object("tag")),
        others: try details.identifiers("others"))
    case .notATag: self = .notATag(try Binding.Subject(details))
    default: return nil
    }
  }
}
