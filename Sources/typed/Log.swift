// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import SystemBase
internal import TypeRegistry

/// Writes lines to standard error, for the system's journal.
///
/// There is a line for each event that matters to the administrator, and none for calls:
///
/// ```
/// <6>listening socket=/run/user/1000/typed/org.typeregistry
/// ```
///
/// The number is the level of sd-daemon(3); on a terminal it is left out. An event is logged at most
/// ``burst`` times in a ``period``, so that no client can fill the log; the next line has the number
/// of suppressed ones.
/// If the reader is not ready, a line is dropped: the daemon never waits for its log.
final class Log {
  /// The severity of an event: syslog(3).
  enum Level: Int {
    case error = 3
    case warning = 4
    case notice = 5
    case information = 6
  }

  /// The text of an event.
  enum Event: String, CaseIterable {
    case listening
    case stopping
    case stopped
    case reloaded
    case connectionRefused = "connection refused"
    case connectionCut = "connection cut"
    case acceptPaused = "accepting paused"
    case socketReplaced = "socket gone from its path"
    case declarationsNotWatched = "declarations cannot be watched, and are checked at intervals"
    case watchFailed = "cannot watch the socket's directory"
    case replyTooLong = "reply too long"
    case storeProblem = "choices cannot be read or kept"
    case storeNotice = "store of choices"
    case failed
  }

  private struct Window {
    var start = MonotonicTime(nanoseconds: 0)
    var count = 0
    var suppressed = 0
  }

  /// The most lines about an event in a period.
  static let burst = 5
  static let period = Duration.seconds(10)
  /// The length at which a value is cut, in Unicode scalars.
  private static let valueLimit = 256

  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var windows = [Window](repeating: Window(), count: Event.allCases.count)

  /// Writes a line, unless the event was logged too often.
  ///
  /// - Parameters:
  ///   - level: The severity.
  ///   - event: The event.
  ///   - fields: Details. The values are escaped.
  func write(_ level: Level, _ event: Event, _ fields: KeyValuePairs<String, String> = [:]) {
    if let line = line(level, event, fields, now: .now) { Self.emit(line + "\n") }
  }

  /// The line of an event, which says how many were left out since the last one; `nil` to leave it out, too.
  func line(
    _ level: Level, _ event: Event, _ fields: KeyValuePairs<String, String>, now: MonotonicTime
  ) -> String? {
    guard let index = Event.allCases.firstIndex(of: event) else { return nil }
    if windows[index].start + Self.period <= now {
      windows[index].start = now
      windows[index].count = 0
    }
    guard windows[index].count < Self.burst else {
      windows[index].suppressed += 1
      return nil
    }
    windows[index].count += 1
    var line = (isTerminal ? "" : "<\(level.rawValue)>") + event.rawValue
    for (name, value) in fields { line += " \(name)=\(Self.escaped(value))" }
    if windows[index].suppressed > 0 { line += " suppressed=\(windows[index].suppressed)" }
    windows[index].suppressed = 0
    return line
  }

  // MARK: - Text

  /// A value in the form after `=`: quoted unless it is a plain word.
  static func escaped(_ value: String) -> String {
    var text = ""
    var isPlain = !value.isEmpty
    for (index, scalar) in value.unicodeScalars.enumerated() {
      if index == valueLimit {
        text += "…"
        break
      }
      switch scalar {
      case " ", "=":
        isPlain = false
        text.unicodeScalars.append(scalar)
      case "\"", "\\":
        isPlain = false
        text += "\\"
        text.unicodeScalars.append(scalar)
      default:
        if isVisible(scalar) {
          text.unicodeScalars.append(scalar)
        } else {
          isPlain = false
          text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
      }
    }
    return isPlain ? text : "\"\(text)\""
  }

  /// Whether a character is logged unchanged; unassigned and private ones are escaped, too.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isInvisible { return false }
    if scalar.isASCII { return true }
    switch scalar.properties.generalCategory {
    case .unassigned, .privateUse: return false
    default: return true
    }
  }

  private static func emit(_ line: String) {
    var ready = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard unsafe poll(&ready, 1, 0) == 1, ready.revents & Int16(POLLOUT) != 0 else { return }
    var line = line
    line.withUTF8 { bytes in
      _ = unsafe Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}
