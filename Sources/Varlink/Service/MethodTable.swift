// SPDX-License-Identifier: MIT

/// The methods of a service by their qualified names.
///
/// Sorted, not hashed: peers choose the names for look-ups, and a service has few. Shorter names are before
/// longer ones, so most comparisons read no bytes.
struct MethodTable {
  /// The handler of a method.
  struct Method {
    var handler: Service.PausingHandler?
    var series: Service.SeriesHandler?
    /// Whether the series produces the single reply to every call.
    var isDeferred = false
  }

  /// The result of a look-up.
  enum Finding {
    case method(Method)
    /// The service has the interface, which has no such method.
    case noMethod
    /// The service does not have the interface, whose name has `length` bytes.
    case noInterface(length: Int)
  }

  private var names: [[UInt8]] = []
  private var methods: [Method] = []
  private var interfaces: [[UInt8]] = []

  init(_ descriptions: [InterfaceDescription]) {
    interfaces = descriptions.map { Array($0.name.utf8) }.sorted(by: Self.precedes)
    for description in descriptions {
      names += description.methods.map { Array("\(description.name).\($0.name)".utf8) }
    }
    names.sort(by: Self.precedes)
    methods = Array(repeating: Method(), count: names.count)
  }

  mutating func set(
    _ name: String, handler: Service.PausingHandler?, series: Service.SeriesHandler?,
    isDeferred: Bool = false
  ) {
    let bytes = Array(name.utf8)
    guard let index = Self.find(bytes.span, in: names) else {
      preconditionFailure("a handled method must be declared")
    }
    precondition(
      methods[index].handler == nil && methods[index].series == nil,
      "the method already has a handler")
    methods[index] = Method(handler: handler, series: series, isDeferred: isDeferred)
  }

  func find(_ name: ByteString) -> Finding {
    name.withSpan { bytes in
      if let index = Self.find(bytes, in: names) { return .method(methods[index]) }
      var dot = bytes.count
      while dot > 0, bytes[dot - 1] != UInt8(ascii: ".") { dot -= 1 }
      let length = max(dot - 1, 0)
      guard Self.find(bytes.extracting(0..<length), in: interfaces) != nil else {
        return .noInterface(length: length)
      }
      return .noMethod
    }
  }

  private static func find(_ name: Span<UInt8>, in names: [[UInt8]]) -> Int? {
    var low = 0
    var high = names.count
    while low < high {
      let middle = (low + high) / 2
      let candidate = names[middle]
      let order = order(candidate.span, name)
      if order == 0 { return middle }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  private static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    order(left.span, right.span) < 0
  }

  private static func order(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    left.count == right.count ? Int(left.order(to: right)) : left.count - right.count
  }
}
