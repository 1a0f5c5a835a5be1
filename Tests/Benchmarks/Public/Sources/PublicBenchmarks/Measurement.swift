// SPDX-License-Identifier: MIT

internal import Glibc
internal import Synchronization

/// The least time of one of `count` operations in `rounds` rounds, in nanoseconds.
///
/// The least, because whatever else the machine does only adds. `body` returns a sum over its answers,
/// which is written at the end, so that the optimiser drops none of them.
func leastTime(rounds: Int, count: Int, _ body: () -> Int) -> Double {
  var least = Double.infinity
  for _ in 0..<rounds {
    let start = ContinuousClock.now
    sum.wrappingAdd(body(), ordering: .relaxed)
    let time = ContinuousClock.now - start
    let parts = time.components
    least = min(least, Double(parts.seconds) * 1e9 + Double(parts.attoseconds) / 1e9)
  }
  return least / Double(max(count, 1))
}

/// The sum of all answers.
let sum = Atomic(0)

/// A number with three digits or more.
func text(_ value: Double) -> String {
  let scale = value < 10 ? 100.0 : value < 100 ? 10 : 1
  let digits = value < 10 ? 2 : value < 100 ? 1 : 0
  let (whole, rest) = Int((value * scale).rounded()).quotientAndRemainder(dividingBy: Int(scale))
  let fraction = String(rest)
  return digits == 0
    ? "\(whole)" : "\(whole).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
}

/// Writes a line to standard output.
func write(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  unsafe bytes.withUnsafeBytes { _ = unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

/// Ends the program: an answer is wrong, or the program was called wrongly.
func fail(_ message: String) -> Never {
  write("PublicBenchmarks: \(message)")
  exit(1)
}

/// The whole of a file.
func contents(_ path: String) -> String {
  let file = unsafe open(path, O_RDONLY)
  guard file >= 0 else { fail("'\(path)' cannot be read") }
  defer { close(file) }
  var bytes: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = unsafe read(file, &part, part.count)
    guard count > 0 else { break }
    bytes += part[..<count]
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Writes a file.
func write(_ text: String, to path: String) {
  let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  guard file >= 0 else { fail("'\(path)' cannot be written") }
  defer { close(file) }
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    let count = unsafe bytes.withUnsafeBytes {
      unsafe Glibc.write(file, $0.baseAddress, $0.count)
    }
    guard count > 0 else { fail("'\(path)' cannot be written") }
    bytes = bytes.dropFirst(count)
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
  func padded(toRight width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - count)) + self
  }
}
