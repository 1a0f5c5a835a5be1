// SPDX-License-Identifier: MIT

public import StrictJSON

/// A call: its method, parameters and flags (UAPI.20, "Call").
///
/// The message is scanned once and nothing is copied, unless the method's name has escape sequences. Messages
/// that the specification prescribes no reply for are thrown as errors. Members of vendors, which have a dot
/// in their names, are checked to be JSON and ignored.
public struct Call: Sendable {
  /// The message of the call.
  public private(set) var message: Message

  /// Whether the call must not get a reply.
  public private(set) var isOneway = false

  /// Whether the caller accepts more than one reply.
  public private(set) var wantsMore = false

  /// Whether the caller wants to switch to another protocol.
  public private(set) var wantsUpgrade = false

  /// The qualified method name.
  private(set) var method: ByteString

  /// The range of the parameters' object in the message; `nil` if it is absent or null.
  private(set) var parametersRange: Range<Int>?

  /// The location of the array of strings, if the call has the form of ``PlainCallScan``.
  private var plain: PlainStrings.Location?

  /// The parameters.
  public var parameters: Parameters {
    guard let parametersRange else { return Parameters(storage: [], range: 0..<0) }
    let start = message.range.lowerBound
    return Parameters(
      storage: message.storage,
      range: start + parametersRange.lowerBound..<start + parametersRange.upperBound,
      start: start, plain: plain)
  }

  /// The qualified name of the method, such as `org.varlink.service.GetInfo`.
  ///
  /// It is the peer's text, and need not have the form of a name.
  public var methodName: String { method.string }

  /// Reads a call.
  ///
  /// - Parameters:
  ///   - message: One message, without its terminating NUL.
  ///   - limits: The sizes that it must not exceed.
  /// - Throws: ``CallError``; then the caller should close the connection.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(_ message: Message, limits: JSONLimits = JSONLimits()) throws(CallError) {
    if let scan = message.withSpan({ PlainCallScan($0, limits: limits) }) {
      self.init(message, scan)
    } else {
      try self.init(scanning: message, limits: limits)
    }
  }

  private init(_ message: Message, _ scan: PlainCallScan) {
    self.message = message
    let start = message.range.lowerBound
    method = ByteString(
      storage: message.storage,
      range: start + scan.method.lowerBound..<start + scan.method.upperBound)
    parametersRange = scan.parameters
    plain = scan.strings
  }

  /// Reads a call of any form, without the fast path.
  init(scanning message: Message, limits: JSONLimits = JSONLimits()) throws(CallError) {
    let scan = try message.withSpan { span throws(CallError) in
      do throws(JSONError) {
        return try CallScan(span, limits: limits)
      } catch {
        throw CallError.malformed(error)
      }
    }
    if let error = scan.error { throw error }
    guard let name = scan.method else { throw .noMethod }
    self.message = message
    plain = nil
    if name.hasEscapes {
      let decoded = message.withSpan { name.text(in: $0) }
      method = ByteString(storage: decoded, range: 0..<decoded.count)
    } else {
      let start = message.range.lowerBound
      let text = name.textRange
      method = ByteString(
        storage: message.storage, range: start + text.lowerBound..<start + text.upperBound)
    }
    parametersRange = scan.parameters
    isOneway = scan.flags.contains(.oneway)
    wantsMore = scan.flags.contains(.more)
    wantsUpgrade = scan.flags.contains(.upgrade)
  }

  /// A copy of the call in its own storage, to be kept.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public var copy: Call {
    var copy = self
    copy.message = message.copy
    copy.method = method.copy
    return copy
  }

  /// The call without its parameters and its message.
  var head: Call {
    var head = self
    head.message = Message([])
    head.method = method.copy
    head.parametersRange = nil
    head.plain = nil
    return head
  }
}
