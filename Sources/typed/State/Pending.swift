// SPDX-License-Identifier: MIT

/// An outcome that a call waits for.
final class Pending<Outcome> {
  /// The outcome; `nil` until the job is done.
  var outcome: Outcome?
}
