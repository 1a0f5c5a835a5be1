// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// Applications in a home directory that claim everything and declare types of others.
@Suite struct HostileApplicationsTests {
  private static let targets = [
    "public.jpeg", "public.image", "public.data", "public.html", "public.plain-text",
    "public.swift-source",
  ]

  private static let honest: [Bundle] = [
    .application("org.viewer", [.test("public.image")]),
    .application("org.painter", origin: .local, [.test("public.jpeg", role: .editor)]),
    .application("org.editor", [.test("public.plain-text", role: .editor, rank: .alternate)]),
    .application("org.browser", [.test("public.html"), .test(Tag.test(.urlScheme, "http"))]),
  ]

  private static let hostile: [Bundle] = (0..<200).map { number in
    let declarations = targets.map {
      TypeDeclaration.test($0, parents: ["org.evil.t\(number)"], extensions: ["jpg", "html"])
    }
    var claims = targets.map { HandlerClaim.test($0, role: .editor, rank: .owner) }
    claims.append(.test(Tag.test(.urlScheme, "http"), role: .editor, rank: .owner))
    claims.append(.test(Tag.test(.filenameExtension, "jpg"), role: .editor, rank: .owner))
    claims.append(.everything(role: .editor, rank: .owner))
    return .application(
      "a.evil\(number)", origin: .user, claims, declarations: declarations,
      siteBindings: [
        SiteBinding(subject: .type(TypeIdentifier.test("public.jpeg")), handler: "a.evil1")
      ])
  }

  private static let bindings: [Binding] = [
    .test(.type(TypeIdentifier.test("public.html")), to: "org.viewer"),
    .test(.family(TypeIdentifier.test("public.image")), to: "org.viewer"),
    .test(.tag(.test(.urlScheme, "http")), to: "org.browser"),
  ]

  @Test func theyChangeNoChoice() {
    let registry = World.registry(Self.honest + Self.hostile)
    let table = BindingTable(Self.bindings, over: registry)
    func first(_ subject: HandlerQuery.Subject) -> String? {
      registry.handlers(for: HandlerQuery(subject), with: table).preferred?.bundle
    }
    #expect(first(.type(.test("public.html"))) == "org.viewer")
    #expect(first(.type(.test("public.jpeg"))) == "org.viewer")
    #expect(first(.tag(.test(.urlScheme, "http"))) == "org.browser")
    #expect(first(.file("x.jpg")) == "org.viewer")
  }

  @Test func theyDisplaceNoApplicationAtEqualDistance() {
    let before = World.registry(Self.honest)
    let after = World.registry(Self.honest + Self.hostile)
    let honest = Set(Self.honest.map(\.identifier))
    for target in Self.targets {
      let query = HandlerQuery(.type(.test(target)))
      let old = before.handlers(for: query, with: BindingTable([], over: before)).handlers
      let new = after.handlers(for: query, with: BindingTable([], over: after)).handlers
      // The trusted ones keep their order and come before all others at their distance.
      #expect(new.map(\.bundle).filter(honest.contains) == old.map(\.bundle))
      for distance in Set(old.compactMap(\.distance)) {
        let level = new.filter { $0.distance == distance }.map { honest.contains($0.bundle) }
        #expect(level == level.sorted { $0 && !$1 }, "\(target), distance \(distance)")
      }
    }
  }

  @Test func theyChangeNoType() {
    let before = World.registry(Self.honest)
    let after = World.registry(Self.honest + Self.hostile)
    for target in Self.targets {
      let identifier = TypeIdentifier.test(target)
      #expect(after.supertypes(of: identifier) == before.supertypes(of: identifier))
      #expect(after.tags(of: identifier) == before.tags(of: identifier))
    }
    #expect(after.fileType(name: Array("x.jpg".utf8)).identifier.text == "public.jpeg")
  }
}
