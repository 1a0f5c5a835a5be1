// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry
@testable import utcli

@Suite struct TypeGraphTests {
  private static let exported = DeclarationInformation(
    kind: .exported, isActive: true, source: .test("org.test.a", line: 2, column: 3))
  private static let supplement = DeclarationInformation(
    kind: .supplement, isActive: true, source: .test("org.test.s", .user, line: 4, column: 5))
  private static let inactive = DeclarationInformation(
    kind: .imported, isActive: false, reason: .imported,
    source: .test("org.test.b", .user, line: 0, column: 0))

  @Test(arguments: [
    ([exported], "exported by org.test.a (core)", "exported (core)"),
    (
      [exported, supplement], "exported by org.test.a (core); 1 supplement",
      "exported (core); 1 supplement"
    ),
    (
      [exported, inactive], "exported by org.test.a (core); 1 other does not count",
      "exported (core); 1 other does not count"
    ),
    (
      [exported, inactive, inactive, supplement, supplement],
      "exported by org.test.a (core); 2 supplements; 2 others do not count",
      "exported (core); 2 supplements; 2 others do not count"
    ),
    ([], "undeclared", "undeclared"), ([supplement], "undeclared", "undeclared"),
  ])
  func namesTheDeclarationThatIsInEffect(
    _ declarations: [DeclarationInformation], _ phrase: String, _ short: String
  ) {
    let type = TypeInformation.test("org.test.type", declarations: declarations)
    #expect(type.declarationPhrase == phrase)
    #expect(type.shortPhrase == short)
  }

  @Test func aDynamicTypeHasNoDeclaration() {
    let type = TypeInformation.test("dyn.age81e62", .dynamic)
    #expect(type.declarationPhrase == "dynamic")
    #expect(type.shortPhrase == "dynamic")
    #expect(type.pictureLines == ["dyn.age81e62", "dynamic"])
  }

  @Test func aPictureShowsEachDeclarationAndWhyItHasNoEffect() throws {
    let type = TypeInformation.test(
      "org.test.type", description: "Type",
      declarations: [Self.exported, Self.inactive, Self.supplement])
    #expect(
      type.pictureLines == [
        "org.test.type", "Type", "exported: /test/org.test.a.json:2:3",
        "does not count: /test/org.test.b.json: an exported declaration takes precedence over an "
          + "imported one",
        "supplement: /test/org.test.s.json:4:5",
      ])
    #expect(
      TypeInformation.test("org.test.type", .undeclared).pictureLines
        == ["org.test.type", "undeclared"])
  }

  @Test func aParentThatIsNotPartOfTheGraphHasNoEdge() {
    let graph = TypeGraph([
      .test("org.test.b", parents: ["org.test.elsewhere", "org.test.a"]), .test("org.test.a"),
    ])
    #expect(graph.types.map(\.information.identifier.text) == ["org.test.a", "org.test.b"])
    #expect(graph.edges == [TypeGraph.Edge(subtype: 1, supertype: 0)])
  }

  @Test func aChoiceWithoutAClaimIsFoundInTheFileOfItsApplication() {
    var graph = TypeGraph([.test("org.test.a"), .test("org.test.b")])
    let claim = Handler.Claim(
      type: .test("org.test.a"), path: [], role: .viewer, rank: .alternate, isOwner: false,
      source: .test("org.test.app", line: 6, column: 7))
    graph.add([
      .test([.test("org.test.chosen", .binding), .test("org.test.app", claim: claim)]),
      .test([
        .test("org.test.app", claim: claim, distance: 1), .test("org.test.drop", .drops),
        .test("org.test.app", claim: claim),
      ]),
    ])
    #expect(graph.applications.map(\.name) == ["org.test.chosen", "org.test.app"])
    #expect(
      graph.claims.map(\.location) == [
        "/test/org.test.chosen.json", "/test/org.test.app.json:6:7",
        "/test/org.test.app.json:6:7",
      ])
    #expect(graph.claims.map(\.type) == [0, 0, 1])
    #expect(graph.claims.map(\.isDefault) == [true, false, false])
    #expect(
      graph.claims.map(\.phrase) == ["chosen; opens it", "Viewer, Alternate", "Viewer, Alternate"])
  }

  @Test(
    arguments: [
      (Role.editor, HandlerRank.owner, false, false, "Editor, Owner"),
      (.editor, .default, true, false, "Editor, Default; opens it"),
      (.viewer, .alternate, true, true, "Viewer, Alternate; chosen; opens it"),
      (nil, nil, false, true, "chosen"),
    ] as [(Role?, HandlerRank?, Bool, Bool, String)])
  func aClaimIsDescribedInWords(
    _ role: Role?, _ rank: HandlerRank?, _ isDefault: Bool, _ isChosen: Bool, _ phrase: String
  ) {
    let claim = TypeGraph.Claim(
      application: 0, type: 0, role: role, rank: rank, isDefault: isDefault, isChosen: isChosen,
      location: "")
    #expect(claim.phrase == phrase)
  }
}

@Suite struct SVGDrawingTests {
  private func text(_ graph: TypeGraph) -> String {
    var buffer: [UInt8] = []
    SVGDrawing(graph).write(to: &buffer)
    return String(decoding: buffer, as: UTF8.self)
  }

