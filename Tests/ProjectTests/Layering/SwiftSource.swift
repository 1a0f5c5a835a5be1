// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A source file: what it imports, which names it declares, and which words it uses.
///
/// The file is read as tokens; no type is inferred.
struct SwiftSource: CustomTestStringConvertible {
  /// The path below `Sources`.
  let path: String
  let lines: [String]
  let tokens: [SwiftToken]
  /// The modules that the file imports.
  private(set) var imports: Set<String> = []
  /// The types and functions at the top level that other files may name.
  private(set) var topLevelNames: Set<String> = []
  /// The members of types and extensions that other files may name.
  private(set) var members: Set<String> = []
  /// All other declared names: private and nested ones, parameters, locals and cases.
  private(set) var hiddenNames: Set<String> = []

  var testDescription: String { path }

  /// The module, and the folder within it: `TypeRegistry/Values`, `utcli`.
  var folder: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

  /// The module.
  var module: String { String(path.prefix { $0 != "/" }) }

  /// Whether the file itself declares the name for others.
  func declares(_ name: String) -> Bool { topLevelNames.contains(name) || members.contains(name) }

  func isIn(_ folder: String) -> Bool { path.hasPrefix(folder + "/") }

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    tokens = SwiftTokenizer.tokens(of: text)
    readDeclarations()
  }

  // MARK: - Declarations

  private static let types: Set<String> = [
    "struct", "enum", "class", "protocol", "actor", "typealias",
  ]
  private static let values: Set<String> = ["func", "var", "let", "case"]

  /// A brace that is open.
  private struct Scope {
    var isType: Bool
    var isPrivate: Bool
  }

  private mutating func readDeclarations() {
    var scopes: [Scope] = []
    var opening: Scope?
    var isPrivate = false
    var index = 0
    func word(_ offset: Int) -> String {
      index + offset >= 0 && index + offset < tokens.count ? tokens[index + offset].text : ""
    }
    while index < tokens.count {
      let token = tokens[index].text
      let isMember = word(-1) == "."
      let isDeclaring = !isMember && (scopes.last?.isType ?? true)
      switch token {
      case "import" where scopes.isEmpty && !isMember:
        imports.insert(word(1) == "struct" || word(1) == "func" ? word(2) : word(1))
        index += 1
      case "private", "fileprivate":
        // `private(set)` hides only the setter.
        if word(1) != "(" { isPrivate = true }
      case "extension" where isDeclaring:
        opening = Scope(isType: true, isPrivate: isPrivate)
        isPrivate = false
      case _ where Self.types.contains(token) && isDeclaring && !Self.values.contains(word(1)):
        declare(word(1), isType: true, scopes, isPrivate)
        opening = token == "typealias" ? nil : Scope(isType: true, isPrivate: isPrivate)
        isPrivate = false
      case _ where Self.values.contains(token) && !isMember:
        if isDeclaring, token != "case" {
          declare(word(1), isType: false, scopes, isPrivate)
        } else {
          hiddenNames.insert(word(1))
        }
        opening = nil
        isPrivate = false
      case "init", "subscript", "deinit":
        if isDeclaring { (opening, isPrivate) = (nil, false) }
      case "{":
        scopes.append(opening ?? Scope(isType: false, isPrivate: true))
        (opening, isPrivate) = (nil, false)
      case "}":
        _ = scopes.popLast()
        (opening, isPrivate) = (nil, false)
      case ":" where index > 0 && tokens[index - 1].isWord && !tokens[index - 1].isCapitalized:
        // A parameter, a labelled argument, a stored value: the name may be declared here.
        hiddenNames.insert(word(-1))
      case "<" where index > 1 && (Self.types.contains(word(-2)) || word(-2) == "func"):
        hideGenericParameters(from: index + 1)
      default: break
      }
      index += 1
    }
    hiddenNames.subtract(members)
  }

  private mutating func declare(
    _ name: String, isType: Bool, _ scopes: [Scope], _ isPrivate: Bool
  ) {
    guard !isPrivate, !scopes.contains(where: \.isPrivate) else {
      hiddenNames.insert(name)
      return
    }
    if scopes.isEmpty {
      topLevelNames.insert(name)
    } else if isType {
      hiddenNames.insert(name)
    } else {
      members.insert(name)
    }
  }

  /// Hides the names between the angle brackets that begin before `start`.
  private mutating func hideGenericParameters(from start: Int) {
    var index = start
    while index < tokens.count, tokens[index].text != ">" {
      if tokens[index].isWord, tokens[index - 1].text == "<" || tokens[index - 1].text == "," {
        hiddenNames.insert(tokens[index].text)
      }
      index += 1
    }
  }

  // MARK: - Reading

  /// The checkout's root.
  static let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()

  /// All sources, in the order of their paths.
  static let all: [SwiftSource] = texts(in: "Sources").map { SwiftSource(path: $0, text: $1) }

  /// The texts of the tests in Swift.
  static var tests: [String] { texts(in: "Tests").map(\.text) }

  private static func texts(in folder: String) -> [(path: String, text: String)] {
    let folder = "\(root)/\(folder)"
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
      (try? String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)).map { (path, $0) }
    }
  }
}
