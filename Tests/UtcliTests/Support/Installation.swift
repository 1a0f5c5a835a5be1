// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// A program, a core and a home of a test's own, in a directory that is removed with this object.
///
/// The program is in `bin`, the core in `share/typed/core`, as installed. The search path has no
/// directory of the machine's own declarations.
final class Installation {
  /// The directory that contains everything, without links in its path.
  let root: String
  private let directory: TemporaryDirectory
  /// The variables that the program is given.
  var environment: [String: String]

  var program: String { root + "/bin/utcli" }
  var core: String { root + "/share/typed/core" }
  var home: String { root + "/home" }
  /// The directory of the user's declarations.
  var declarations: String { home + "/.local/share/typed/declarations" }
  var cache: String { home + "/.cache/typed" }

  private let files = FileManager.default

  /// The small core of the golden files, and the one that ships.
  enum Core: String {
    case small = "Tests/Data/Golden/core"
    case shipped = "Declarations"
  }

  /// An installation with a core, the small one unless another is named.
  init(core origin: Core = .small) throws {
    directory = try TemporaryDirectory()
    root = directory.path
    environment = [
      "HOME": root + "/home", "XDG_DATA_DIRS": root + "/data", "LC_ALL": "C",
      "XDG_CONFIG_DIRS": root + "/etc", "XDG_RUNTIME_DIR": root + "/run",
    ]
    for directory in ["bin", "share/typed", "home", "data", "work"] {
      try files.createDirectory(
        atPath: root + "/" + directory, withIntermediateDirectories: true)
    }
    // Not by FileManager, which tries to keep the owner of the original.
    let copied = try shell(
      """
      built='\(Self.builtProgram)' program='\(program)'
      { ln "$built" "$program" || cp "$built" "$program"; } 2>/dev/null &&
        mkdir '\(core)' && cp '\(Self.sources)/\(origin.rawValue)'/*.json '\(core)'
      """)
    guard copied.status == 0 else { throw CallFailure("cp", code: copied.status) }
  }

  /// The package's directory.
  static let sources: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url.path
  }()

  /// The program under test, in the directory of the tests' program.
  static let builtProgram = ChildProcess.built("utcli")

  /// Runs the program in the directory `work`.
  @discardableResult
  func run(_ words: String..., input: String = "") throws -> Outcome {
    try run(words, input: input)
  }

  @discardableResult
  func run(_ words: [String], input: String = "") throws -> Outcome {
    try run(words.map { Array($0.utf8) }, input: Array(input.utf8))
  }

  @discardableResult
  func run(_ words: [[UInt8]], input: [UInt8] = []) throws -> Outcome {
    try ChildProcess.run(
      [Array(program.utf8)] + words, environment: environment, directory: root + "/work",
      input: input)
  }

  /// Runs a line of shell on a terminal without colours, whose output it returns.
  func onTerminal(columns: Int = 80, rows: Int = 50, _ line: String) throws -> Outcome {
    try write("stty cols \(columns) rows \(rows)\n\(line)\n", to: "work/line")
    return try shell("NO_COLOR=1 script -qec 'sh line' /dev/null </dev/null")
  }

  /// Runs a line of shell, with the program as `utcli`.
  func shell(_ line: String) throws -> Outcome {
    var environment = environment
    environment["PATH"] = root + "/bin:/usr/bin:/bin"
    return try ChildProcess.run(
      ["/bin/sh", "-c", line], environment: environment, directory: root + "/work")
  }

  /// Writes a file, at a path below the root, with the directories that it needs.
  @discardableResult
  func write(_ text: String, to path: String) throws -> String {
    try write(Array(text.utf8), to: path)
  }

  @discardableResult
  func write(_ bytes: [UInt8], to path: String) throws -> String {
    let path = path.hasPrefix("/") ? path : root + "/" + path
    try files.createDirectory(
      atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path,
      withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    // A program that another process has open for writing cannot be started.
    Writers.waitForNone(of: path)
    return path
  }

  /// Installs a sample application for the user: a file or directory of `Tests/Data/Samples`.
  func install(sample: String) throws {
    try files.createDirectory(atPath: declarations, withIntermediateDirectories: true)
    let copied = try shell("cp -r '\(Self.sources)/Tests/Data/Samples/\(sample)' '\(declarations)'")
    guard copied.status == 0 else { throw CallFailure("cp", code: copied.status) }
  }

  /// Removes a sample application.
  func remove(sample: String) throws {
    try files.removeItem(atPath: "\(declarations)/\(sample)")
  }

  /// Installs a declaration of one type for the user.
  @discardableResult
  func declare(
    _ identifier: String, extension value: String, in path: String? = nil
  ) throws -> String {
    try write(
      Self.bundle(identifier, extension: value),
      to: path ?? "\(declarations)/\(identifier).json")
  }

  /// A declaration file of one type.
  static func bundle(_ identifier: String, extension value: String) -> String {
    """
    {"CFBundleIdentifier": "\(identifier)-application", "UTExportedTypeDeclarations": [{
      "UTTypeIdentifier": "\(identifier)", "UTTypeDescription": "Menu",
      "UTTypeConformsTo": ["public.data"],
      "UTTypeTagSpecification": {"public.filename-extension": ["\(value)"]}}]}
    """
  }

  /// The answer of `doctor` as a JSON object.
  func doctor() throws -> [String: Any] {
    let outcome = try run("doctor", "--json")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output))
    return try #require(object as? [String: Any], "\(outcome.text)")
  }

  /// The source of the registry.
  func loadedFrom() throws -> String {
    try #require(try doctor()["loadedFrom"] as? String)
  }

  /// Calls `doctor` until the next call finds a valid image: one that is younger than its inputs.
  ///
  /// The clock that stamps files has steps of some milliseconds; an image made within the step of
  /// its inputs is not trusted, and made again.
  func warm() throws {
    for _ in 0..<1_000 where try loadedFrom() == "cached image" { return }
    Issue.record("the image was never trusted")
  }

  /// The type of a file name; the file need not exist.
  func typeOf(_ name: String) throws -> String {
    let outcome = try run("type-of", "--name-only", name)
    return outcome.lines.first ?? outcome.errorText
  }

  /// The one image in the cache.
  func image() throws -> String {
    let names = try files.contentsOfDirectory(atPath: cache).filter { $0.hasSuffix(".image") }
    let name = try #require(names.first)
    try #require(names.count == 1)
    return cache + "/" + name
  }
}