  @Test func aDrawingOfNoNamedTypeHasNoHeading() {
    let text = text(TypeGraph([.test("org.test.a"), .test("org.test.b", parents: ["org.test.a"])]))
    #expect(text.contains("<title id=\"title\">All types</title>"))
    #expect(!text.contains("class=\"asked\"") && !text.contains("id=\"asked\""))
    #expect(text.contains("org.test.b conforms to org.test.a, undeclared."))
  }

  @Test func theHeadingHasTheDescriptionIfThereIsOne() {
    let graph = TypeGraph(
      [.test("org.test.a"), .test("org.test.b", description: "Bee")],
      named: [.test("org.test.a"), .test("org.test.b")])
    let text = text(graph)
    #expect(text.contains("<a href=\"#asked\">org.test.a, Bee – org.test.b</a>"))
    #expect(text.contains("0 supertypes at the left, 0 other types at the right"))
    #expect(text.contains("<title id=\"title\">The types around org.test.a, org.test.b</title>"))
  }

  @Test func theLineOfTheApplicationThatOpensATypeIsMarked() {
    var graph = TypeGraph([.test("org.test.a")])
    graph.add([.test([.test("org.test.first"), .test("org.test.second")])])
    let text = text(graph)
    #expect(text.ranges(of: "<path class=\"claim default\"").count == 1)
    #expect(text.ranges(of: "<path class=\"claim\"").count == 1)
  }

  /// A hundred types above each other, and sixty more that only the lowest conforms to.
  @Test func saysWhichLinesItLeavesOut() throws {
    func name(_ letter: String, _ number: Int) -> String { "org.test.\(letter)\(number)" }
    let roots = (1...60).map { name("b", $0) }
    let chain = (0...100).map { number -> TypeInformation in
      var parents = number == 0 ? [] : [name("a", number - 1)]
      if number == 2 { parents.append(name("a", 0)) }
      if number == 100 { parents += roots }
      return .test(name("a", number), parents: parents)
    }
    let drawing = SVGDrawing(TypeGraph(chain + roots.map { .test($0) }))
    let omission =
      "the drawing leaves out 1 line that others imply and the 1 line between the farthest columns"
    #expect(drawing.omission == omission)
    var buffer: [UInt8] = []
    drawing.write(to: &buffer)
    #expect(String(decoding: buffer, as: UTF8.self).contains("Here \(omission).\n"))
    #expect(SVGDrawing(TypeGraph(roots.map { .test($0) })).omission == nil)
  }
}

@Suite struct PageDataTests {
  /// All that a type can have, by the indices of what types share.
  @Test func namesByIndexWhatTypesShare() throws {
    let first = SourceReference.test("org.test.a", line: 1, column: 2)
    let second = SourceReference.test("org.test.b", .user, line: 3, column: 4)
    var opening = second
    (opening.line, opening.column) = (7, 9)
    let types = [
      TypeInformation.test(
        "org.test.alpha", description: "Alpha",
        opensAs: [
          OpensAsInformation(type: .test("dyn.age81e62"), source: opening),
          OpensAsInformation(type: .test("org.test.elsewhere"), source: opening),
        ],
        declarations: [
          DeclarationInformation(kind: .exported, isActive: true, source: first),
          DeclarationInformation(
            kind: .imported, isActive: false, reason: .imported, source: second),
        ]),
      TypeInformation.test("dyn.age81e62", .dynamic, iconNames: ["application-x-generic"]),
    ]
    var chosen = first
    (chosen.line, chosen.column) = (5, 6)
    let answers = [
      HandlerAnswer.test([
        .test(
          "org.test.chosen", .binding,
          choice: Handler.Choice(subject: .type(.test("org.test.alpha")), source: chosen),
          reason: "it is chosen")
      ]),
      HandlerAnswer.test([
        .test(
          "org.test.app", .tagClaim,
          claim: Handler.Claim(
            tag: .test(.filenameExtension, "x"), path: [], role: .editor, rank: .default,
            isOwner: false, source: second), distance: nil)
      ]),
    ]
    var page = PageData(types, answers, start: nil)
    let text = String(decoding: page.text(), as: UTF8.self)
    for part in [
      #""o":[[1,0,7,9]]"#,
      #""c":[[0,1,1,2],[1,0,3,4,"\#(InactiveReason.imported.explanation)"]]"#,
      #""kinds":[["exported",1],["imported",0]]"#, #""q":"dynamic""#,
      #""icons":["application-x-generic"]"#,
      #""sources":[["org.test.b","user","/test/org.test.b.json"],"#
        + #"["org.test.a","core","/test/org.test.a.json"]]"#,
      #"{"a":0,"p":"binding","d":0,"e":"it is chosen","s":[1,5,6]}"#,
      #"{"a":1,"p":"tag-claim","r":"Editor","k":"Default","g":"public.filename-extension=x","#
        + #""s":[0,3,4]}"#,
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    // No list of icons, and no state, of the first type.
    #expect(text.ranges(of: "\"n\":").count == 1 && text.ranges(of: "\"q\":").count == 1)
  }

  @Test func hasDescriptionsInOtherLanguagesForTheSearch() {
    let type = TypeInformation.test("org.test.alpha", description: "Alpha")
    var page = PageData([type], [.test([])], start: type.identifier) { _ in
      ["Alpha", "Alfa", "Άλφα"]
    }
    let text = String(decoding: page.text(), as: UTF8.self)
    #expect(text.contains(#""start":"org.test.alpha""#))
    #expect(text.contains(#""d":"Alpha","l":"Alfa\nΆλφα""#), "\(text)")
  }
}
