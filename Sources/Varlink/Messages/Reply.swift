// SPDX-License-Identifier: MIT

public import StrictJSON

/// A reply as a client gets it (UAPI.20, "Reply").
///
/// Members that the protocol does not know are ignored, as are null ones: a newer service may say
/// more. What would leave in doubt which reply belongs to which call is refused.
public struct Reply: Sendable {
  /// Why a message is no reply: the connection is of no use any more.
  public enum ReplyError: Error, Hashable, Sendable {
    /// The message is no JSON.
    case malformed(JSONError)
    /// The message is JSON, but no object.
    case notAnObject
    /// A member that the protocol knows has another type than it must have, or occurs twice.
    case invalidMember(String)
    /// `continues` is true in an error, or in the reply to a call without `more`.
    case unexpectedContinuation
  }

  /// Whether other replies to the same call follow.
  public let continues: Bool

  /// The qualified name of the error, or nil if the call has succeeded.
  public let error: String?

  /// The parameters, an object; nil if there are none.
  public let parameters: JSONValue?

  /// Reads a reply.
  ///
  /// - Parameters:
  ///   - message: One message, without the NUL behind it.
  ///   - acceptsMore: Whether the call that it answers was made with `more`.
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

  /// The value of a parameter; nil if it is absent or null.
  ///
  /// - Complexity: O(*n*) for *n* parameters.
  public subscript(_ name: String) -> JSONValue? {
    guard let value = parameters?[name], !value.isNull else { return nil }
    return value
  }
}
