// SPDX-License-Identifier: MIT

import CTypeRegistry
import Foundation
import Glibc
import TestSupport
import Testing
import TypeRegistry
import TypeRegistryC

/// One answer about files and URLs: C, Swift and `utcli`.
@Suite("A file manager in C is answered as in Swift and by utcli")
struct FilesForCTests {
  private let world: FileManagerWorld

  init() throws { world = try FileManagerWorld() }

  private func look(_ path: String, _ locale: String? = "C") -> (code: CInt, file: tr_file) {
    var file = unsafe tr_file()
    let code = unsafe TypeRegistryC.lookAtFile(world.handle, path, locale, &file)
    return unsafe (code, file)
  }

  @Test func everyKindOfFileIsSeenAlike() throws {
    let paths = try world.paths
    #expect(paths.count == 13)
    let joined = paths.joined(separator: "\0")
    var files = unsafe [tr_file](repeating: tr_file(), count: paths.count)
    var count = 0
    #expect(
      unsafe TypeRegistryC.lookAtFiles(
        world.handle, joined, joined.utf8.count, "C", &files, files.count, &count) == TR_OK)
    #expect(count == paths.count)
    let directory = HandlerDirectory(world.registry, bindings: [])
    for (index, path) in paths.enumerated() {
      let one = unsafe look(path).file
      let many = unsafe files[index]
      #expect(unsafe one.type == many.type && one.kind == many.kind && one.flags == many.flags)
      #expect(unsafe text(one.identifier) == text(many.identifier), "\(path)")
      let followed = path.hasSuffix("/broken") ? [] : ["-L"]
      let said = try world.programs.utcli(["type-of", "--embedded"] + followed + [path])
      #expect(unsafe text(one.identifier) == said.lines.first, "\(path) \(said.errorText)")
      let info = try world.programs.utcli(["icon", "--embedded", "--type", said.lines[0]])
      #expect(
        unsafe text(one.icon) == info.lines.first?.split(separator: "\t").first.map(String.init))
      // The applications.
      let query = try HandlerQuery(fileAt: Array(path.utf8), in: world.registry)
      let wanted = directory.handlers(for: query, in: .none)
      let found = unsafe world.handlers {
        unsafe TypeRegistryC.handlersOfFile(world.handle, path, "C", $0, $1, $2)
      }
      let bundles = unsafe found?.compactMap { unsafe text($0.bundle) }
      #expect(bundles == wanted.handlers.map(\.bundle))
      #expect(unsafe text(one.handler.bundle) == wanted.preferred?.bundle)
      #expect(unsafe text(many.handler.bundle) == wanted.preferred?.bundle)
      guard followed != [] else { continue }
      let first = try world.programs.utcli(["default", "--embedded", path])
      #expect(first.lines.first == wanted.preferred?.bundle, "\(path) \(first.errorText)")
    }
  }

  @Test(arguments: [
    ("report", TR_REGULAR, 0), ("link", TR_REGULAR, Int(TR_LINK)),
    ("folder", TR_DIRECTORY, 0), ("to-folder", TR_DIRECTORY, Int(TR_LINK)),
    ("Tool.app", TR_DIRECTORY, Int(TR_PACKAGE)), ("broken", TR_BROKEN_LINK, Int(TR_LINK)),
    ("pipe", TR_NAMED_PIPE, 0),
  ])
  func kindsAreNamed(_ name: String, _ kind: Int, _ flags: Int) {
    let (code, file) = unsafe look(world.files + "/" + name)
    #expect(code == TR_OK)
    #expect(unsafe Int(file.kind) == kind && Int(file.flags) == flags)
  }

  /// A length beyond the memory of any machine arrives as a negative one.
  @Test func anArrayOfANegativeLengthHasRoomForAllFiles() {
    let paths = "/dev/null\0/none\0/proc"
    var files = unsafe [tr_file](repeating: tr_file(), count: 3)
    var count = 0
    #expect(
      unsafe TypeRegistryC.lookAtFiles(
        world.handle, paths, paths.utf8.count, "C", &files, -1, &count) == TR_OK)
    #expect(count == 3)
    let kinds = unsafe files.map { unsafe Int($0.kind) }
    #expect(kinds == [TR_CHARACTER_DEVICE, Int(TR_ERROR_FILE), TR_MOUNT_POINT])
  }

  @Test func volumesAndDevicesHaveTypesOfTheirOwn() {
    #expect(unsafe text(look("/dev/null").file.identifier) == "public.character-special")
    #expect(unsafe text(look("/proc").file.identifier) == "public.volume")
    #expect(unsafe look("/proc").file.kind == CInt(TR_MOUNT_POINT))
  }

  /// A file that names its application, as `default set --this-file` makes it do.
  @Test func theOwnChoiceOfAFileComesFirst() throws {
    let path = world.files + "/notes"
    do throws(HandlerAttribute.Failure) {
      try HandlerAttribute.write("viewer", to: Array(path.utf8))
    } catch .notSupported {
      return
    }
    // It is no handler of the type, and so not in effect.
    #expect(unsafe text(look(path).file.handler.bundle) == "editor")
    let pdf = world.files + "/report"
    try HandlerAttribute.write("viewer", to: Array(pdf.utf8))
    #expect(unsafe text(look(pdf).file.handler.bundle) == "viewer")
  }

  @Test func applicationsHaveIconsEntriesAndDirectories() throws {
    let all = unsafe world.handlers {
      unsafe TypeRegistryC.handlersOfFile(world.handle, world.files + "/report", "de", $0, $1, $2)
    }
    guard let found = unsafe all?.first else {
      Issue.record("no application")
      return
    }
    #expect(unsafe text(found.name) == "Betrachter")
    #expect(unsafe text(found.icon) == "viewer-icon")
    #expect(unsafe text(found.entry) == "viewer.desktop")
    #expect(
      unsafe text(found.path) == world.programs.directory + "/data/applications/viewer.desktop")
    #expect(unsafe text(found.directory) == "/tmp")
    var named = unsafe tr_handler()
    #expect(unsafe TypeRegistryC.application(world.handle, "VIEWER", "de", &named) == TR_OK)
    #expect(unsafe text(named.bundle) == "viewer" && text(named.role) == nil)
    #expect(unsafe TypeRegistryC.application(world.handle, "nobody", nil, &named) == TR_NONE)
    let others = unsafe world.handlers {
      unsafe TypeRegistryC.applications(world.handle, "C", $0, $1, $2)
    }
    #expect(
      unsafe others?.map { unsafe text($0.bundle) }
        .filter { $0 != "org.bus.Player" } == ["clock", "console", "editor", "viewer"])
  }

  @Test func aDynamicTypeHasTheDescriptionOfItsSupertype() {
    let file = unsafe look(world.files + "/data.foo123", "de").file
    #expect(unsafe text(file.identifier)?.hasPrefix("dyn.") == true)
    #expect(unsafe text(file.description) == "Daten")
  }

  @Test(arguments: [
    ("mailto:ann@example.org", ["mail"]), ("MAILTO:", ["mail"]), ("x-none:a", []),
  ])
  func urlsAreOpenedByTheirSchemes(_ url: String, _ wanted: [String]) throws {
    let found = unsafe world.handlers {
      unsafe TypeRegistryC.handlersOfURL(world.handle, url, nil, $0, $1, $2)
    }
    #expect(unsafe found?.map { unsafe text($0.bundle) ?? "" } == wanted)
    let said = try world.programs.utcli(["default", "--embedded", url])
    #expect(said.lines == wanted)
  }

  @Test func aFileURLIsTheFile() {
    let found = unsafe world.handlers {
      unsafe TypeRegistryC.handlersOfURL(
        world.handle, "file://\(world.files)/report", nil, $0, $1, $2)
    }
    #expect(unsafe found?.map { unsafe text($0.bundle) } == ["viewer"])
  }

  @Test func mistakesAreErrors() {
    var file = unsafe tr_file()
    var count = 7
    let (handle, none) = unsafe (world.handle, OpaquePointer(bitPattern: 8))
    #expect(unsafe TypeRegistryC.lookAtFile(handle, "/none/at/all", nil, &file) == TR_ERROR_FILE)
    #expect(unsafe TypeRegistryC.lookAtFile(handle, nil, nil, &file) == TR_ERROR_ARGUMENT)
    #expect(unsafe TypeRegistryC.lookAtFile(handle, "/", nil, nil) == TR_ERROR_ARGUMENT)
    #expect(unsafe TypeRegistryC.lookAtFile(none, "/", nil, &file) == TR_ERROR_REGISTRY)
    #expect(unsafe file.type == 0 && file.kind == 0)
    #expect(
      unsafe TypeRegistryC.lookAtFiles(handle, nil, 3, nil, &file, 1, &count) == TR_ERROR_ARGUMENT)
    #expect(
      unsafe TypeRegistryC.lookAtFiles(handle, "/", -1, nil, &file, 1, &count) == TR_ERROR_LENGTH)
    #expect(
      unsafe TypeRegistryC.handlersOfFile(handle, "/none", nil, nil, 0, &count) == TR_ERROR_FILE)
    #expect(
      unsafe TypeRegistryC.handlersOfURL(handle, "none", nil, nil, 0, &count) == TR_ERROR_ARGUMENT)
    #expect(
      unsafe TypeRegistryC.handlersOfURL(handle, "file://elsewhere/a", nil, nil, 0, &count)
        == TR_ERROR_ARGUMENT)
    #expect(count == 7)
    // A file that is missing among others has the number of the error.
    #expect(
      unsafe TypeRegistryC.lookAtFiles(handle, "/none\0/\0/", 9, nil, &file, 1, &count) == TR_OK)
    #expect(unsafe count == 3 && file.type == 0 && file.kind == CInt(TR_ERROR_FILE))
    // Without room nothing is written.
    unsafe file.kind = 77
    #expect(unsafe TypeRegistryC.lookAtFiles(handle, "/", 1, nil, &file, 0, &count) == TR_OK)
    #expect(unsafe count == 1 && file.kind == 77)
  }
}
