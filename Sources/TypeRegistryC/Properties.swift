// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// See `typeregistry.h`.
@c(tr_identifier)
public func identifier(
  _ registry: OpaquePointer?, _ type: UInt64,
  _ text: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> CInt {
  unsafe answer(registry, type, text) { _, identifier in identifier.text }
}

/// See `typeregistry.h`.
@c(tr_preferred_extension)
public func preferredExtension(
  _ registry: OpaquePointer?, _ type: UInt64,
  _ text: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> CInt {
  unsafe answer(registry, type, text) { registry, identifier in
    registry.preferredTag(of: identifier, .filenameExtension)?.value
  }
}

/// See `typeregistry.h`.
@c(tr_preferred_mime_type)
public func preferredMIMEType(
  _ registry: OpaquePointer?, _ type: UInt64,
  _ text: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> CInt {
  unsafe answer(registry, type, text) { registry, identifier in
    registry.preferredTag(of: identifier, .mimeType)?.value
  }
}

/// See `typeregistry.h`.
@c(tr_mime_type)
public func mimeType(
  _ registry: OpaquePointer?, _ type: UInt64,
  _ text: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> CInt {
  unsafe answer(registry, type, text) { registry, identifier in
    registry.nearestMIMEType(of: identifier)?.mimeType
  }
}

/// See `typeregistry.h`.
@c(tr_mime_type_source)
public func mimeTypeSource(
  _ registry: OpaquePointer?, _ type: UInt64, _ source: UnsafeMutablePointer<UInt64>?
) -> CInt {
  returning { () throws(Failure) in
    guard let source = unsafe source else { throw .argument }
    let numbers = try TypeNumbers(UInt(bitPattern: registry))
    let found = numbers.registry.nearestMIMEType(of: try numbers.identifier(type))
    guard let supertype = found?.supertype else { return Code.none }
    unsafe source.pointee = try numbers.number(of: supertype)
    return Code.ok
  }
}

/// See `typeregistry.h`.
@c(tr_description)
public func localizedDescription(
  _ registry: OpaquePointer?, _ type: UInt64, _ locale: UnsafePointer<CChar>?,
  _ text: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> CInt {
  returning { () throws(Failure) in
    guard let text = unsafe text else { throw .argument }
    let numbers = try TypeNumbers(UInt(bitPattern: registry))
    let language = try unsafe Language(locale, in: numbers.open)
    guard let found = unsafe try numbers.texts(of: type, language).description else {
      return Code.none
    }
    unsafe text.pointee = found
    return Code.ok
  }
}

/// Answers with a text about a type.
private func answer(
  _ pointer: OpaquePointer?, _ type: UInt64,
  _ text: UnsafeMutablePointer<UnsafePointer<CChar>?>?,
  _ body: (CompiledRegistry, TypeIdentifier) -> String?
) -> CInt {
  returning { () throws(Failure) in
    guard let text = unsafe text else { throw .argument }
    let numbers = try TypeNumbers(UInt(bitPattern: pointer))
    guard let found = body(numbers.registry, try numbers.identifier(type)) else {
      return Code.none
    }
    unsafe text.pointee = numbers.open.keep(found)
    return Code.ok
  }
}
