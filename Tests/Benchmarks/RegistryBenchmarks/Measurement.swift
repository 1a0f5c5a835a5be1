// SPDX-License-Identifier: MIT

internal import Glibc
internal import Synchronization

/// The time by a clock that is never set, in nanoseconds.
func now() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// The least time that one of `count` operations takes in `rounds` rounds, in nanoseconds.
///
/// The least, because whatever else the machine does only adds. `body` returns a sum over its answers,
/// so that the optimiser drops none of them.
func leastTime(rounds: Int, count: Int, _ body: () -> UInt64) -> Double {
  var least = Double.infinity
  for _ in 0..<rounds {
    let start = now()
    answers.add(body(), ordering: .relaxed)
    least = min(least, now() - start)
  }
  return least / Double(count)
}

/// One line of the table.
struct Line {
  var name: String
  var value: Double
  var unit: String
  /// What it is measured against, in the same run.
  var reference: (name: String, value: Double)?
  /// The most that is aimed at, as a value or as a ratio.
  var goal: String

  func print() {
    var text =
      name.padded(to: 46) + Self.number(value).padded(toRight: 11) + " " + unit.padded(to: 12)
    if let reference {
      text +=
        (Self.number(value / reference.value) + " x").padded(toRight: 10) + "  "
        + reference.name.padded(to: 28)
    } else {
      text += String(repeating: " ", count: 40)
    }
    write(text + goal)
  }

  static func number(_ value: Double) -> String {
    let digits = abs(value) < 10 ? 2 : abs(value) < 100 ? 1 : 0
    let scale = [1.0, 10, 100][digits]
    // A difference of two counts can be negative, and a ratio to nothing infinite.
    guard let rounded = Int64(exactly: (value * scale).rounded()) else { return "\(value)" }
    let (whole, rest) = rounded.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
    let fraction = String(rest)
    return (rounded < 0 ? "-" : "") + String(whole)
      + (digits == 0
        ? "" : "." + String(repeating: "0", count: digits - fraction.count) + fraction)
  }
}

/// Writes a line to standard output.
func write(_ text: String) {
  let bytes = Array((text + "\n").utf8)
  unsafe bytes.withUnsafeBytes { buffer in
    _ = unsafe Glibc.write(STDOUT_FILENO, buffer.baseAddress, buffer.count)
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
  func padded(toRight width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}

/// The sum of all answers.
let answers = Atomic<UInt64>(0)
