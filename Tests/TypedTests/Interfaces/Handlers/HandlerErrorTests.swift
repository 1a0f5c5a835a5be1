// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry
import Varlink

@testable import typed

@Suite("Errors of changes that were not made")
struct HandlerErrorTests {
  /// The parameter that an error names, or the declared error with its parameters.
  private func text(_ error: MethodError) -> String {
    switch error {
    case .invalidParameter(let name): return "invalid \(name)"
    case .declared(let declared):
      let parameters = String(decoding: declared.parameters ?? [], as: UTF8.self)
      return "\(declared.name) \(parameters)"
    default: return "other"
    }
  }

  @Test(arguments: [
    (
      EditFailure.problem(.tooLong),
      #"org.typeregistry.handlers.TooLong {"limit":\#(BindingRequest.limit)}"#
    ),
    (.problem(.notARemoval), "invalid requests"),
    (.problem(.undoTakesNoRequests), "invalid action"),
    (
      .noStore,
      #"org.typeregistry.handlers.StoreProblem {"kind":"none","#
        + #""message":"there is no directory for choices: no variable has its path","#
        + #""hint":"set 'HOME' or 'XDG_STATE_HOME' to an absolute path"}"#
    ),
  ])
  func areThoseOfTheInterface(_ failure: EditFailure, _ expected: String) {
    #expect(text(MethodError(failure)) == expected)
  }
}
