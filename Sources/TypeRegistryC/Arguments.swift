// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry

/// Why a call is not answered, by its number in the header.
enum Failure: CInt, Error {
  case argument = -1
  case length = -2
  case registry = -3
  case type = -4
  case image = -5
  case limit = -6
  case file = -7
  case application = -8
  case target = -9
  case terminal = -10
  case unsafeLaunch = -11
}

/// The returned number of `body`.
func returning(_ body: () throws(Failure) -> CInt) -> CInt {
  do throws(Failure) { return try body() } catch { return error.rawValue }
}

/// The bytes of a text that ends in a NUL; they are valid during the call.
func bytes(
  of text: UnsafePointer<CChar>?
) throws(Failure) -> UnsafeBufferPointer<UInt8> {
  guard let text = unsafe text else { throw .argument }
  let count = unsafe strnlen(text, Longest.text + 1)
  guard count <= Longest.text else { throw .length }
  let start = unsafe UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
  return unsafe UnsafeBufferPointer(start: start, count: count)
}

/// A text that has to be UTF-8.
func text(_ pointer: UnsafePointer<CChar>?) throws(Failure) -> String {
  let bytes = try unsafe bytes(of: pointer)
  guard let text = unsafe String(validating: bytes, as: UTF8.self) else { throw .argument }
  return text
}

/// The bytes of a path.
func path(_ pointer: UnsafePointer<CChar>?) throws(Failure) -> FilePath {
  guard let path = unsafe FilePath(bytes: Array(try bytes(of: pointer))) else { throw .argument }
  return path
}

/// The text of a locale.
func localeText(_ locale: UnsafePointer<CChar>) throws(Failure) -> String {
  unsafe String(decoding: try bytes(of: locale), as: UTF8.self)
}

/// The bytes of a name, or of names, which may hold any byte.
func name(
  _ start: UnsafePointer<CChar>?, _ length: Int, longest: Int
) throws(Failure) -> UnsafeBufferPointer<UInt8> {
  guard length >= 0, length <= longest else { throw .length }
  guard let start = unsafe start else {
    guard length == 0 else { throw .argument }
    return unsafe UnsafeBufferPointer(start: nil, count: 0)
  }
  let bytes = unsafe UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self)
  return unsafe UnsafeBufferPointer(start: bytes, count: length)
}

/// The caller's array for an answer.
@safe struct AnswerArray<Element> {
  private let start: UnsafeMutablePointer<Element>?
  private let capacity: Int
  private let total: UnsafeMutablePointer<Int>
  private var count = 0

  init(
    _ start: UnsafeMutablePointer<Element>?, capacity: Int, count: UnsafeMutablePointer<Int>?
  ) throws(Failure) {
    guard let count = unsafe count, unsafe start != nil || capacity == 0 else { throw .argument }
    unsafe self.start = start
    // A negative one is more than the memory of any machine.
    self.capacity = capacity < 0 ? .max : capacity
    unsafe total = count
  }

  /// Whether an element that is appended now is written.
  var hasRoom: Bool { count < capacity }

  /// Counts an element, and writes it if there is room.
  @inline(__always)
  mutating func append(_ element: Element) {
    if count < capacity, let start = unsafe start {
      unsafe (start + count).initialize(to: element)
    }
    count += 1
  }

  /// Writes the number of elements that there are.
  func finish() -> CInt {
    unsafe total.pointee = count
    return Code.ok
  }
}
