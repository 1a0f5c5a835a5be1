// SPDX-License-Identifier: MIT

internal import SystemBase

/// The memory that the connections of one user take.
class MemoryAccount {
  /// The memory for calls, received or being answered, in bytes.
  final private(set) var inputBytes = 0
  /// The memory of replies that the user's clients have not read, in bytes.
  final private(set) var outputBytes = 0
  /// The memory of all users.
  final let total: MemoryTotal

  init(_ total: MemoryTotal = MemoryTotal()) {
    self.total = total
  }

  final func addInput(_ bytes: Int) {
    inputBytes += bytes
    total.add(bytes)
  }

  final func addOutput(_ bytes: Int) {
    outputBytes += bytes
    total.add(bytes)
  }

  /// Why one of the user's connections must be closed; `nil` if the limits are kept.
  final func excess(_ limits: Limits) -> CloseReason? {
    let divisor = total.isHigh ? MemoryTotal.divisor : 1
    if inputBytes > limits.inputBytesPerUser / divisor { return .inputQuota }
    return outputBytes > limits.outputBytesPerUser / divisor ? .outputQuota : nil
  }

  /// The length of unread replies of one connection at which no further reply is begun, in bytes:
  /// less if the user's clients have left much unread.
  final func outputLimit(_ limits: Limits) -> Int {
    outputBytes > limits.outputBytesPerUser / 2
      ? min(limits.outputBytes, Self.smallOutput) : limits.outputBytes
  }

  private static let smallOutput = 16_384
}

/// The memory that the connections of all users take.
///
/// Freed memory is kept for further calls by the allocator, so much of it is given back to the system
/// some time after it was released.
final class MemoryTotal {
  /// The memory of all users together above which each is limited to a part of the usual, in bytes.
  static let plenty = 67_108_864
  /// The divisor of a user's limits above ``plenty``.
  static let divisor = 8
  /// The memory that has to be released before any is given back, in bytes.
  private static let largeRelease = 4_194_304
  /// The pause before memory is given back, in which more may be released.
  private static let pause = Duration.seconds(1)

  private var bytes = 0
  /// The most memory since it was given back last.
  private var peak = 0
  /// When memory is to be given back.
  private(set) var nextMoment = MonotonicTime.never

  var isHigh: Bool { bytes > Self.plenty }

  fileprivate func add(_ bytes: Int) {
    self.bytes += bytes
    peak = max(peak, self.bytes)
  }

  /// Whether memory is to be given back now; plans to do so after a large release.
  func isDue(now: MonotonicTime) -> Bool {
    if nextMoment <= now {
      nextMoment = .never
      peak = bytes
      return true
    }
    if nextMoment == .never, peak - bytes >= Self.largeRelease { nextMoment = now + Self.pause }
    return false
  }
}
