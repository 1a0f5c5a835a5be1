// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The texts, and arrays of texts, that a registry has returned: each once, however many generations
/// have it, and until the registry is closed.
@safe struct ReturnedTexts: ~Copyable {
  private var texts: [ExactText: ReturnedText] = [:]
  // By the addresses of the texts: different addresses have different bytes.
  private var vectors: [[UnsafePointer<CChar>]: ReturnedVector] = unsafe [:]

  /// The text, ending in a NUL.
  ///
  /// Of a text with a NUL within, the part before it.
  mutating func keep(_ text: String) -> UnsafePointer<CChar> {
    let exact = ExactText(text)
    if let known = texts[exact] { return unsafe known.start }
    let made = ReturnedText(text)
    texts[exact] = made
    return unsafe made.start
  }

  /// The texts as an array that ends in NULL.
  mutating func keep(_ texts: [String]) -> UnsafePointer<UnsafePointer<CChar>?> {
    var starts: [UnsafePointer<CChar>] = unsafe []
    for text in texts { unsafe starts.append(keep(text)) }
    if let known = unsafe vectors[starts] { return unsafe known.start }
    let made = unsafe ReturnedVector(starts)
    unsafe vectors[starts] = made
    return unsafe made.start
  }
}

/// A text in memory of its own.
@safe final class ReturnedText: Sendable {
  nonisolated(unsafe) let start: UnsafePointer<CChar>

  init(_ text: String) {
    let bytes = text.utf8
    let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
    var end = unsafe memory
    for byte in bytes {
      unsafe end.initialize(to: CChar(bitPattern: byte))
      unsafe end += 1
    }
    unsafe end.initialize(to: 0)
    unsafe start = UnsafePointer(memory)
  }

  deinit { unsafe start.deallocate() }
}

/// An array of texts in memory of its own.
@safe final class ReturnedVector: Sendable {
  nonisolated(unsafe) let start: UnsafePointer<UnsafePointer<CChar>?>

  init(_ texts: [UnsafePointer<CChar>]) {
    let memory = unsafe UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(
      capacity: texts.count + 1)
    for index in unsafe texts.indices {
      unsafe (memory + index).initialize(to: texts[index])
    }
    unsafe (memory + texts.count).initialize(to: nil)
    unsafe start = UnsafePointer(memory)
  }

  deinit { unsafe start.deallocate() }
}
