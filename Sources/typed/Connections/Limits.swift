// SPDX-License-Identifier: MIT

/// The limits of resources that clients use, which an administrator can set.
///
/// Fixed limits of one call are declared beside the values that they limit, such as
/// `ParameterBatch`.
///
/// The defaults are declared here alone. Each limit can be set by an option: see ``Limit/all``.
struct Limits: Sendable {
  /// All open connections.
  var connections = 1_024
  /// Open connections of one user; all users that this system does not know are treated as one.
  var connectionsPerUser = 128
  /// Calls of one connection that are answered in a turn.
  var callsPerTurn = 16
  /// The time after which a turn ends, in microseconds: about how long a client waits for another
  /// one that asks for much, whose reply another thread continues.
  var turnTime = 50
  /// The length of one call, in bytes.
  var messageBytes = 1_048_576
  /// The memory for the calls of all connections of one user, and the parts of them that series
  /// keep, in bytes.
  var inputBytesPerUser = 16_777_216
  /// The unread replies of one connection at which no further call is read, in bytes.
  var outputBytes = 262_144
  /// The memory of the unread replies of all connections of one user, in bytes.
  var outputBytesPerUser = 16_777_216
  /// The length of one reply, in bytes.
  var replyBytes = 1_048_576
  /// The time from the first byte of a call to its last, in milliseconds.
  var frameTime = 10_000
  /// The time within which a client must read at least a part of its replies, in milliseconds.
  var stallTime = 10_000
  /// ``stallTime`` during a series of replies.
  var seriesStallTime = 30_000
  /// The time for clients to read their last replies when the daemon stops, in milliseconds.
  var stopTime = 500
}

/// How one limit is set by an option.
struct Limit: Sendable {
  /// How the value of a limit is written.
  enum Unit: Sendable {
    case count
    case bytes
    /// A number of milliseconds, followed by `ms` or `s`.
    case time
    /// A number of microseconds, followed by `us`, `ms` or `s`.
    case shortTime
  }

  /// The name of the option after `--limit-`.
  let name: String
  let unit: Unit
  let range: ClosedRange<Int>
  let field: any WritableKeyPath<Limits, Int> & Sendable
  let meaning: String

  private init(
    _ name: String, _ unit: Unit, _ range: ClosedRange<Int>,
    _ field: any WritableKeyPath<Limits, Int> & Sendable, _ meaning: String
  ) {
    self.name = name
    self.unit = unit
    self.range = range
    self.field = field
    self.meaning = meaning
  }

  private static let bytes = 1_024...1_073_741_824
  private static let times = 1...86_400_000

  /// All limits, in the order of `--help`.
  static let all: [Limit] = [
    Limit("connections", .count, 1...1_000_000, \.connections, "all connections"),
    Limit(
      "connections-per-user", .count, 1...1_000_000, \.connectionsPerUser,
      "connections of one user"),
    Limit(
      "calls-per-turn", .count, 1...100_000, \.callsPerTurn,
      "calls of one connection in a turn"),
    Limit("turn-time", .shortTime, times, \.turnTime, "time after which a turn ends"),
    Limit("message-bytes", .bytes, 64...1_073_741_824, \.messageBytes, "length of a call"),
    Limit(
      "input-bytes-per-user", .bytes, bytes, \.inputBytesPerUser,
      "memory for one user's calls"),
    Limit(
      "output-bytes", .bytes, bytes, \.outputBytes,
      "unread replies that stop a connection"),
    Limit(
      "output-bytes-per-user", .bytes, bytes, \.outputBytesPerUser,
      "unread replies of one user"),
    Limit("reply-bytes", .bytes, bytes, \.replyBytes, "length of a reply"),
    Limit("frame-time", .time, times, \.frameTime, "time from a call's first byte to its last"),
    Limit(
      "stall-time", .time, times, \.stallTime, "time to read a part of its replies"),
    Limit(
      "series-stall-time", .time, times, \.seriesStallTime,
      "time to read a part of a series"),
    Limit("stop-time", .time, times, \.stopTime, "time for last replies when typed stops"),
  ]

  /// The value of a text; `nil` if it is not a value or out of range.
  func value(_ text: String) -> Int? {
    var digits = text[...]
    var factor = 1
    if let suffixes {
      guard let suffix = suffixes.first(where: { text.hasSuffix($0.text) }) else { return nil }
      factor = suffix.factor
      digits = digits.dropLast(suffix.text.utf8.count)
    }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(digits)
    else { return nil }
    let (value, overflow) = number.multipliedReportingOverflow(by: factor)
    return overflow || !range.contains(value) ? nil : value
  }

  /// The text of a value.
  func text(_ value: Int) -> String {
    // The longest unit that needs no fraction.
    let suffix = suffixes?.last { value.isMultiple(of: $0.factor) }
    return suffix.map { "\(value / $0.factor)\($0.text)" } ?? "\(value)"
  }

  /// The suffixes that may follow the number, longer texts before those that they end with, and how
  /// many times the field's unit each is; `nil` if none may.
  private var suffixes: [(text: String, factor: Int)]? {
    switch unit {
    case .count, .bytes: nil
    case .time: [("ms", 1), ("s", 1_000)]
    case .shortTime: [("us", 1), ("ms", 1_000), ("s", 1_000_000)]
    }
  }
}
