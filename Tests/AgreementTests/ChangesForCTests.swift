// SPDX-License-Identifier: MIT

import CTypeRegistry
import Glibc
import TestSupport
import Testing
import TypeRegistry

@testable import TypeRegistryC

/// A declaration that appears while a registry is open, refreshed as a program in C does it.
@Suite("A registry that a program in C holds open follows its declarations")
@safe final class ChangesForCTests {
  private let directory: TemporaryDirectory
  private let handle: OpaquePointer?

  init() throws {
    directory = try TemporaryDirectory()
    let path = directory.path
    var environment = Environment(home: path, dataHome: path, dataDirectories: path + "/share")
    environment.configDirectories = Array((path + "/none").utf8)
    let store = StoreLocation(directory: path + "/state")
    let locations = RegistryLocations(core: nil, environment: environment, cache: nil, store: store)
    try directory.makeDirectory("typed/declarations")
    let open = OpenRegistry(EmbeddedRegistry(locations, store: store))
    unsafe handle = RegistryTable.add(open).flatMap { unsafe OpaquePointer(bitPattern: $0) }
  }

  deinit { _ = unsafe TypeRegistryC.close(handle) }

  /// Declares `org.test.dish`; the file appears whole.
  private func declareDish() throws {
    try directory.write(
      "staged",
      """
      {"CFBundleIdentifier": "org.test", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "org.test.dish", "UTTypeConformsTo": "public.data",
         "UTTypeTagSpecification": {"public.filename-extension": "dish"}}]}
      """)
    let path = directory.path
    try #require(unsafe rename(path + "/staged", path + "/typed/declarations/dish.json") == 0)
  }

  private func identifier(ofName name: String) -> String? {
    var type: tr_type = 0
    var text: UnsafePointer<CChar>?
    guard unsafe TypeRegistryC.typeOfName(handle, name, name.utf8.count, &type) == TR_OK,
      unsafe TypeRegistryC.identifier(handle, type, &text) == TR_OK
    else { return nil }
    return unsafe text.map { unsafe String(cString: $0) }
  }

  /// Whether answers may differ; `nil` for an error.
  private func refresh() -> Bool? {
    var changed: CInt = -1
    guard unsafe TypeRegistryC.refresh(handle, &changed) == TR_OK else { return nil }
    return changed == 1
  }

  @Test func whenItIsRefreshed() throws {
    #expect(identifier(ofName: "a.dish")?.hasPrefix("dyn.") == true)
    #expect(refresh() == false)
    try declareDish()
    #expect(identifier(ofName: "a.dish")?.hasPrefix("dyn.") == true)
    #expect(refresh() == true)
    #expect(identifier(ofName: "a.dish") == "org.test.dish")
  }

  /// A refresh takes the events of the watch.
  @Test func whenItsDescriptorIsReadable() throws {
    var descriptor: CInt = -1
    try #require(unsafe TypeRegistryC.watch(handle, &descriptor) == TR_OK)
    try declareDish()
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    repeat {
      try #require(unsafe poll(&polled, 1, 60_000) == 1)
    } while refresh() == false
    #expect(identifier(ofName: "a.dish") == "org.test.dish")
    #expect(unsafe poll(&polled, 1, 0) == 0)
  }
}
