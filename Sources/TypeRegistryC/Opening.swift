// SPDX-License-Identifier: MIT

internal import TypeRegistry

// Each function is described in `typeregistry.h`.

/// See `typeregistry.h`.
@c(tr_version)
public func version() -> UnsafePointer<CChar> { unsafe constant(ProgramVersion.staticText) }

/// See `typeregistry.h`.
@c(tr_message)
public func message(_ code: CInt) -> UnsafePointer<CChar> {
  let text: StaticString =
    switch Failure(rawValue: code) {
    case nil where code == Code.ok: "answered"
    case nil where code == Code.none: "there is none"
    case nil: "no such code"
    case .argument: "a pointer is NULL, or a text is not of the form that it has to have"
    case .length: "a text is too long"
    case .registry: "the registry is not open"
    case .type: "the type is not in this generation of this registry"
    case .image: "the file is not a usable image"
    case .file: "there is no such file, or it cannot be read"
    case .limit: "too many registries are open, or too many dynamic types are named"
    case .application: "there is no such application or action, or it cannot be started"
    case .target: "the application takes no files, or no URLs"
    case .terminal:
      "the application needs a terminal, and none was found that passes on every name"
    case .unsafeLaunch: "the application is not started: a file's name could run as a command"
    }
  return unsafe constant(text)
}

private func constant(_ text: StaticString) -> UnsafePointer<CChar> {
  unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// See `typeregistry.h`.
@c(tr_open)
public func open(_ registry: UnsafeMutablePointer<OpaquePointer?>?) -> CInt {
  returning { () throws(Failure) in
    guard let registry = unsafe registry else { throw .argument }
    return try unsafe add(OpenRegistry(), registry)
  }
}

/// See `typeregistry.h`.
@c(tr_open_image)
public func openImage(
  _ path: UnsafePointer<CChar>?, _ registry: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
  returning { () throws(Failure) in
    guard let registry = unsafe registry else { throw .argument }
    let path = try unsafe TypeRegistryC.path(path)
    guard let file = try? RegistryFile(at: path) else { throw .image }
    return try unsafe add(OpenRegistry(file), registry)
  }
}

private func add(
  _ open: OpenRegistry, _ registry: UnsafeMutablePointer<OpaquePointer?>
) throws(Failure) -> CInt {
  guard let number = RegistryTable.add(open) else { throw .limit }
  unsafe registry.pointee = OpaquePointer(bitPattern: number)
  return Code.ok
}

/// See `typeregistry.h`.
@c(tr_close)
public func close(_ registry: OpaquePointer?) -> CInt {
  RegistryTable.remove(UInt(bitPattern: registry)) ? Code.ok : Failure.registry.rawValue
}

/// The registry of that number, which a pointer contains.
func opened(_ number: UInt) throws(Failure) -> OpenRegistry {
  guard let open = RegistryTable.open(number) else { throw .registry }
  return open
}
