// SPDX-License-Identifier: MIT

public import StrictJSON

/// Why a method fails: the error reply to the caller.
public enum MethodError: Error, Sendable {
  /// A parameter, or a part of one, is missing, unknown, mistyped or out of range; the payload is its path:
  /// `name`, or `items[0].path`.
  case invalidParameter(String)
  /// The caller may not call the method.
  case permissionDenied
  /// The method requires `more`.
  case expectedMore
  /// The interface declares the method, but this service does not implement it.
  case methodNotImplemented
  /// The service does not have the interface; the payload is its name.
  case interfaceNotFound(String)
  /// An error that an interface of the service declares.
  case declared(DeclaredError)

  /// An error that an interface of the service declares.
  ///
  /// - Parameters:
  ///   - name: The error's qualified name, such as `org.example.ftl.NotEnoughEnergy`.
  ///   - parameters: Writes the members of the parameters' object.
  /// - Returns: The error.
  public static func declared(
    _ name: String, _ parameters: (inout JSONWriter) -> Void = { _ in }
  ) -> MethodError {
    .declared(DeclaredError(name, parameters))
  }

  /// An error that an interface declares, with its parameters.
  public struct DeclaredError: Hashable, Sendable {
    /// The qualified name.
    public let name: String

    /// The parameters as a JSON object; `nil` if there are none.
    public let parameters: [UInt8]?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - name: The qualified name, with a dot in it.
    ///   - parameters: Writes the members of the parameters' object.
    public init(_ name: String, _ parameters: (inout JSONWriter) -> Void = { _ in }) {
      precondition(name.utf8.contains(UInt8(ascii: ".")), "an error's name must be qualified")
      self.name = name
      var writer = JSONWriter()
      writer.beginObject()
      parameters(&writer)
      writer.endObject()
      self.parameters = writer.bytes.count > 2 ? writer.bytes : nil
    }
  }
}

extension MethodError {
  /// The maximum length of a peer's name that is repeated in an error, in bytes.
  static let nameLimit = 256

  /// A name for an error, truncated if it is long.
  static func name(_ text: String) -> String {
    guard text.utf8.count > nameLimit else { return text }
    return String(decoding: text.utf8.prefix(nameLimit), as: UTF8.self)
  }

  /// The text of a token, truncated if it is long.
  static func name(of token: JSONToken, in bytes: Span<UInt8>) -> String {
    String(decoding: token.text(in: bytes).prefix(nameLimit), as: UTF8.self)
  }
}
