// SPDX-License-Identifier: MIT

/// The methods of a service by their qualified names.
///
/// Sorted, not hashed: names come from strangers, and a service has few. Shorter names are before
/// longer ones, so most comparisons look at no byte.
struct MethodTable {
  /// What answers a method.
  struct Method {
    var handler: Service.Handler?
    var series: Service.SeriesHandler?
    /// Whether the series gives the one reply to a call of any kind.
    var isDeferred = false
  }

  /// What a name leads to.
  enum Finding {
    case method(Method)
    /// The interface is there, and has no such method.
    case noMethod
    /// The interface, which is so many bytes long, is not there.
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
    _ name: String, handler: Service.Handler?, series: Service.SeriesHandler?,
    isDeferred: Bool = false
  ) {
    let bytes = Array(name.utf8)
    guard let index = Self.find(bytes.span, in: names) else {
      preconditionFailure("a method that is handled is declared")
    }
    precondition(
      methods[index].handler == nil && methods[index].series == nil, "a method is handled once")
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
