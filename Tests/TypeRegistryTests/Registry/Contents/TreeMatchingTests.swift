// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry  // Makes the conditions that it expects.

/// From the files in a directory to its type.
@Suite struct TreeMatchingTests {
  private static let registry: CompiledRegistry? = {
    let text = """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="x-content/low"><treemagic priority="10"><treematch path="a"/></treemagic>
      </mime-type>
      <mime-type type="x-content/nested"><treemagic>
        <treematch path="b"><treematch path="c"/><treematch path="d"/></treematch>
        <treematch path="e" type="link" match-case="true" mimetype="text/plain"/>
      </treemagic></mime-type>
      <mime-type type="x-content/high"><treemagic priority="90">
        <treematch path="f" type="directory" non-empty="true" executable="true"/>
      </treemagic></mime-type>
      </mime-info>
      """
    let (bundle, _) = MIMEPackageParser.parse(
      Array(text.utf8), path: "/mime/a.xml", origin: .system)
    return bundle.map { RegistryCompiler.compile([$0]).registry }
  }()

  private func type(
    _ kind: FileKind = .directory, with files: String...
  ) throws -> (type: String, explanation: ContentExplanation?) {
    let registry = try #require(Self.registry)
    let name = Array("d".utf8)
    let named = registry.resolve(name: name.span, kind: kind)
    var trace = ContentTrace()
    let resolution = registry.resolve(named, tracing: &trace) { condition in
      files.contains(String(decoding: condition.path, as: UTF8.self))
    }
    return (
      registry.identifier(of: resolution, name: name.span).text,
      registry.explanation(of: resolution, named: named, trace)
    )
  }

  private static let prefix = "org.freedesktop.mime.x-content."

  @Test func theHighestPriorityDecides() throws {
    #expect(try type(with: "a").type == Self.prefix + "low")
    #expect(try type(with: "a", "e").type == Self.prefix + "nested")
    #expect(try type(.mountPoint, with: "a", "e", "f").type == Self.prefix + "high")
    #expect(try type(with: "z").type == "public.folder")
    #expect(try type(.mountPoint).type == "public.volume")
  }

  @Test func aMatchThatIsRefinedNeedsOneOfThose() throws {
    #expect(try type(with: "b").type == "public.folder")
    #expect(try type(with: "c").type == "public.folder")
    #expect(try type(with: "b", "d").type == Self.prefix + "nested")
  }

  @Test func onlyDirectoriesAreLookedAt() throws {
    #expect(try type(.symbolicLink, with: "a").type == "public.symlink")
    #expect(try type(.regular, with: "a").type == "public.data")
  }

  @Test func theConditionsAreThoseOfThePackage() throws {
    let registry = try #require(Self.registry)
    var asked: [TreeCondition] = []
    var trace = ContentTrace()
    let named = registry.resolve(name: Array("d".utf8).span, kind: .directory)
    _ = registry.resolve(named, tracing: &trace) { condition in
      asked.append(condition)
      return false
    }
    #expect(
      asked == [
        TreeCondition(
          path: Array("f".utf8), kind: .directory, isExecutable: true, isNotEmpty: true),
        TreeCondition(path: Array("b".utf8)),
        TreeCondition(
          path: Array("e".utf8), kind: .symbolicLink, matchesCase: true, mimeType: "text/plain"),
        TreeCondition(path: Array("a".utf8)),
      ])
  }

  @Test func theRuleIsNamed() throws {
    let explanation = try #require(try type(with: "b", "c").explanation)
    #expect(explanation.foundBy == "tree")
    #expect(explanation.priority == 50)
    #expect(explanation.matched == "the directory has 'b'")
    #expect(explanation.source?.location == "/mime/a.xml:4:36")
    #expect(explanation.source?.bundle == "a.xml")
    #expect(try type(with: "z").explanation == nil)
  }

  @Test func aFileOfADirectoryMayHaveToBeRegular() throws {
    let text = """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="x-content/files"><treemagic>
        <treematch path="g" type="file"/><treematch path="h"/>
      </treemagic></mime-type></mime-info>
      """
    let bundle = MIMEPackageParser.parse(
      Array(text.utf8), path: "/mime/b.xml", origin: .system
    ).bundle
    let registry = RegistryCompiler.compile([try #require(bundle)]).registry
    let named = registry.resolve(name: Array("d".utf8).span, kind: .directory)
    var asked: [TreeCondition] = []
    var trace = ContentTrace()
    let resolution = registry.resolve(named, tracing: &trace) { condition in
      asked.append(condition)
      return condition.kind == nil
    }
    #expect(
      asked == [
        TreeCondition(path: Array("g".utf8), kind: .regular), TreeCondition(path: Array("h".utf8)),
      ])
    #expect(resolution.match == .tree)
  }

  /// No directory is read where no rule asks for files, or where the name has a type.
  @Test func aDirectoryIsReadOnlyWhereARuleMayHold() throws {
    let plain = World.registry()
    let directory = plain.resolve(name: Array("d".utf8).span, kind: .directory)
    #expect(!plain.dependsOnTree(directory))
    let registry = try #require(Self.registry)
    for (kind, expected) in [
      (FileKind.directory, true), (.mountPoint, true), (.regular, false), (.namedPipe, false),
    ] {
      #expect(
        registry.dependsOnTree(registry.resolve(name: Array("d".utf8).span, kind: kind))
          == expected)
    }
  }

  @Test(arguments: [
    ("public.jpeg", "image/jpeg", true), ("public.image", "image/jpeg", false),
    ("public.html", "image/jpeg", false), ("public.jpeg", "image/x-unknown", false),
    ("public.jpeg", "no type", false), ("org.no.such", "image/jpeg", false),
  ])
  func aTypeIsOfAMIMEType(_ type: String, _ mimeType: String, _ expected: Bool) {
    #expect(World.registry().isKind(.test(type), ofMIMEType: mimeType) == expected)
  }
}
