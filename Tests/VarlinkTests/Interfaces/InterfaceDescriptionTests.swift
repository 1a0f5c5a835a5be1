// SPDX-License-Identifier: MIT

import Testing
import Varlink
import VarlinkLaws

@Suite struct InterfaceDescriptionTests {
  /// The example of UAPI.20, shortened.
  private static let ftl = """
    # SPDX-License-Identifier: none of the interface's business

    # Interface to jump a spacecraft to another point in space.
    # The FTL Drive achieves
    #   faster-than-light travel.
    interface org.example.ftl

    # The current state of the FTL drive.
    type DriveCondition (
      # What it does.
      state: (idle, spooling, busy),
      tylium_level: int
    )

    # Speed, trajectory and jump duration.
    type DriveConfiguration (
      speed: int,
      trajectory: int,
      duration: int
    )

    type Coordinate (
      longitude: float,
      latitude: float,
      distance: int
    )

    # Monitor the drive.
    # [Requires 'more' flag]
    method Monitor() -> (condition: DriveCondition)

    # Calculate the drive's jump parameters.
    method CalculateConfiguration(
      current: Coordinate,
      target: Coordinate
    ) -> (configuration: DriveConfiguration)

    # Jump to the calculated point in space
    # [Supports 'more' flag]
    method Jump(configuration: DriveConfiguration) -> ()

    # There is not enough tylium.
    error NotEnoughEnergy ()

    error ParameterOutOfRange (field: string)

    """

  @Test func readsTheExampleOfTheSpecification() throws {
    let interface = try InterfaceDescription(parsing: Self.ftl)
    #expect(interface.name == "org.example.ftl")
    #expect(
      interface.documentation
        == """
        Interface to jump a spacecraft to another point in space.
        The FTL Drive achieves
          faster-than-light travel.
        """)
    #expect(interface.types.map(\.name) == ["DriveCondition", "DriveConfiguration", "Coordinate"])
    #expect(interface.methods.map(\.name) == ["Monitor", "CalculateConfiguration", "Jump"])
    #expect(interface.errors.map(\.name) == ["NotEnoughEnergy", "ParameterOutOfRange"])
    #expect(interface.methods.map(\.more) == [.requires, .none, .supports])
    #expect(interface.methods[0].documentation == "Monitor the drive.")
    #expect(interface.methods[0].output.first?.type?.name == "DriveCondition")
    #expect(interface.methods[2].output == [])
    #expect(interface.errors[0].documentation == "There is not enough tylium.")
    #expect(interface.text == Self.ftl)
    #expect(interface.types[0].type.kind == .structure)
    let fields = interface.types[0].type.fields
    #expect(fields[0].type?.kind == .enumeration)
    let states = try #require(fields[0].type).fields
    #expect(fields[0].documentation == "What it does.")
    #expect(states.map(\.name) == ["idle", "spooling", "busy"])
    #expect(interface.portabilityViolations == [])
    let bytes = Array(Self.ftl.utf8)
    for method in interface.methods {
      #expect(bytes[method.offset...].starts(with: method.name.utf8))
    }
    for field in fields { #expect(bytes[field.offset...].starts(with: field.name.utf8)) }
  }

  @Test(arguments: [
    ("bool", [InterfaceType.Kind.bool]), ("int", [.int]), ("float", [.float]),
    ("string", [.string]), ("object", [.object]), ("any", [.any]), ("My", [.named]),
    ("[]int", [.array, .int]), ("[string]int", [.map, .int]), ("?int", [.nullable, .int]),
    ("?[]int", [.nullable, .array, .int]), ("[]?int", [.array, .nullable, .int]),
    ("[string]()", [.map, .structure]), ("[][string][]bool", [.array, .map, .array, .bool]),
    ("()", [.structure]), ("?[string]My", [.nullable, .map, .named]),
    ("[](a, b)", [.array, .enumeration]), ("(a: int)", [.structure]),
  ])
  func readsTypes(_ text: String, _ kinds: [InterfaceType.Kind]) throws {
    let interface = try InterfaceDescription(
      parsing: "interface a.b\nmethod M(x: \(text)) -> ()")
    let type = try #require(interface.methods[0].input[0].type)
    #expect(Array(sequence(first: type) { $0.element }.map(\.kind)) == kinds)
  }

