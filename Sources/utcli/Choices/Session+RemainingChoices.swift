// SPDX-License-Identifier: MIT

internal import TypeRegistry

// Choices that files make, and that remain when others are taken back: those of lists that are not written, and
// of the site.

extension Session {
  /// Takes choices back as one change, and notes the choices of files that remain.
  ///
  /// - Parameters:
  ///   - requests: The requests to unset or unblock.
  ///   - nothing: The beginning of the note if nothing changes.
  ///   - reason: Its end, if no file makes such a choice either.
  /// - Throws: ``Failure``; then nothing has changed, or the remaining choices cannot be queried.
  func takeBack(
    _ requests: [BindingRequest], nothing: String, because reason: String
  ) throws(Failure) {
    let isDry = arguments.has("--dry-run")
    let before = try remainingChoices(about: requests)
    let change = try change(
      requests, as: .unbind, dryRun: isDry,
      unchanged: before.isEmpty ? "\(nothing): \(reason)" : nothing)
    if change == nil {
      noteEach(before)
    } else if !isDry {
      noteEach(try remainingChoices(about: requests))
    }
  }

  /// The choices in effect that contradict requests to take some back, in the words of `why`.
  private func remainingChoices(
    about requests: [BindingRequest]
  ) throws(Failure) -> [String] {
    let answers = try handlers(
      for: requests.map { request in
        HandlerQuery(
          request.subject.querySubject, roles: request.role.map { RoleMask($0) } ?? .all,
          explains: true, limit: 1)
      })
    var remaining: [String] = []
    for (request, answer) in zip(requests, answers) {
      let subject = request.subject.spelling
      if case .notNever(let bundle) = request.operation {
        for hidden in answer.hidden where hidden.cause == .never && hidden.bundle == bundle {
          remaining.append("\(subject): '\(bundle)' \(hidden.reason)")
        }
      } else if let handler = answer.preferred, let choice = handler.choice,
        handler.placement == .binding, choice.subject == request.subject,
        choice.role == request.role, let source = choice.source
      {
        remaining.append(
          "\(subject): '\(handler.bundle)' is still the \(choice.isSite ? "site's" : "user's") choice "
            + "(\(source.location)), which this command does not change")
      }
    }
    return remaining
  }
}
