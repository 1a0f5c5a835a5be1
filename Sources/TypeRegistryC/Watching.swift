// SPDX-License-Identifier: MIT

// Each function is described in `typeregistry.h`.

/// See `typeregistry.h`.
@c(tr_refresh)
public func refresh(_ registry: OpaquePointer?, _ changed: UnsafeMutablePointer<CInt>?) -> CInt {
  returning { () throws(Failure) in
    let open = try opened(UInt(bitPattern: registry))
    let isChanged = RegistryTable.refresh(UInt(bitPattern: registry), open)
    if let changed = unsafe changed { unsafe changed.pointee = isChanged ? 1 : 0 }
    return Code.ok
  }
}

/// See `typeregistry.h`.
@c(tr_watch)
public func watch(_ registry: OpaquePointer?, _ descriptor: UnsafeMutablePointer<CInt>?) -> CInt {
  returning { () throws(Failure) in
    let open = try opened(UInt(bitPattern: registry))
    guard let descriptor = unsafe descriptor else { throw .argument }
    guard let number = try open.watchDescriptor() else { return Code.none }
    unsafe descriptor.pointee = number
    return Code.ok
  }
}
