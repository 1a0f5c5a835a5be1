// SPDX-License-Identifier: MIT

public import StrictJSON

/// A call as it came: its method, parameters and flags (UAPI.20, "Call").
///
/// The message is scanned once and nothing is copied, unless the method's name is written with
/// escape sequences. What the specification wants answered by closing the connection is thrown;
/// members of vendors, which have a dot in their names, are checked to be JSON and ignored.
public struct Call: Sendable {
  /// The message that the call is.
  public let message: Message

  /// The call must not be answered in any way.
  public private(set) var isOneway = false

  /// The caller accepts more than one reply.
  public private(set) var wantsMore = false

  /// The caller wants to go on with another protocol.
  public private(set) var wantsUpgrade = false

  /// The qualified method name.
  let method: ByteString

  /// Where the parameters' object lies in the message; nil if there is none, or null.
  let parametersRange: Range<Int>?

  /// Where the one array of strings lies in the message, if that has been seen to be all.
  private let plain: PlainStrings.Place?

  /// The parameters.
  public var parameters: Parameters {
    guard let parametersRange else { return Parameters() }
    let start = message.range.lowerBound
    return Parameters(
      storage: message.storage,
      range: start + parametersRange.lowerBound..<start + parametersRange.upperBound,
      start: start, plain: plain)
  }

  /// The qualified name of the method, such as `org.varlink.service.GetInfo`.
  ///
  /// It is what the peer wrote, and need not have the form of a name.
  public var methodName: String { method.string }

  /// Reads a call.
  ///
  /// - Parameters:
  ///   - message: One message, without the NUL behind it.
  ///   - limits: The sizes that it must not exceed.
  /// - Throws: ``CallError``; then the connection is to be closed.
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

  /// Reads a call of any form.
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
      var decoded: [UInt8] = []
      message.withSpan { JSONScanner.appendText(of: name, in: $0, to: &decoded) }
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

  private init(copying call: Call) {
    message = call.message.copy
    isOneway = call.isOneway
    wantsMore = call.wantsMore
    wantsUpgrade = call.wantsUpgrade
    method = call.method.copy
    parametersRange = call.parametersRange
    plain = call.plain
  }

  /// The same call in storage of its own, for keeping.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public var copy: Call { Call(copying: self) }
}
