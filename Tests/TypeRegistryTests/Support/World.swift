// SPDX-License-Identifier: MIT

import TestSupport
import TypeRegistry

/// A small world of types: data, content, image above jpeg, text above source above swift.
enum World {
  static let types = Bundle.test(
    "org.test.types",
    [
      .test("public.data"),
      .test("public.content"),
      .test("public.directory", mimeTypes: ["inode/directory"]),
      .test("public.image", parents: ["public.data", "public.content"]),
      .test(
        "public.jpeg", parents: ["public.image"], extensions: ["jpg"], mimeTypes: ["image/jpeg"]),
      .test("public.text", parents: ["public.data", "public.content"]),
      .test("public.plain-text", parents: ["public.text"], extensions: ["txt"]),
      .test("public.source-code", parents: ["public.plain-text"]),
      .test("public.swift-source", parents: ["public.source-code"], extensions: ["swift"]),
      .test("public.html", parents: ["public.text"], extensions: ["html"]),
    ])

  static func registry(_ applications: Bundle...) -> CompiledRegistry {
    registry(applications)
  }

  static func registry(_ applications: [Bundle]) -> CompiledRegistry {
    RegistryCompiler.compile([types] + applications).registry
  }
}

extension CompiledRegistry {
  /// The identifiers of the applications that open something, in order.
  func opening(
    _ subject: HandlerQuery.Subject, roles: RoleMask = .all, _ bindings: [Binding] = [],
    ownHandler: String? = nil
  ) -> [String] {
    answer(subject, roles: roles, bindings, ownHandler: ownHandler).handlers.map(\.bundle)
  }

  func opening(
    _ type: String, roles: RoleMask = .all, _ bindings: [Binding] = []
  ) -> [String] {
    opening(.type(.test(type)), roles: roles, bindings)
  }

  func answer(
    _ subject: HandlerQuery.Subject, roles: RoleMask = .all, _ bindings: [Binding] = [],
    ownHandler: String? = nil
  ) -> HandlerAnswer {
    handlers(
      for: HandlerQuery(subject, roles: roles, ownHandler: ownHandler, explains: true),
      with: BindingTable(bindings, over: self))
  }
}

extension Binding {
  /// A binding to an application as ``World`` makes them.
  static func test(
    _ subject: Subject, role: Role? = nil, to bundle: String, origin: Origin = .system
  ) -> Binding {
    Binding(
      subject, role: role,
      .handler(HandlerIdentity(bundle: bundle, origin: origin, path: "/test/\(bundle).json")))
  }
}

extension Binding.Subject {
  static func type(_ text: String) -> Binding.Subject { .type(TypeIdentifier.test(text)) }
  static func family(_ text: String) -> Binding.Subject { .family(TypeIdentifier.test(text)) }
  static func fileExtension(_ text: String) -> Binding.Subject {
    .tag(.test(.filenameExtension, text))
  }
}

extension HandlerQuery.Subject {
  static func file(_ name: String) -> HandlerQuery.Subject {
    .file(FileQuery(name: Array(name.utf8)))
  }
}