  @Test func readsEveryKindOfFieldOfTheSpecification() throws {
    let interface = try InterfaceDescription(
      parsing: """
        interface org.example.x-y.0z

        type MyType (
           example_bool: bool, example_any: any,
           example_enum: (one, two, three),
           example_struct: (first: int, second: string),
           example_stringset: [string](),
           example_nullable_array_struct: ?[](first: int, second: string),
           example_other_type: MyOtherType, type: int, interface: int, method: int, error: int
        )
        type MyOtherType(a)\t# an enumeration of one
        type Empty()
        method Foo(a: int, b: MyType) -> (bar: MyOtherType, more: (i: int, f: float, s: string))
        error UnknownAction(action: string, more_data: MyType)
        """)
    #expect(interface.name == "org.example.x-y.0z")
    #expect(interface.types.map(\.name) == ["MyType", "MyOtherType", "Empty"])
    #expect(interface.types.map(\.type.kind) == [.structure, .enumeration, .structure])
    let types = interface.types.map { Self.shapes(of: $0.type.fields) }
    #expect(
      types == [
        [
          "example_bool: bool", "example_any: any", "example_enum: enumeration(one, two, three)",
          "example_struct: structure(first: int, second: string)",
          "example_stringset: map structure()",
          "example_nullable_array_struct: nullable array structure(first: int, second: string)",
          "example_other_type: MyOtherType", "type: int", "interface: int", "method: int",
          "error: int",
        ], ["a"], [],
      ])
    #expect(interface.methods.map(\.name) == ["Foo"])
    #expect(interface.methods.map { Self.shapes(of: $0.input) } == [["a: int", "b: MyType"]])
    #expect(
      interface.methods.map { Self.shapes(of: $0.output) } == [
        ["bar: MyOtherType", "more: structure(i: int, f: float, s: string)"]
      ])
    #expect(interface.errors.map(\.name) == ["UnknownAction"])
    #expect(
      interface.errors.map { Self.shapes(of: $0.parameters) } == [
        ["action: string", "more_data: MyType"]
      ])
  }

  /// The fields in words: `name: kinds`, from outside to inside.
  private static func shapes(of fields: [InterfaceField]) -> [String] {
    fields.map { field in
      guard let type = field.type else { return field.name }
      let kinds = Array(sequence(first: type) { $0.element })
      let words = kinds.map { $0.name ?? "\($0.kind)" }.joined(separator: " ")
      guard let last = kinds.last, [.structure, .enumeration].contains(last.kind) else {
        return "\(field.name): \(words)"
      }
      return "\(field.name): \(words)(\(shapes(of: last.fields).joined(separator: ", ")))"
    }
  }

  @Test(arguments: ["\n", "\r\n", "\r", "\u{2028}", "\u{2029}"])
  func acceptsEveryLineEnd(_ end: String) throws {
    let lines = [
      "# doc", "interface a.b", "", "# one", "# two", "type", "T", "(", "a", ")",
      "method\u{A0}M\u{3000}(\t)", "->", "( )", "# end",
    ]
    let interface = try InterfaceDescription(parsing: lines.joined(separator: end))
    #expect(interface.documentation == "doc")
    #expect(interface.types[0].documentation == "one\ntwo")
    #expect(interface.methods.count == 1)
  }

  @Test(arguments: [
    ("", 0, InterfaceError.Expectation.interface), ("interfaces a.b\n", 0, .interface),
    ("interface\n", 10, .interfaceName), ("interface a\nmethod M()->()", 11, .interfaceName),
    ("interface a.\n", 12, .interfaceName), ("interface 0.b\n", 10, .interfaceName),
    ("interface a..b\n", 12, .interfaceName), ("interface a.b-\n", 13, .interfaceName),
    ("interface a.b method M()->()", 14, .endOfLine), ("interface a.b\n", 14, .member),
    ("interface a.b\nfoo", 14, .member), ("interface a.b\nmethods M()->()", 14, .member),
    ("interface a.b\ntype", 18, .space), ("interface a.b\ntype t (a)", 19, .memberName),
    ("interface a.b\ntype T", 20, .leftParenthesis),
    ("interface a.b\ntype T (a,)", 24, .fieldName),
    ("interface a.b\ntype T (a: int,)", 29, .fieldName),
    ("interface a.b\ntype T (a_: int)", 23, .commaOrRightParenthesis),
    ("interface a.b\ntype T (a__b)", 23, .commaOrRightParenthesis),
    ("interface a.b\ntype T (_a)", 22, .fieldName), ("interface a.b\ntype T (0)", 22, .fieldName),
    ("interface a.b\ntype T (a-b)", 23, .commaOrRightParenthesis),
    ("interface a.b\ntype T (a, b: int)", 26, .commaOrRightParenthesis),
    ("interface a.b\ntype T (a: int, b)", 31, .colon),
    ("interface a.b\ntype T (a: integer)", 25, .type), ("interface a.b\ntype T (a: )", 25, .type),
    ("interface a.b\ntype T (a: ??int)", 26, .typeAfterQuestionMark),
    ("interface a.b\ntype T (a: [int]string)", 25, .type),
    ("interface a.b\nmethod M()", 24, .arrow),
    ("interface a.b\nmethod M() -> ", 28, .leftParenthesis),
    ("interface a.b\nmethod M(a) -> ()", 22, .colon),
    ("interface a.b\nerror E", 21, .leftParenthesis),
    ("interface a.b\nerror E (a)", 22, .colon),
    ("interface a.b\nerror E () error F ()", 25, .endOfLine),
    ("interface a.b\ntype T (a", 23, .commaOrRightParenthesis),
    ("interface a.b\n# é\ntype T é", 26, .leftParenthesis),
  ])
  func reportsWhereTheGrammarIsBroken(
    _ text: String, _ offset: Int, _ expectation: InterfaceError.Expectation
  ) {
    #expect {
      try InterfaceDescription(parsing: text)
    } throws: { error in
      let error = error as? InterfaceError
      #expect(error?.offset == offset)
      #expect(error?.reason == .expected(expectation))
      #expect(error?.description(in: text).contains(expectation.rawValue) == true)
      return true
    }
  }

  @Test(arguments: [
    ("interface a.b\ntype T (a)\nmethod T() -> ()", "T", 32),
    ("interface a.b\nmethod M() -> ()\nerror M ()", "M", 37),
    ("interface a.b\ntype T (a, b, a)", "a", 28),
    ("interface a.b\nmethod M(a: int, a: int) -> ()", "a", 31),
  ])
  func refusesTheSameNameTwice(_ text: String, _ name: String, _ offset: Int) {
    #expect(throws: InterfaceError(.duplicate(name), at: offset)) {
      try InterfaceDescription(parsing: text)
    }
  }

  @Test func refusesTypesThatAreNestedTooDeeply() throws {
    func text(_ depth: Int) -> String {
      "interface a.b\ntype T (a: " + String(repeating: "[]", count: depth - 1) + "int)"
    }
    _ = try InterfaceDescription(parsing: text(64))
    #expect(throws: InterfaceError(.tooDeep(limit: 64), at: 25 + 128)) {
      try InterfaceDescription(parsing: text(65))
    }
    #expect(throws: InterfaceError.self) { try InterfaceDescription(parsing: text(100_000)) }
    let structures = String(repeating: "(a: ", count: 100_000)
    #expect(throws: InterfaceError.self) {
      try InterfaceDescription(parsing: "interface a.b\ntype T \(structures)")
    }
  }

  @Test func everyTruncationIsRefusedOrEndsAfterAMember() throws {
    let bytes = Array(Self.ftl.utf8)
    for length in 0..<bytes.count {
      guard
        let interface = try? InterfaceDescription(
          parsing: String(decoding: bytes[..<length], as: UTF8.self))
      else { continue }
      #expect(!interface.types.isEmpty)
    }
  }

  @Test(arguments: [
    ("x: [][]int", [PortabilityViolation.Rule.nestedContainers]),
    ("x: [string][]int", [.nestedContainers]), ("x: ?[]?int", [.nestedContainers]),
    ("x: [](y: []int)", []), ("x: [string]()", [.emptyStructure]), ("x: ()", [.emptyStructure]),
    ("x: any", [.anyType]), ("x: Unknown", [.undeclaredType("Unknown")]),
    ("x: int # here\n", [.trailingComment]), ("x: int, # here\ny: int", [.trailingComment]),
    ("# here\nx: int\n# there\n", [.trailingComment]), ("\n# here\nx: int", []),
    ("x: ?[]int, y: ?int, z: ?[string]object", []),
    ("x: [][]any", [.nestedContainers, .anyType]),
  ])
  func listsWhatOtherImplementationsCannotRead(
    _ fields: String, _ rules: [PortabilityViolation.Rule]
  ) throws {
    let interface = try InterfaceDescription(
      parsing: "interface a.b\nmethod M(\(fields)) -> ()\n")
    #expect(interface.portabilityViolations.map(\.rule) == rules)
  }

  @Test func listsNamesThatOtherImplementationsCannotRead() throws {
    let interface = try InterfaceDescription(parsing: "interface org.Example\nerror E ()\n")
    #expect(interface.portabilityViolations.map(\.rule) == [.capitalInInterfaceName, .noMethod])
  }

  @Test func ourOwnInterfaceIsPortable() {
    #expect(InterfaceDescription.varlinkService.portabilityViolations == [])
    #expect(InterfaceDescription.varlinkService.errors.count == 7)
  }

  @Test func stopsTheProgramAtAWrongLiteral() async {
    await #expect(processExitsWith: .failure) { _ = InterfaceDescription(literal: "interface a") }
  }

  @Test func takesEverySpaceOfTheGrammar() throws {
    for space in ["\u{2000}", "\u{2003}", "\u{200A}", "\u{A0}", "\u{FEFF}", "\u{3000}", "\t"] {
      let text = "interface\(space)a.b\n\nmethod\(space)M(a:\(space)int)\(space)->\(space)()\n"
      let interface = try InterfaceDescription(parsing: text)
      #expect(interface.name == "a.b")
      #expect(interface.methods.map(\.name) == ["M"])
    }
    // The scalars beside them are not spaces.
    for other in ["\u{1FFF}", "\u{200B}"] {
      #expect(throws: InterfaceError.self) {
        try InterfaceDescription(parsing: "interface\(other)a.b\n\nmethod M() -> ()\n")
      }
    }
  }

  /// The stricter mark holds, whichever comes first.
  @Test(arguments: [
    (["Supports"], InterfaceDescription.MoreFlag.supports), (["Requires"], .requires),
    (["Supports", "Requires"], .requires), (["Requires", "Supports"], .requires),
    (["Supports", "Supports"], .supports), ([], .none),
  ])
  func ofTwoMarksTheStricterHolds(
    _ words: [String], _ flag: InterfaceDescription.MoreFlag
  ) throws {
    let marks = words.map { "# [\($0) 'more' flag]\n" }.joined()
    let text = "interface a.b\n\n# Text.\n\(marks)method M() -> ()\n"
    let method = try #require(try InterfaceDescription(parsing: text).methods.first)
    #expect(method.more == flag)
    #expect(method.documentation == "Text.")
  }
}
