// SPDX-License-Identifier: MIT

/// One token of a text, as byte offsets into it.
public struct JSONToken: Hashable, Sendable {
  /// The kind of a token.
  public enum Kind: UInt8, Hashable, Sendable {
    /// The brace that opens an object.
    case beginObject
    /// The brace that closes an object.
    case endObject
    /// The bracket that opens an array.
    case beginArray
    /// The bracket that closes an array.
    case endArray
    /// The name of a member, quotes included; its colon is read with it.
    case memberName
    /// A string that is a value, quotes included.
    case string
    /// A number.
    case number
    /// The word `true`.
    case `true`
    /// The word `false`.
    case `false`
    /// The word `null`.
    case null
    /// The end of the text: only white space is left.
    case endOfText
  }

  /// The kind of the token.
  public let kind: Kind

  /// Whether a string or name contains a backslash, so that its text differs from its bytes.
  public let hasEscapes: Bool

  /// The offset of the token's first byte.
  public let offset: Int

  /// The offset after the token's last byte.
  public let endOffset: Int

  @inline(__always)
  init(_ kind: Kind, from offset: Int, to endOffset: Int, hasEscapes: Bool = false) {
    self.kind = kind
    self.hasEscapes = hasEscapes
    self.offset = offset
    self.endOffset = endOffset
  }

  /// The bytes between the quotes of a string or name, and all bytes of any other token.
  public var textRange: Range<Int> {
    switch kind {
    case .memberName, .string: offset + 1..<endOffset - 1
    default: offset..<endOffset
    }
  }
}
