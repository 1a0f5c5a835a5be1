// SPDX-License-Identifier: MIT

/// The kinds of the open containers, one bit each.
///
/// The innermost containers, 64 or fewer, fit into one word; only deeper nesting allocates.
struct ContainerStack: Sendable {
  /// The number of open containers.
  private(set) var depth = 0

  /// One bit for each container, set for an object; the innermost container is bit 0.
  private var bits: UInt64 = 0

  /// Full words of the outer containers, outermost first.
  private var outer: [UInt64] = []

  /// Whether the innermost container is an object; false if nothing is open.
  @inline(__always)
  var isInObject: Bool { depth > 0 && bits & 1 == 1 }

  /// Whether the innermost container is an array; false if nothing is open.
  @inline(__always)
  var isInArray: Bool { depth > 0 && bits & 1 == 0 }

  @inline(__always)
  mutating func push(isObject: Bool) {
    if depth > 0, depth & 63 == 0 { outer.append(bits) }
    bits = bits << 1 | (isObject ? 1 : 0)
    depth &+= 1
  }

  @inline(__always)
  mutating func pop() {
    precondition(depth > 0, "no container is open")
    depth &-= 1
    bits >>= 1
    if depth > 0, depth & 63 == 0, let word = outer.popLast() { bits = word }
  }

  /// Closes all containers and keeps the storage.
  mutating func removeAll() {
    depth = 0
    bits = 0
    outer.removeAll(keepingCapacity: true)
  }
}
