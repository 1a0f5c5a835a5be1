// SPDX-License-Identifier: MIT

internal import StrictJSON

extension OutputBuffer {
  /// Writes an error reply.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - method: The qualified name of the called method.
  mutating func append(_ error: MethodError, method: ByteString) {
    switch error {
    case .invalidParameter(let name):
      appendError("org.varlink.service.InvalidParameter", "parameter", name.utf8.span)
    case .interfaceNotFound(let name):
      appendError("org.varlink.service.InterfaceNotFound", "interface", name.utf8.span)
    case .methodNotImplemented:
      appendError("org.varlink.service.MethodNotImplemented", method)
    case .permissionDenied:
      appendError("org.varlink.service.PermissionDenied")
    case .expectedMore:
      appendError("org.varlink.service.ExpectedMore")
    case .declared(let error):
      appendError(error)
    }
  }

  /// Writes the error reply for an unknown method of an interface that the service has.
  mutating func appendMethodNotFound(_ method: ByteString) {
    appendError("org.varlink.service.MethodNotFound", method)
  }

  /// Writes the error reply for a method of an interface that the service does not have.
  mutating func appendInterfaceNotFound(_ method: ByteString, interfaceLength: Int) {
    method.withSpan { name in
      appendError(
        "org.varlink.service.InterfaceNotFound", "interface", name.extracting(0..<interfaceLength))
    }
  }

  private mutating func appendError(_ error: String, _ method: ByteString) {
    method.withSpan { appendError(error, "method", $0) }
  }

  private mutating func appendError(_ error: String, _ name: String, _ value: Span<UInt8>) {
    appendError(error) { writer in
      writer.name("parameters")
      writer.beginObject()
      writer.name(name)
      // A name as long as a message would make the reply longer than a message.
      writer.string(bytes: value.extracting(0..<min(value.count, MethodError.nameLimit)))
      writer.endObject()
    }
  }

  private mutating func appendError(_ error: MethodError.DeclaredError) {
    appendError(error.name) { writer in
      guard let parameters = error.parameters,
        let document = try? JSONDocument(parsing: parameters)
      else { return }
      writer.name("parameters")
      writer.value(document.root)
    }
  }

  private mutating func appendError(
    _ error: String, _ parameters: (inout JSONWriter) -> Void = { _ in }
  ) {
    writer.beginObject()
    writer.member("error", error)
    parameters(&writer)
    writer.endObject()
    writer.endText(terminator: 0)
  }
}
