// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry  // The failures of the layers below a client.

@Suite struct RegistryClientErrorTests {
  private static let words: [(RegistryClientError, String)] = [
    (.unreachable("no answer in time"), "no answer in time"),
    (.refused(error: "a.b.C", parameter: nil), "the daemon answers with the error 'a.b.C'"),
    (
      .refused(error: "a.b.C", parameter: "names"),
      "the daemon answers with the error 'a.b.C' about 'names'"
    ),
    (.invalidAnswer("types"), "the daemon's answer has an invalid 'types'"),
    (.tooLong, "the question is too long"),
    (.binding(.noSuchApplication("a", nearest: [])), "application 'a' not found"),
    (.store(problem: "/s: is full", hint: "make space"), "/s: is full"),
    (.registration(.notRegistered("a")), "'a' is not registered"),
    (
      .notPermitted,
      "only the user whom the daemon serves may change bindings and registrations"
    ),
  ]

  @Test(arguments: words)
  func anErrorHasWords(_ error: RegistryClientError, _ words: String) {
    #expect(error.description == words)
  }

  private static let storeError = StoreError(.busy, path: "/s", message: "is locked")
  private static let store = RegistryClientError.store(
    problem: "/s: is locked", hint: "try again")
  private static let noStore = RegistryClientError.store(
    problem: "there is no directory for choices: no variable has its path",
    hint: "set 'HOME' or 'XDG_STATE_HOME' to an absolute path")
  private static let invalidParameter = "org.varlink.service.InvalidParameter"

  private static let edits: [(EditFailure, RegistryClientError)] = [
    (.store(storeError), store), (.noStore, noStore), (.problem(.tooLong), .tooLong),
    (.problem(.notARemoval), .refused(error: invalidParameter, parameter: "requests")),
    (.problem(.undoTakesNoRequests), .refused(error: invalidParameter, parameter: "action")),
    (
      .problem(.request(.roleCannotBeChosen(.none))), .binding(.roleCannotBeChosen(.none))
    ),
  ]

  @Test(arguments: edits)
  func aFailedChangeIsAnErrorOfTheClient(_ failure: EditFailure, _ error: RegistryClientError) {
    #expect(RegistryClientError(failure) == error)
  }

  private static let registrations: [(Registrar.Failure, RegistryClientError)] = [
    (.store(storeError), store), (.noStore, noStore),
    (.problem(.tooMany(limit: 3)), .registration(.tooMany(limit: 3))),
  ]

  @Test(arguments: registrations)
  func aFailedRegistrationIsAnErrorOfTheClient(
    _ failure: Registrar.Failure, _ error: RegistryClientError
  ) {
    #expect(RegistryClientError(failure) == error)
  }
}
