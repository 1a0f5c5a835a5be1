// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing
import TypeRegistry

/// A temporary location for a store.
struct StoreDirectory {
  private let parent: TemporaryDirectory
  let location: StoreLocation

  init() throws {
    parent = try TemporaryDirectory(mode: 0o755)
    location = try #require(StoreLocation(directory: parent.path + "/state/typed"))
  }

  /// The directory of the store.
  var path: String { parent.path + "/state/typed" }
  /// The directory above it, which exists already.
  var parentPath: String { parent.path }

  func open(_ mode: RegistryStore.Mode = .writing) throws -> RegistryStore {
    try RegistryStore.open(location, mode, timeout: 200)
  }

  func file(_ name: String) -> String { path + "/" + name }

  func contents(_ name: String) throws -> [UInt8] {
    try #require(TestFiles.bytes(at: file(name)))
  }

  /// Replaces a file's contents, as damage does: the file remains the same one.
  func overwrite(_ name: String, _ bytes: [UInt8]) throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file(name)))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
  }

  func remove(_ name: String) { try? FileManager.default.removeItem(atPath: file(name)) }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

  /// The names of the files, in byte order.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// The files that were set aside because of damage.
  func setAside() throws -> [String] {
    try names().filter { $0.hasPrefix("registry.sqlite.corrupt") && !$0.hasSuffix("-wal") }
  }

  func setMode(_ name: String, _ mode: mode_t) throws {
    try #require(unsafe chmod(name.isEmpty ? path : file(name), mode) == 0)
  }

  /// Gives a file to the user `nobody`; for root alone.
  func giveAway(_ name: String) throws {
    try #require(unsafe chown(name.isEmpty ? path : file(name), 65_534, 65_534) == 0)
  }

  func mode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(
      atPath: name.isEmpty ? path : file(name))
    return try #require(attributes[.posixPermissions] as? Int)
  }
}

extension RegistryStore {
  /// Sets bindings as one change.
  @discardableResult
  func bind(_ bindings: Binding...) throws -> BindingChange? {
    try apply(bindings.map { Binding.Assignment($0) }, action: .bind, author: .test)
  }
}

extension BindingChange.Author {
  static let test = BindingChange.Author(uid: 1_000, program: "a test")
}

extension Binding {
  /// The binding of an extension to the application of this name.
  static func test(_ fileExtension: String, _ name: String, role: Role? = nil) throws -> Binding {
    Binding(
      .tag(try Tag(.filenameExtension, fileExtension)), role: role, .handler(.test(name)))
  }
}

extension HandlerIdentity {
  static func test(_ name: String, _ origin: Origin = .system) -> HandlerIdentity {
    HandlerIdentity(bundle: "org.example.\(name)", origin: origin, path: "/usr/share/\(name)")
  }
}

/// Random bindings in few slots, so that they collide.
struct RandomBindings {
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  private static let types = ["public.jpeg", "org.bistro.menu", "dyn.age81e62", "a.b"]
  // Among them two spellings of one text, characters that are special in SQL and URIs, and a NUL.
  private static let tags: [(TagClass, String)] = [
    (.filenameExtension, "tar.gz"), (.filenameExtension, "caf\u{E9}"),
    (.filenameExtension, "cafe\u{301}"), (.filenameGlob, "'; drop table bindings; --"),
    (.mimeType, "image/jpeg"), (.urlScheme, "https"), (.osType, "TEXT"), (.osType, "A\0\0\0"),
    (.pasteboardType, "=:?1%\u{1}"),
  ]

  mutating func subject() throws -> Binding.Subject {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .type(try TypeIdentifier(pick(Self.types)))
    case 1: return .family(try TypeIdentifier(pick(Self.types)))
    default:
      let (tagClass, value) = pick(Self.tags)
      return .tag(try Tag(tagClass, value))
    }
  }

  mutating func binding() throws -> Binding {
    let subject = try subject()
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return Binding(subject, .never(bundle: pick(["org.a", "b.desktop"])))
    case 1:
      if case .tag = subject {
        return Binding(subject, .type(try TypeIdentifier(pick(Self.types))))
      }
      fallthrough
    default:
      let roles: [Role?] = [nil, .editor, .viewer, .shell, .quickLookGenerator]
      let handler = HandlerIdentity(
        bundle: pick(["org.a", "b.desktop", "d\u{E9}"]), origin: pick(Origin.allCases),
        path: pick(["/a", "/usr/share/\u{FFFD}\n'\"", "relative"]))
      return Binding(subject, role: pick(roles), .handler(handler))
    }
  }

  mutating func assignment() throws -> Binding.Assignment {
    let binding = try binding()
    return Int.random(in: 0..<3, using: &random) == 0
      ? Binding.Assignment(clearing: binding.slot) : Binding.Assignment(binding)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }
}

/// Whether this process may make namespaces and mount in them.
let canMount = geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/unshare")

/// A process that works on a store.
final class StoreProcess {
  private let process: ChildProcess
  private let output: OutputLines

  /// Starts `StoreWriter` with these words, or another program with it as one of its words.
  init(_ words: [String]) throws {
    let words = words.first?.hasPrefix("/") == true ? words : [Self.program] + words
    (process, output) = try OutputLines.start(words, errors: STDERR_FILENO)
  }

  /// The program in the directory of this one.
  static let program = ChildProcess.built("StoreWriter")

  /// Reads this many lines, or to the end.
  func lines(_ count: Int = .max) throws -> [String] {
    var lines: [String] = []
    while lines.count < count, let line = try output.next() { lines.append(line) }
    return lines
  }

  /// Kills it by SIGKILL and waits until it has ended.
  func kill() { process.end() }
}
