// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing
import TypeRegistry

@testable import typed

/// A directory for a store, which is removed with this object.
final class TemporaryStore {
  let location: StoreLocation
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    // The store makes its directory itself.
    location = try #require(StoreLocation(directory: directory.path + "/store"))
  }

  var path: String { location.directory.description }
}

extension ServiceUnderTest {
  /// A registry with a few applications, and a store.
  static func withHandlers(_ store: TemporaryStore) -> ServiceUnderTest {
    ServiceUnderTest(handlerRegistry(), store: store.location)
  }

  static func handlerRegistry(_ more: [TypeRegistry.Bundle] = []) -> CompiledRegistry {
    RegistryCompiler.compile(
      [
        .test(
          "org.test.core",
          [
            .test("public.data"), .test("public.html", parents: ["public.data"]),
            .test("public.image", parents: ["public.data"]),
            .test(
              "public.jpeg", parents: ["public.image"], extensions: ["jpg"],
              mimeTypes: ["image/jpeg"]),
            .test("public.left", parents: ["public.data"], extensions: ["tie"]),
            .test("public.right", parents: ["public.data"], extensions: ["tie"]),
          ]),
        .application("org.test.viewer", [.test("public.jpeg")]),
        .application("org.test.editor", [.test("public.image", role: .editor)]),
        .application(
          "org.test.browser",
          [
            .test(.test(.urlScheme, "http")), .test(.test(.urlScheme, "https")),
            .test("public.html"),
          ], arguments: ["/bin/true", "%U"]),
        .application("org.test.hex", [.everything(role: .editor, rank: .alternate)]),
        .application("org.test.gone", [.test("public.jpeg")], arguments: ["gone", "%f"]),
      ] + more
    ).registry
  }

  /// The bundles of the handlers of the first answer of `Rank`.
  func ranked(_ parameters: String) throws -> [String] {
    let answer = try self.answer("handlers.Rank", parameters)["answers"]?[0]
    return answer?["handlers"]?.elements.compactMap { $0["bundle"]?.string } ?? []
  }

  /// The first handler of the JPEG type.
  func firstOfJPEG() throws -> String? {
    try ranked("{\"items\":[{\"type\":\"public.jpeg\"}]}").first
  }
}
