// SPDX-License-Identifier: MIT

/// The reason why a list of requests was rejected, without any change.
package enum EditProblem: Error, Hashable, Sendable {
  /// A request cannot be met.
  case request(BindingProblem)
  /// The list has more than ``BindingRequest/limit`` requests, or is longer than a message may be.
  case tooLong
  /// A request sets a binding, where all of them have to remove one.
  case notARemoval
  /// An undo names the number of a change; it is not a list of requests.
  case undoTakesNoRequests
}
