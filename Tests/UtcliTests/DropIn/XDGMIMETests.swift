// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing
import TypeRegistry

@testable import utcli

/// `xdg-mime query filetype` for the names of all types.
@Suite struct XDGMIMETests {
  /// The core alone, without the declarations of this machine.
  private static let locations = RegistryLocations(
    core: nil, environment: Environment(declarations: ""), cache: nil)

  /// A name for each extension and each pattern without a wildcard.
  private static let names: [String] = {
    var names: Set<String> = []
    for declaration in RegistryLoader.bundles(of: locations).flatMap(\.declarations) {
      for tag in declaration.tags {
        switch tag.tagClass {
        case .filenameExtension: names.insert("name.\(tag.value)")
        case .filenameGlob, .caseSensitiveGlob:
          if !tag.value.contains(where: { "*?[/".contains($0) }) { names.insert(tag.value) }
        default: continue
        }
      }
    }
    return names.sorted()
  }()

  /// A type without a MIME type of its own is one of its supertype's kind, and not an empty file.
  @Test func isThatOfTheNearestSupertypeForEveryName() throws {
    let registry = RegistryLoader.load(Self.locations).registry
    let directory = try TemporaryDirectory()
    var inherited = 0
    for name in Self.names {
      let path = directory.path + "/" + name
      #expect(FileManager.default.createFile(atPath: path, contents: Data([1, 2, 3])))
      let file = try FileInspection(of: Array(path.utf8), followsLinks: true)
      let answer = XDGMIME.mimeType(of: file, at: Array(path.utf8), in: registry)
      try FileManager.default.removeItem(atPath: path)
      let resolution = registry.resolve(name: Array(name.utf8).span)
      // Of several types, the contents decide.
      if registry.dependsOnContents(resolution) { continue }
      let type = registry.identifier(of: resolution, name: Array(name.utf8).span)
      guard registry.mimeType(of: type) == nil else {
        #expect(answer == registry.mimeType(of: type), "\(name)")
        continue
      }
      inherited += 1
      #expect(
        answer == registry.nearestMIMEType(of: type)?.mimeType ?? "application/octet-stream",
        "\(name)")
    }
    #expect(Self.names.count > 2_000 && inherited > 100)
  }
}
