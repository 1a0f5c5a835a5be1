// SPDX-License-Identifier: MIT

import CTypeRegistry
import Foundation
import TestSupport
import TypeRegistry

@testable import TypeRegistryC

/// A registry with types that are opened as others, applications over it, a store, and every way to ask.
///
/// A package of MIME types in the home directory names supertypes of the core's types, to which they
/// do not conform because of it.
@safe final class OpenedAsWorld {
  let registry: CompiledRegistry
  let embedded: EmbeddedClient
  let socket: SocketClient
  /// The types that a choice is made for: those that others can be opened as, and their supertypes.
  let opened: [TypeIdentifier]
  /// The types that can be opened as one of ``opened``, by themselves or by a supertype.
  let opening: [TypeIdentifier]
  /// The applications.
  let bundles: [String]
  private let temporary: TemporaryDirectory
  private var directory: String { temporary.path }
  private let handle: OpaquePointer?

  /// A world at random.
  ///
  /// - Parameters:
  ///   - seed: What it is made from.
  ///   - usesSystemDatabase: Whether it has the packages of MIME types in `/usr/share`.
  /// - Throws: What keeps its files or the sockets from being made.
  init(seed: UInt64, usesSystemDatabase: Bool = false) throws {
    var random = SeededRandom(seed: seed)
    temporary = try TemporaryDirectory()
    let directory = temporary.path
    let data = directory + "/data"
    var environment = Environment(
      home: directory, dataHome: data, dataDirectories: directory + "/share")
    environment.configDirectories = Array((directory + "/none").utf8)
    if usesSystemDatabase {
      try FileManager.default.createDirectory(
        atPath: directory + "/share", withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: directory + "/share/mime", withDestinationPath: "/usr/share/mime")
    }
    try Self.write(Self.package(&random), to: data + "/mime/packages/random.xml")
    bundles = (0..<12).map { "org.test.app\($0)" }
    for bundle in bundles {
      try Self.write(
        Self.application(bundle, &random), to: data + "/typed/declarations/\(bundle).json")
    }
    let store = StoreLocation(directory: directory + "/state")
    let locations = RegistryLocations(core: nil, environment: environment, cache: nil, store: store)
    let loaded = EmbeddedRegistry(locations, store: store)
    let registry = loaded.current
    self.registry = registry
    let supertypes = Dictionary(
      uniqueKeysWithValues: registry.declaredTypes.map { ($0, [$0] + registry.supertypes(of: $0)) })
    let targets = registry.declaredTypes.flatMap { registry.opensAs($0).map(\.type) }
    opened = Set(targets.flatMap { supertypes[$0] ?? [$0] }).sorted()
    opening = registry.declaredTypes.filter { type in
      supertypes[type]?.contains { !registry.opensAs($0).isEmpty } == true
    }
    embedded = EmbeddedClient(loaded.published, of: locations, store: store)
    socket = try ServedRegistry(loaded.published, of: locations, store: store).client
    _ = try socket.bindings()
    unsafe handle = RegistryTable.add(OpenRegistry(loaded)).flatMap {
      unsafe OpaquePointer(bitPattern: $0)
    }
  }

  deinit {
    _ = unsafe TypeRegistryC.close(handle)
  }

  /// The applications that the interface for C lists; `nil` if it returns an error.
  func bundlesByC(_ type: TypeIdentifier) -> [String]? {
    var number: tr_type = 0
    var count = 0
    var handlers = unsafe [tr_handler](repeating: tr_handler(), count: bundles.count)
    // Choices are looked at when the caller refreshes.
    guard unsafe TypeRegistryC.refresh(handle, nil) == TR_OK,
      unsafe TypeRegistryC.typeNamed(handle, type.text, &number) == TR_OK,
      unsafe TypeRegistryC.handlers(handle, number, nil, &handlers, handlers.count, &count) == TR_OK
    else { return nil }
    return unsafe handlers.prefix(count).map { unsafe String(cString: $0.bundle) }
  }

  private static func write(_ text: String, to path: String) throws {
    try FileManager.default.createDirectory(
      atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path,
      withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  // MARK: - Random declarations

  private static let mimeTypes = [
    "image/png", "image/jpeg", "text/css", "text/html", "application/json", "application/pdf",
    "application/zip", "audio/mpeg", "video/mp4", "text/x-python", "inode/directory",
    "application/x-tar", "application/x-first", "image/x-second", "text/x-third",
  ]

  private static let targets = [
    "text/plain", "application/octet-stream", "application/zip", "application/xml", "text/html",
    "application/json", "image/png", "application/x-first", "image/x-second", "text/x-third",
  ]

  /// A package whose types name others as supertypes at random; a picture is always text.
  private static func package(_ random: inout SeededRandom) -> String {
    var text = "<mime-info xmlns='http://www.freedesktop.org/standards/shared-mime-info'>"
    for mimeType in mimeTypes {
      var parents = mimeType == "image/png" ? ["text/plain"] : []
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        parents += [targets.randomElement(using: &random) ?? "text/plain"].filter { $0 != mimeType }
      }
      text += "<mime-type type='\(mimeType)'>"
      text += parents.map { "<sub-class-of type='\($0)'/>" }.joined()
      text += "<glob pattern='*.\(mimeType.split(separator: "/")[1])'/></mime-type>"
    }
    return text + "</mime-info>"
  }

  private static let claimed = [
    "public.plain-text", "public.text", "public.data", "public.content", "public.item",
    "public.zip-archive", "public.archive", "public.xml", "public.json", "public.image",
    "public.png", "public.html", "org.freedesktop.mime.application.x-first",
  ]

  private static func application(_ bundle: String, _ random: inout SeededRandom) -> String {
    let types = claimed.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
    let names = (types.isEmpty ? ["public.plain-text"] : types).map { "\"\($0)\"" }
    let role = ["Editor", "Viewer"].randomElement(using: &random) ?? "Viewer"
    return """
      {"CFBundleIdentifier": "\(bundle)",
       "CFBundleDocumentTypes": [{"LSItemContentTypes": [\(names.joined(separator: ", "))],
         "CFBundleTypeRole": "\(role)"}],
       "TRLaunch": {"Arguments": ["/bin/true", "%f"]}}
      """
  }
}
