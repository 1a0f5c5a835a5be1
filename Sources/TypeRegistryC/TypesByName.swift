// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The types of one generation as numbers.
struct TypeNumbers {
  let open: OpenRegistry
  let generation: Generation

  init(_ number: UInt) throws(Failure) {
    open = try opened(number)
    generation = open.current
  }

  var registry: CompiledRegistry { generation.registry }

  /// The number of a type.
  ///
  /// - Throws: ``Failure/limit`` if it is dynamic, and too many others have numbers.
  func exactNumber(of identifier: TypeIdentifier) throws(Failure) -> UInt64 {
    if case .registered(let type) = registry.reference(identifier) {
      return TypeNumber(type, in: registry).value
    }
    guard let number = generation.number(of: identifier) else { throw .limit }
    return TypeNumber(dynamic: number, in: registry).value
  }

  /// The number of a type; for a dynamic type beyond the limit, the number of its nearest supertype.
  ///
  /// So other people's names of files cannot make an answer fail.
  func number(of identifier: TypeIdentifier) throws(Failure) -> UInt64 {
    do throws(Failure) { return try exactNumber(of: identifier) } catch {
      let general = registry.supertypes(of: identifier).first ?? UniformType.data.typeIdentifier
      guard case .registered(let type) = registry.reference(general) else { throw error }
      return TypeNumber(type, in: registry).value
    }
  }

  /// The number of the type of a name.
  @inline(__always)
  func number(
    of resolution: NameResolution, name: Span<UInt8>
  ) throws(Failure) -> UInt64 {
    if case .type(let type) = resolution.answer, !registry.isDynamic(type) {
      return TypeNumber(type, in: registry).value
    }
    return try number(of: registry.identifier(of: resolution, name: name))
  }

  /// The type of a number, by its identifier.
  func identifier(_ number: UInt64) throws(Failure) -> TypeIdentifier {
    let type = TypeNumber(number).type(in: registry)
    if type != .none { return registry.identifier(of: type) }
    guard let dynamic = TypeNumber(number).dynamicNumber(in: registry),
      let identifier = generation.dynamicType(dynamic)
    else { throw .type }
    return identifier
  }
}

/// See `typeregistry.h`.
@c(tr_type_of_name)
public func typeOfName(
  _ registry: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
  _ type: UnsafeMutablePointer<UInt64>?
) -> CInt {
  returning { () throws(Failure) in
    guard let type = unsafe type else { throw .argument }
    let name = try unsafe TypeRegistryC.name(name, length, longest: Longest.text)
    let span = unsafe name.span
    // The frequent case, without retaining the registry.
    let known = RegistryTable.withCurrent(UInt(bitPattern: registry)) { current in
      if case .type(let found) = current.resolve(name: span).answer, !current.isDynamic(found) {
        return TypeNumber(found, in: current).value
      }
      return 0
    }
    guard let known else { throw .registry }
    if known != 0 {
      unsafe type.pointee = known
      return Code.ok
    }
    let numbers = try TypeNumbers(UInt(bitPattern: registry))
    unsafe type.pointee = try numbers.number(of: numbers.registry.resolve(name: span), name: span)
    return Code.ok
  }
}

/// See `typeregistry.h`.
@c(tr_types_of_names)
public func typesOfNames(
  _ registry: OpaquePointer?, _ names: UnsafePointer<CChar>?, _ length: Int,
  _ types: UnsafeMutablePointer<UInt64>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?
) -> CInt {
  returning { () throws(Failure) in
    let bytes = try unsafe name(names, length, longest: Longest.names)
    var answers = try unsafe AnswerArray(types, capacity: capacity, count: count)
    let numbers = try TypeNumbers(UInt(bitPattern: registry))
    let span = unsafe bytes.span
    var unknown = UnknownExtensions()
    var start = 0
    while start < span.count {
      let end = unsafe bytes.end(ofNameAt: start)
      let name = span.extracting(start..<end)
      let number =
        answers.hasRoom
        ? try numbers.number(ofName: name, &unknown) : 0
      answers.append(number)
      start = end + 1
    }
    return answers.finish()
  }
}

/// See `typeregistry.h`.
@c(tr_type_named)
public func typeNamed(
  _ registry: OpaquePointer?, _ identifier: UnsafePointer<CChar>?,
  _ type: UnsafeMutablePointer<UInt64>?
) -> CInt {
  returning { () throws(Failure) in
    guard let type = unsafe type else { throw .argument }
    let numbers = try TypeNumbers(UInt(bitPattern: registry))
    let spelling = try unsafe text(identifier)
    guard let identifier = try? TypeIdentifier(spelling) else { throw .argument }
    if case .unknown = numbers.registry.reference(identifier) { return Code.none }
    unsafe type.pointee = try numbers.exactNumber(of: identifier)
    return Code.ok
  }
}

/// See `typeregistry.h`.
@c(tr_types_of_tag)
public func typesOfTag(
  _ registry: OpaquePointer?, _ tagClass: UnsafePointer<CChar>?, _ tag: UnsafePointer<CChar>?,
  _ supertype: UInt64, _ types: UnsafeMutablePointer<UInt64>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> CInt {
  returning { () throws(Failure) in
    var answers = try unsafe AnswerArray(types, capacity: capacity, count: count)
    let numbers = try TypeNumbers(UInt(bitPattern: registry))
    let (spelledClass, spelledTag) = (try unsafe text(tagClass), try unsafe text(tag))
    guard let tagClass = try? TagClass(spelledClass), let tag = try? Tag(tagClass, spelledTag)
    else { throw .argument }
    let asked = supertype == 0 ? nil : try numbers.identifier(supertype)
    for type in numbers.registry.types(tag: tag, conformingTo: asked).types {
      let number = answers.hasRoom ? try numbers.number(of: type) : 0
      answers.append(number)
    }
    return answers.finish()
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The first names (each ends in a NUL, but the last one perhaps), and how many there are.
  func names(most: Int = .max) -> (names: [[UInt8]], count: Int) {
    var names: [[UInt8]] = []
    var (start, total) = (0, 0)
    while start < count {
      let end = unsafe end(ofNameAt: start)
      if total < most {
        unsafe names.append(Array(UnsafeBufferPointer(rebasing: self[start..<end])))
      }
      total += 1
      start = end + 1
    }
    return (names, total)
  }

  /// The position of the first NUL from `start` on, or the end.
  @inline(__always)
  func end(ofNameAt start: Int) -> Int {
    var position = start
    while position + 8 <= count {
      // The lowest byte that is 0 has the lowest set bit.
      let word = unsafe UInt64(
        littleEndian: UnsafeRawPointer(baseAddress.unsafelyUnwrapped)
          .loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let zeroes = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
      if zeroes != 0 { return position + zeroes.trailingZeroBitCount / 8 }
      position += 8
    }
    while position < count, unsafe self[position] != 0 { position += 1 }
    return position
  }
}
