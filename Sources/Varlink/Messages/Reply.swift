// SPDX-License-Identifier: MIT

public import StrictJSON

/// A reply as a client receives it (UAPI.20, "Reply").
///
/// Unknown members, which a newer service may send, and null members are ignored. A reply that makes
/// it unclear which call the next one belongs to is refused.
public struct Reply: Sendable {
  /// Why a message is not a reply, which makes the connection unusable.
  public enum ReplyError: Error, Hashable, Sendable {
    /// The message is not JSON.
    case malformed(JSONError)
    /// The message is JSON, but not an object.
    case notAnObject
    /// A known member has the wrong type, or occurs twice.
    case invalidMember(String)
    /// `continues` is true in an error, or in the reply to a call without `more`.
    case unexpectedContinuation
  }

  /// Whether other replies to the same call follow.
  public let continues: Bool

  /// The qualified name of the error, or `nil` if the call has succeeded.
  public let error: String?

  /// The parameters, an object; `nil` if there are none.
  public let parameters: JSONValue?

  /// Reads a reply.
  ///
  /// - Parameters:
  ///   - message: One message, without its terminating NUL.
  ///   - acceptsMore: Whether the call was made with `more`.
  /// - Throws: ``ReplyError``.
  public init(_ message: Message, acceptsMore: Bool) throws(ReplyError) {
    let document: JSONDocument
    do throws(JSONError) {
      let limits = JSONLimits(maximumBytes: .max, maximumValues: .max)
      document = try JSONDocument(
        parsing: Array(message.bytes), options: JSONReaderOptions(limits: limits))
    } catch {
      throw .malformed(error)
    }
    guard document.root.kind == .object else { throw .notAnObject }
    func value(_ name: String) throws(ReplyError) -> JSONValue? {
      var found: JSONValue?
      for member in document.root.members where member.name.equals(bytes: name.utf8.span) {
        guard found == nil else { throw .invalidMember(name) }
        found = member.value
      }
      guard let found, !found.isNull else { return nil }
      return found
    }
    let parameters = try value("parameters")
    guard parameters == nil || parameters?.kind == .object else {
      throw .invalidMember("parameters")
    }
    let error = try value("error")
    guard error == nil || error?.string != nil else { throw .invalidMember("error") }
    let continues = try value("continues")
    guard continues == nil || continues?.boolean != nil else { throw .invalidMember("continues") }
    self.parameters = parameters
    self.error = error?.string
    self.continues = continues?.boolean ?? false
    guard !self.continues || acceptsMore && error == nil else { throw .unexpectedContinuation }
  }

  /// The value of a parameter; `nil` if it is absent or null.
  ///
  /// - Complexity: O(*n*) for *n* parameters.
  public subscript(_ name: String) -> JSONValue? {
    guard let value = parameters?[name], !value.isNull else { return nil }
    return value
  }
}
