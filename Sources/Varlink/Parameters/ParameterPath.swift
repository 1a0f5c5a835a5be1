// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Where a value is in the parameters of a call, as errors name it: `items[0].path`.
///
/// Found only when an error is made, so that it costs nothing while reading.
enum ParameterPath {
  /// The path of a value; empty for the parameters themselves.
  ///
  /// - Parameters:
  ///   - offset: The index of its first byte in the storage.
  ///   - root: The index of the first byte of the parameters.
  ///   - storage: The text of the call.
  /// - Returns: Names, separated by dots, and indices in brackets.
  /// - Complexity: O(*n* · *d*) for *n* bytes of parameters and a value in *d* containers.
  static func text(of offset: Int, from root: Int, in storage: [UInt8]) -> String {
    var path = ""
    var start = root
    while start < offset {
      guard let step = step(to: offset, from: start, in: storage) else { return path }
      if let name = step.name {
        path += path.isEmpty ? name : "." + name
      } else {
        path += "[\(step.index)]"
      }
      start = step.start
    }
    return path
  }

  /// The path of a member of an object.
  static func text(of name: String, inObjectAt path: String) -> String {
    path.isEmpty ? name : path + "." + name
  }

  private struct Step {
    /// The name of a member; `nil` for an element.
    let name: String?
    let index: Int
    let start: Int
  }

  /// The member or element of the container at `start` that holds the byte at `offset`.
  private static func step(to offset: Int, from start: Int, in storage: [UInt8]) -> Step? {
    let bytes = storage.span.extracting(start..<storage.count)
    var scanner = CheckedScanner()
    let isObject = scanner.next(in: bytes).kind == .beginObject
    var index = 0
    while true {
      let token = scanner.next(in: bytes)
      guard token.kind != .endObject, token.kind != .endArray else { return nil }
      let value = isObject ? scanner.value(in: bytes) : scanner.value(from: token, in: bytes)
      if value.range.contains(offset - start) {
        return Step(
          name: isObject ? MethodError.name(of: token, in: bytes) : nil, index: index,
          start: start + value.range.lowerBound)
      }
      index += 1
    }
  }
}
