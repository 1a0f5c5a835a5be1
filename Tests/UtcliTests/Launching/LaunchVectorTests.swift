// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@testable import utcli

@Suite("An argument vector with files in it")
struct LaunchVectorTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// The vectors of all processes as text, arguments separated by spaces.
  private func expanded(
    _ arguments: [String], _ targets: [LaunchTarget], prefix: [String] = [], room: Int = 1 << 20
  ) throws -> [String] {
    try LaunchVector(arguments)
      .expanded(with: targets, prefix: prefix.map(Self.bytes), room: room)
      .map { process in
        process.words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
      }
  }

  private let targets: [LaunchTarget] = [
    .file(Self.bytes("/a")), .file(Self.bytes("/b c")), .url(Self.bytes("news:x")),
  ]

  @Test(arguments: [
    (["/p", "%f"], ["/p /a", "/p /b c"]), (["/p", "%F"], ["/p /a /b c"]),
    (["/p", "%u"], ["/p file:///a", "/p file:///b%20c"]),
    (["/p", "%U"], ["/p file:///a file:///b%20c"]),
    (["/p", "-o", "%F", "end"], ["/p -o /a /b c end"]),
    (["/p", "%f", "%u"], ["/p /a file:///a", "/p /b c file:///b%20c"]),
    (["/p", "%f", "%F"], ["/p /a /a", "/p /b c /b c"]),
    (["/p", "%F", "%F"], ["/p /a /b c /a /b c"]),
    (["/p", "x%f", "%%f", "%", "%F ", "%c", ""], ["/p x%f %%f % %F  %c "]),
  ])
  func replacesWholeArgumentsOnce(_ arguments: [String], _ expected: [String]) throws {
    #expect(try expanded(arguments, Array(targets.prefix(2))) == expected)
  }

  @Test(arguments: ["%f", "%F", "%u", "%U"])
  func doesNotLookAtNamesAgain(_ placeholder: String) throws {
    let names: [LaunchTarget] = ["/%f", "/%F", "/%u", "/%U", "/%%"].map { .file(Self.bytes($0)) }
    let vector = try LaunchVector(["/p", placeholder])
    let words = vector.expanded(with: names, room: 1 << 20).flatMap { $0.words.dropFirst() }
    let isURL = placeholder.lowercased() == "%u"
    #expect(words == names.map { isURL ? $0.url : $0.path ?? [] })
  }

  @Test(arguments: [
    (["/p"], false, false), (["/p", "x%f"], false, false), (["/p", "%f"], true, false),
    (["/p", "%F"], true, false), (["/p", "%u"], true, true), (["/p", "%U"], true, true),
    (["/p", "%u", "%f"], true, false), (["/p", "%U", "%F"], true, false),
  ])
  func saysWhatItTakes(_ arguments: [String], _ files: Bool, _ urls: Bool) throws {
    let vector = try LaunchVector(arguments)
    #expect(vector.takesFiles == files)
    #expect(vector.takesURLs == urls)
  }

  @Test
  func handsURLsOnAsTheyAre() throws {
    #expect(try expanded(["/p", "%U"], targets) == ["/p file:///a file:///b%20c news:x"])
    #expect(try expanded(["/p", "%u"], targets).last == "/p news:x")
  }

  @Test(arguments: [[], [""], ["p", "%f"], ["./p"], ["../bin/p"], ["%f"], ["-p"]])
  func withoutAnAbsoluteProgramIsNone(_ arguments: [String]) {
    #expect(throws: LaunchFailure.cannotStart(.notAbsolute)) { try LaunchVector(arguments) }
  }

  @Test
  func withANULIsNone() {
    #expect(throws: LaunchFailure.holdsNUL) { try LaunchVector(["/p", "a\0b"]) }
    #expect(throws: LaunchFailure.holdsNUL) { try LaunchVector(["/p\0q"]) }
  }

  @Test
  func runsBehindATerminal() throws {
    #expect(try expanded(["/p", "%f"], [targets[0]], prefix: ["/t"]) == ["/t /p /a"])
  }

  /// `/p` costs 2 + 9 bytes, a name of one letter 2 + 9; a vector may not cost more than the room.
  @Test(arguments: [
    (44, [3, 3]), (43, [2, 2, 2]), (33, [2, 2, 2]), (32, [1, 1, 1, 1, 1, 1]),
    (0, [1, 1, 1, 1, 1, 1]),
  ])
  func isSplitWhereTheKernelTakesNoMore(_ room: Int, _ counts: [Int]) throws {
    let six: [LaunchTarget] = "abcdef".map { .file(Self.bytes("/\($0)")) }
    let processes = try LaunchVector(["/p", "%F"]).expanded(with: six, room: room)
    #expect(processes.map(\.targets.count) == counts)
    #expect(processes.flatMap { $0.words.dropFirst() } == six.compactMap(\.path))
    #expect(processes.flatMap { Array($0.targets) } == Array(0..<6))
  }

  @Test
  func keepsWhatIsTooLongForItself() throws {
    let long = LaunchTarget.url(Self.bytes("data:" + String(repeating: "x", count: 131_067)))
    let processes = try LaunchVector(["/p", "%U"]).expanded(
      with: [targets[0], long, targets[2], targets[2]], room: 1 << 20)
    #expect(processes.map(\.targets) == [0..<1, 1..<2, 2..<4])
  }
}
