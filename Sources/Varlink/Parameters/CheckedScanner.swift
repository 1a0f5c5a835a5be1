// SPDX-License-Identifier: MIT

internal import StrictJSON

/// A scanner of text that was checked before, as part of a call, and so cannot fail.
struct CheckedScanner {
  /// A value and its range.
  struct Value {
    let token: JSONToken
    let range: Range<Int>
  }

  private static let options = JSONReaderOptions(
    limits: JSONLimits(maximumBytes: .max, maximumDepth: .max, maximumValues: .max))

  private var scanner = JSONScanner(options: options)

  var isAtStart: Bool { scanner.offset == 0 }

  mutating func next(in bytes: Span<UInt8>) -> JSONToken {
    do throws(JSONError) {
      return try scanner.next(in: bytes)
    } catch {
      preconditionFailure("the parameters were checked with their call")
    }
  }

  /// The next value with everything in it.
  mutating func value(in bytes: Span<UInt8>) -> Value {
    let token = next(in: bytes)
    return value(from: token, in: bytes)
  }

  /// The value that a token begins, with everything in it.
  mutating func value(from token: JSONToken, in bytes: Span<UInt8>) -> Value {
    do throws(JSONError) {
      let end = try scanner.skip(from: token, in: bytes)
      return Value(token: token, range: token.offset..<max(end, token.endOffset))
    } catch {
      preconditionFailure("the parameters were checked with their call")
    }
  }
}

extension JSONToken {
  /// The text of a string or name, its escape sequences replaced.
  ///
  /// - Parameter bytes: The text that the scanner of the token was reading.
  /// - Returns: UTF-8, never more bytes than the token has.
  func text(in bytes: Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    JSONScanner.appendText(of: self, in: bytes, to: &text)
    return text
  }
}
