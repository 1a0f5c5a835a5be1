// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// The handlers whose texts are read when they are asked for are those of the whole answer.
@Suite struct RankedHandlersTests {
  private static let claimed = ["public.jpeg", "public.image", "public.data", "public.text"]

  private static func application(_ number: Int) -> Bundle {
    let role: Role = number % 3 == 0 ? .editor : .viewer
    let rank: HandlerRank = number % 5 == 0 ? .none : .default
    let claim = HandlerClaim.test(claimed[number % 4], role: role, rank: rank)
    return Bundle.application("org.app\(number)", [claim])
  }

  private static let applications: [Bundle] = (0..<12).map { application($0) }

  @Test func theyAreThoseOfTheWholeAnswerInItsOrder() throws {
    let registry = World.registry(Self.applications)
    let names = ["public.jpeg", "public.text", "public.html", "public.content"]
    var types = try names.map { try #require(UniformType($0, in: registry)) }
    types += [UniformType(fileName: "a.zzyzx", in: registry), .jpeg, .init(exportedAs: "a.b")]
    let never = Binding(.type(try TypeIdentifier("public.jpeg")), .never(bundle: "org.app4"))
    let chosen = Binding(
      .type(try TypeIdentifier("public.image")),
      .handler(HandlerIdentity(bundle: "org.app7", origin: .system, path: "/test/org.app7.json")))
    let choices: [[Binding]] = [[], [never], [chosen], [never, chosen]]
    for bindings in choices {
      let directory = HandlerDirectory(registry, bindings: bindings)
      for type in types {
        for roles in [RoleMask.all, .editor, .viewer] {
          let query = HandlerQuery(.type(type.typeIdentifier), roles: roles)
          let all = directory.handlers(for: query, in: .none)
          let ranked = directory.handlers(of: type, roles: roles)
          #expect(ranked.map(\.bundle) == all.handlers.map(\.bundle))
          #expect(ranked.map(\.arguments) == all.handlers.map(\.arguments))
          #expect(ranked.map(\.placement) == all.handlers.map(\.placement))
          #expect(ranked.map(\.path) == all.handlers.map(\.path))
          #expect(ranked.map(\.origin) == all.handlers.map(\.origin))
          #expect(ranked.map { $0.name() } == all.handlers.map(\.name))
          #expect(ranked.map(\.iconName) == all.handlers.map(\.iconName))
          let first = directory.preferredHandler(of: type, roles: roles)
          #expect(first?.bundle == all.preferred?.bundle)
          #expect(first?.placement == all.preferred?.placement)
        }
      }
    }
  }

  @Test func theTagsOfAFilesNameStayInEffectWithATypeByContents() throws {
    let registry = World.registry(Self.applications)
    let jpeg = try TypeIdentifier("public.jpeg")
    let file = HandlerQuery.Subject.file(FileQuery(name: Array("scan.zzyzx".utf8)))
    let query = HandlerQuery(file, typeByContents: jpeg)
    let unchosen = HandlerDirectory(registry, bindings: []).handlers(for: query, in: .none)
    #expect(unchosen.type == jpeg && !unchosen.contentsDecide)
    #expect(unchosen.preferred?.bundle == "org.app4")
    let chosen = Binding(
      .tag(try Tag(.filenameExtension, "zzyzx")),
      .handler(HandlerIdentity(bundle: "org.app1", origin: .system, path: "/test/org.app1.json")))
    let directory = HandlerDirectory(registry, bindings: [chosen])
    #expect(directory.handlers(for: query, in: .none).preferred?.bundle == "org.app1")
    let named = directory.handlers(for: HandlerQuery(file), in: .none)
    #expect(named.contentsDecide && named.type?.isDynamic == true)
  }

  @Test func applicationsOfTheSupertypesFollow() throws {
    let registry = World.registry(Self.applications)
    let jpeg = try #require(UniformType("public.jpeg", in: registry))
    let directory = HandlerDirectory(registry, bindings: [])
    #expect(directory.handlers(of: jpeg).count == 9)
    #expect(directory.preferredHandler(of: jpeg)?.bundle == "org.app4")
  }

  /// An application without a name is shown by its identifier.
  @Test func anApplicationHasANameOrItsIdentifier() throws {
    var named = Bundle.application("org.named", [.test("public.jpeg")])
    named.name = "Picture Viewer"
    let registry = World.registry(named, .application("org.nameless", [.test("public.image")]))
    let jpeg = try #require(UniformType("public.jpeg", in: registry))
    let handlers = HandlerDirectory(registry, bindings: []).handlers(of: jpeg)
    #expect(handlers.map { $0.name() } == ["Picture Viewer", "org.nameless"])
    #expect(handlers.map(\.bundle) == ["org.named", "org.nameless"])
  }
}
