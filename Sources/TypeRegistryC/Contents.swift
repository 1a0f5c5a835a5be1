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
    var reader = FileTypeReader(numbers.registry)
    let found: ResolvedFile
    do { found = try reader.resolve(path.bytes) } catch { throw .file }
    let name = found.name
    let number = try numbers.number(of: found.resolution, name: name.span)
    unsafe type.pointee = number
    if let certainty = unsafe certainty {
      unsafe certainty.pointee = found.resolution.certainty.number
    }
    return Code.ok
  }
}

/// See `typeregistry.h`.
@c(tr_types_of_files)
public func typesOfFiles(
  _ registry: OpaquePointer?, _ paths: UnsafePointer<CChar>?, _ length: Int,
  _ types: UnsafeMutablePointer<UInt64>?, _ certainties: UnsafeMutablePointer<CInt>?,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>?
) -> CInt {
  returning { () throws(Failure) in
    let bytes = try unsafe name(paths, length, longest: Longest.names)
    var answers = try unsafe AnswerArray(types, capacity: capacity, count: count)
    let numbers = try TypeNumbers(UInt(bitPattern: registry))
    let (files, total) = unsafe bytes.names(most: capacity < 0 ? .max : capacity)
    for (index, found) in numbers.registry.resolve(filesAt: files).enumerated() {
      var certainty = Failure.file.rawValue
      var number: UInt64 = 0
      if case .success(let file) = found {
        let name = file.name
        number = try numbers.number(of: file.resolution, name: name.span)
        certainty = file.resolution.certainty.number
      }
      answers.append(number)
      if let certainties = unsafe certainties { unsafe certainties[index] = certainty }
    }
    for _ in files.count..<total { answers.append(0) }
    return answers.finish()
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
    let name = unsafe Array(try TypeRegistryC.name(name, nameLength, longest: Longest.text))
    let numbers = try TypeNumbers(UInt(bitPattern: registry))
    let found = unsafe numbers.registry.resolve(
      Array(bytes), name: name, length: max(fileLength, length))
    let number = try numbers.number(of: found, name: name.span)
    unsafe type.pointee = number
    if let certainty = unsafe certainty { unsafe certainty.pointee = found.certainty.number }
    return Code.ok
  }
}

extension TypeCertainty {
  /// The number in `typeregistry.h`.
  var number: CInt {
    switch self {
    case .nothing: 0
    case .text: 1
    case .contents: 2
    case .name: 3
    }
  }
}
