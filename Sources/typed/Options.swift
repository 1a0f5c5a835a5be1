// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry
internal import Varlink

/// The options of the command line.
struct Options {
  /// The task of the program.
  enum Purpose {
    case serve
    case help
    case version
  }

  var purpose = Purpose.serve
  /// Whether the daemon serves every user of the system.
  var isSystem = false
  /// Where to listen; `nil` for the default path (``SocketPath``).
  var socket: SocketAddress?
  /// How long the daemon runs without a connection; `nil` for unlimited.
  var idleTime: Duration?
  var limits = Limits()

  /// Parses the arguments after the program's name.
  ///
  /// - Throws: ``Failure`` that names the wrong argument.
  init(_ words: [[UInt8]]) throws(Failure) {
    var rest = words[...]
    while let word = rest.popFirst() {
      let text = String(decoding: word, as: UTF8.self)
      let equals = text.hasPrefix("--") ? word.firstIndex(of: UInt8(ascii: "=")) : nil
      let name = equals.map { String(decoding: word[..<$0], as: UTF8.self) } ?? text
      let attached = equals.map { Array(word[($0 + 1)...]) }
      func value() throws(Failure) -> [UInt8] {
        if let attached { return attached }
        guard let next = rest.popFirst() else {
          throw Failure(.usage, "'\(name)' needs a value")
        }
        return next
      }
      switch name {
      case "--socket": socket = try Self.address(value())
      case "--idle-exit": idleTime = try Self.seconds(value())
      default:
        if let limit = Limit.all.first(where: { "--limit-\($0.name)" == name }) {
          try set(limit, to: String(decoding: value(), as: UTF8.self))
          continue
        }
        guard attached == nil || !Self.names.contains(name) else {
          throw Failure(.usage, "'\(name)' takes no value")
        }
        try setFlag(text)
      }
    }
  }

  private mutating func setFlag(_ word: String) throws(Failure) {
    switch word {
    case "--system": isSystem = true
    case "--foreground": break
    case "--help", "-h": purpose = .help
    case "--version", "-V": purpose = .version
    default:
      let known = Self.names + Limit.all.map { "--limit-\($0.name)" }
      let near = EditDistance.nearest(to: word, among: known)
      throw Failure(
        .usage, word.hasPrefix("-") ? "unknown option '\(word)'" : "unexpected argument '\(word)'",
        hint: near.map { "did you mean '\($0)'?" } ?? "'typed --help' lists the options")
    }
  }

  private mutating func set(_ limit: Limit, to text: String) throws(Failure) {
    guard let value = limit.value(text) else {
      let range = "\(limit.text(limit.range.lowerBound)) to \(limit.text(limit.range.upperBound))"
      throw Failure(.usage, "'--limit-\(limit.name)' takes \(range), not '\(text)'")
    }
    limits[keyPath: limit.field] = value
  }

  private static func address(_ word: [UInt8]) throws(Failure) -> SocketAddress {
    let text = String(decoding: word, as: UTF8.self)
    do throws(SocketAddress.AddressError) {
      return try SocketAddress(word: word)
    } catch {
      throw Failure(.usage, "'--socket \(text)' cannot be used: \(error.reason)")
    }
  }

  private static func seconds(_ word: [UInt8]) throws(Failure) -> Duration {
    let text = String(decoding: word, as: UTF8.self)
    guard let value = Double(text), value >= 0, value <= 31_536_000 else {
      throw Failure(.usage, "'--idle-exit' takes a number of seconds, not '\(text)'")
    }
    return .milliseconds(Int64(value * 1_000))
  }
}
