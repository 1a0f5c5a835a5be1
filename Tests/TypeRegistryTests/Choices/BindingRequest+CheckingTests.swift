// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// Requests that every back end rejects before it plans them.
@Suite struct BindingRequestCheckingTests {
  private func problem(
    _ requests: [BindingRequest], as action: BindingChange.Action = .bind
  ) -> EditProblem? {
    do throws(EditProblem) {
      try BindingRequest.check(requests, as: action)
      return nil
    } catch {
      return error
    }
  }

  private func choose(_ bundle: String) -> BindingRequest {
    BindingRequest(.type("public.jpeg"), .handler(bundle: bundle))
  }

  @Test func aListHasALimit() {
    let request = choose("org.a")
    let limit = BindingRequest.limit
    #expect(problem(Array(repeating: request, count: limit)) == nil)
    #expect(problem(Array(repeating: request, count: limit + 1)) == .tooLong)
    #expect(problem([]) == nil)
  }

  /// The texts have to fit a message, escapes included.
  @Test func theTextsHaveALimit() {
    let name = String(repeating: "a", count: 1_000)
    #expect(problem(Array(repeating: choose(name), count: 500)) == nil)
    #expect(problem(Array(repeating: choose(name), count: 530)) == .tooLong)
    let control = String(repeating: "\u{1}", count: 1_000)
    #expect(problem(Array(repeating: choose(control), count: 80)) == nil)
    #expect(problem(Array(repeating: choose(control), count: 90)) == .tooLong)
  }

  @Test func unbindRemovesOnly() {
    let subject = Binding.Subject.type("public.jpeg")
    for operation in [BindingRequest.Operation.noHandler, .notNever(bundle: "org.a"), .noType] {
      #expect(problem([BindingRequest(subject, operation)], as: .unbind) == nil)
    }
    #expect(problem([choose("org.a")], as: .unbind) == .notARemoval)
    #expect(problem([choose("org.a")], as: .apply) == nil)
  }

  @Test func anUndoTakesNoRequests() {
    #expect(problem([choose("org.a")], as: .undo(1)) == .undoTakesNoRequests)
  }

  @Test(arguments: [1_024, 1_025])
  func aNameHasALimit(_ count: Int) {
    let name = String(repeating: "a", count: count)
    let expected: EditProblem? =
      count > 1_024
      ? .request(.noSuchApplication(String(name.prefix(1_024)), nearest: [])) : nil
    #expect(problem([choose(name)]) == expected)
  }

  @Test func aNameHasNoNUL() {
    #expect(
      problem([choose("org.\0a")]) == .request(.noSuchApplication("org.\0a", nearest: [])))
    #expect(throws: EditProblem.request(.noSuchApplication("\0", nearest: []))) {
      try BindingRequest.check(bundles: ["org.a", "\0"])
    }
  }
}
