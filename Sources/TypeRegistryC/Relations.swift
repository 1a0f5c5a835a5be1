// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// See `typeregistry.h`.
@c(tr_conforms)
public func conforms(_ registry: OpaquePointer?, _ type: UInt64, _ supertype: UInt64) -> CInt {
  // The frequent case, without retaining the registry.
  let known = RegistryTable.withCurrent(UInt(bitPattern: registry)) { current in
    current.conformance(ofNumbered: type, to: supertype)
  }
  guard let known else { return Failure.registry.rawValue }
  if known >= 0 { return known }
  return returning { () throws(Failure) in
    let numbers = try TypeNumbers(UInt(bitPattern: registry))
    return try numbers.conforms(type, to: supertype) ? 1 : 0
  }
}

/// See `typeregistry.h`.
@c(tr_conform)
public func conform(
  _ registry: OpaquePointer?, _ types: UnsafePointer<UInt64>?, _ count: Int, _ supertype: UInt64,
  _ answers: UnsafeMutablePointer<UInt8>?
) -> CInt {
  returning { () throws(Failure) in
    let numbers = try TypeNumbers(UInt(bitPattern: registry))
    let (current, other) = (numbers.registry, TypeNumber(supertype).type(in: numbers.registry))
    if other == .none { _ = try numbers.identifier(supertype) }
    guard count >= 0 else { throw .length }
    if count == 0 { return Code.ok }
    guard let types = unsafe types, let answers = unsafe answers else { throw .argument }
    var code = Code.ok
    for index in 0..<count {
      let type = unsafe TypeNumber(types[index]).type(in: current)
      if type != .none, other != .none {
        unsafe answers[index] = current.conforms(type, to: other) ? 1 : 0
        continue
      }
      do throws(Failure) {
        unsafe answers[index] = try numbers.conforms(types[index], to: supertype) ? 1 : 0
      } catch {
        unsafe answers[index] = 0
        code = error.rawValue
      }
    }
    return code
  }
}

/// See `typeregistry.h`.
@c(tr_supertypes)
public func supertypes(
  _ registry: OpaquePointer?, _ type: UInt64, _ types: UnsafeMutablePointer<UInt64>?,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>?
) -> CInt {
  returning { () throws(Failure) in
    var answers = try unsafe AnswerArray(types, capacity: capacity, count: count)
    let numbers = try TypeNumbers(UInt(bitPattern: registry))
    for supertype in numbers.registry.supertypes(of: try numbers.identifier(type)) {
      let number = answers.hasRoom ? try numbers.number(of: supertype) : 0
      answers.append(number)
    }
    return answers.finish()
  }
}

extension TypeNumbers {
  /// Whether one type is the other or conforms to it.
  fileprivate func conforms(_ type: UInt64, to supertype: UInt64) throws(Failure) -> Bool {
    let (type, supertype) = (try identifier(type), try identifier(supertype))
    return registry.conforms(type, to: supertype)
  }
}
