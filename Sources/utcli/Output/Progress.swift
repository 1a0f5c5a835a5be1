// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase
internal import TypeRegistry

/// How far a long reading of names is: their number, how many a second, and the time left where it is
/// known; on a terminal's standard error, from half a second on.
///
/// A class, because the program would look up by name what an optional value of a structure consists of.
final class Progress {
  private let line: ProgressLine
  private let start = MonotonicTime.now
  private var nextReport: MonotonicTime
  private(set) var count = 0

  /// Progress on standard error.
  ///
  /// - Returns: `nil` if standard error is not a terminal, or standard output is read by another
  ///   program, which may use the terminal itself.
  init?(isWanted: Bool) {
    guard isWanted, let line = ProgressLine(isWanted: true), !Self.outputIsRead else {
      return nil
    }
    self.line = line
    nextReport = start + .milliseconds(500)
  }

  /// Notes that names were read, and shows it a few times a second.
  ///
  /// - Parameters:
  ///   - names: How many since the last call.
  ///   - fraction: The part of all of them that is done now; `nil` if that is unknown.
  func add(_ names: Int, fraction: () -> Double?) {
    count += names
    let now = MonotonicTime.now
    guard now >= nextReport else { return }
    nextReport = now + .milliseconds(100)
    let elapsed = now.duration(since: start)
    line.show(Self.text(count, "names", in: elapsed, fraction: fraction()))
  }

  /// Removes the line, also before something else is written to the terminal.
  func clear() { line.clear() }

  /// `12,345 names, 24,690 a second, 3 s left`.
  static func text(
    _ count: Int, _ what: String, in elapsed: Duration, fraction: Double? = nil
  ) -> String {
    let seconds =
      Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    var text = "\(count.grouped) \(what)"
    if seconds > 0 { text += ", \(Int(Double(count) / seconds).grouped) a second" }
    if let fraction, fraction > 0, fraction <= 1 {
      text += ", \(Int((seconds / fraction - seconds).rounded(.up)).grouped) s left"
    }
    return text
  }

  /// The part of standard input that was read, if it is a file.
  static func fractionOfStandardInput() -> Double? {
    let position = lseek(STDIN_FILENO, 0, SEEK_CUR)
    guard position > 0, let status = try? FileStatus(ofDescriptor: STDIN_FILENO),
      status.kind == .regular, status.stamp.size > 0
    else { return nil }
    return Double(position) / Double(status.stamp.size)
  }

  /// Whether standard output leads to another program or to a terminal, and not to a file or device.
  private static var outputIsRead: Bool {
    guard isatty(STDOUT_FILENO) == 0, let status = try? FileStatus(ofDescriptor: STDOUT_FILENO)
    else { return true }
    return status.kind == .pipe || status.kind == .socket
  }
}

extension Int {
  /// The number with a comma between each three digits.
  var grouped: String {
    var text = ""
    for (index, digit) in "\(self)".reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
