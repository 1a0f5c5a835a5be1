// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// See `typeregistry.h`.
@c(tr_type_of_file)
public func typeOfFile(
  _ registry: OpaquePointer?, _ path: UnsafePointer<CChar>?,
  _ type: UnsafeMutablePointer<UInt64>?, _ certainty: UnsafeMutablePointer<CInt>?
) -> CInt {
  returning { () throws(Failure) in
    guard let type = unsafe type else { throw .argument }
    let path = try unsafe TypeRegistryC.path(path)
    let numbers = try TypeNumbers(UInt(bitPattern: registry))
    let found: TypeByContents
    do {
      found = try UniformType.ofFile(path.bytes, in: numbers.registry)
    } catch {
      throw .file
    }
    let number = try numbers.number(of: found.type.identifier)
    unsafe type.pointee = number
    if let certainty = unsafe certainty { unsafe certainty.pointee = found.certainty.number }
    return Code.ok
  }
}

/// See `typeregistry.h`.
@c(tr_type_of_contents)
public func typeOfContents(
  _ registry: OpaquePointer?, _ contents: UnsafeRawPointer?, _ length: Int, _ fileLength: Int,
  _ name: UnsafePointer<CChar>?, _ nameLength: Int, _ type: UnsafeMutablePointer<UInt64>?,
  _ certainty: UnsafeMutablePointer<CInt>?
) -> CInt {
  returning { () throws(Failure) in
    guard let type = unsafe type else { throw .argument }
    let start = unsafe contents?.assumingMemoryBound(to: CChar.self)
    let bytes = try unsafe TypeRegistryC.name(start, length, longest: Longest.names)
    let name = try unsafe TypeRegistryC.name(name, nameLength, longest: Longest.text)
    let numbers = try TypeNumbers(UInt(bitPattern: registry))
    let found = unsafe UniformType.ofContents(
      Array(bytes), name: Array(name), length: max(fileLength, length), in: numbers.registry)
    let number = try numbers.number(of: found.type.identifier)
    unsafe type.pointee = number
    if let certainty = unsafe certainty { unsafe certainty.pointee = found.certainty.number }
    return Code.ok
  }
}

extension TypeCertainty {
  /// The number in `typeregistry.h`.
  fileprivate var number: CInt {
    switch self {
    case .nothing: 0
    case .text: 1
    case .contents: 2
    case .name: 3
    }
  }
}
