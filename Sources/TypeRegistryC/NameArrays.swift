// SPDX-License-Identifier: MIT

/// See `typeregistry.h`.
@c(tr_types_of_slices)
public func typesOfSlices(
  _ registry: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ length: Int,
  _ offsets: UnsafeRawPointer?, _ width: Int, _ types: UnsafeMutablePointer<UInt64>?, _ count: Int
) -> CInt {
  returning { () throws(Failure) in
    let bytes = try unsafe name(text, length, longest: .max)
    guard count >= 0, count < .max / 8 else { throw .length }
    let numbers = try TypeNumbers(UInt(bitPattern: registry))
    if count == 0 { return Code.ok }
    guard let offsets = unsafe offsets, let types = unsafe types else { throw .argument }
    switch width {
    case 4: try unsafe numbers.write(bytes, offsets, of: Int32.self, types, count)
    case 8: try unsafe numbers.write(bytes, offsets, of: Int64.self, types, count)
    default: throw .argument
    }
    return Code.ok
  }
}

/// See `typeregistry.h`.
@c(tr_types_of_cells)
public func typesOfCells(
  _ registry: OpaquePointer?, _ cells: UnsafePointer<CChar>?, _ width: Int, _ stride: Int,
  _ types: UnsafeMutablePointer<UInt64>?, _ count: Int
) -> CInt {
  returning { () throws(Failure) in
    guard width >= 0, width <= Longest.names, count >= 0, count < .max / 8 else { throw .length }
    let numbers = try TypeNumbers(UInt(bitPattern: registry))
    if count == 0 { return Code.ok }
    guard let cells = unsafe cells, let types = unsafe types else { throw .argument }
    let first = unsafe UnsafeRawPointer(cells)
    var unknown = UnknownExtensions()
    for index in 0..<count {
      let cell = unsafe (first + index &* stride).assumingMemoryBound(to: UInt8.self)
      var length = width
      while length > 0, unsafe cell[length - 1] == 0 { length -= 1 }
      let name = unsafe UnsafeBufferPointer(start: cell, count: length)
      unsafe types[index] = try numbers.number(ofPath: name, &unknown)
    }
    return Code.ok
  }
}

extension TypeNumbers {
  /// The number of the type of a name, or of the last part of a path.
  @inline(__always)
  fileprivate func number(
    ofPath path: UnsafeBufferPointer<UInt8>, _ unknown: inout UnknownExtensions
  ) throws(Failure) -> UInt64 {
    try number(ofName: unsafe path.lastPart.span, &unknown)
  }

  /// Writes the types of the names between `count` + 1 offsets.
  ///
  /// All offsets are checked before the first type is written.
  fileprivate func write<Offset: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: UnsafeRawPointer, of: Offset.Type,
    _ types: UnsafeMutablePointer<UInt64>, _ count: Int
  ) throws(Failure) {
    func offset(_ index: Int) -> Int {
      let position = index * MemoryLayout<Offset>.size
      return Int(unsafe start.loadUnaligned(fromByteOffset: position, as: Offset.self))
    }
    var last = 0
    for index in 0...count {
      let next = offset(index)
      guard next >= last else { throw .argument }
      last = next
    }
    guard last <= bytes.count else { throw .argument }
    var unknown = UnknownExtensions()
    var begin = min(max(offset(0), 0), bytes.count)
    for index in 0..<count {
      // Offsets that another thread changes meanwhile lead to wrong types, but not out of the text.
      let end = min(max(offset(index + 1), begin), bytes.count)
      let name = unsafe UnsafeBufferPointer(rebasing: bytes[begin..<end])
      unsafe types[index] = try number(ofPath: name, &unknown)
      begin = end
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The last part of a path, without slashes at its end: the whole text if it has no slash.
  @inline(__always)
  fileprivate var lastPart: UnsafeBufferPointer<UInt8> {
    unsafe hasSlash ? afterSlash() : self
  }

  /// Whether the text has a slash.
  private var hasSlash: Bool {
    var position = 0
    while position + 8 <= count {
      let word =
        unsafe UnsafeRawPointer(baseAddress.unsafelyUnwrapped)
        .loadUnaligned(fromByteOffset: position, as: UInt64.self) ^ 0x2F2F_2F2F_2F2F_2F2F
      if (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 != 0 { return true }
      position += 8
    }
    while position < count {
      if unsafe self[position] == UInt8(ascii: "/") { return true }
      position += 1
    }
    return false
  }

  private func afterSlash() -> UnsafeBufferPointer<UInt8> {
    var end = count
    while end > 0, unsafe self[end - 1] == UInt8(ascii: "/") { end -= 1 }
    var begin = end
    while begin > 0, unsafe self[begin - 1] != UInt8(ascii: "/") { begin -= 1 }
    return unsafe UnsafeBufferPointer(rebasing: self[begin..<end])
  }
}
