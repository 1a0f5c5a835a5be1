// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry

/// The words of the command line as bytes: Swift's `CommandLine.arguments` repairs what is not
/// UTF-8, and file names need not be.
private func commandLine() -> [[UInt8]] {
  (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
    guard let word = unsafe CommandLine.unsafeArgv[index] else { return nil }
    let bytes = unsafe UnsafeBufferPointer(start: word, count: strlen(word))
    return unsafe bytes.map { UInt8(bitPattern: $0) }
  }
}

private func run(_ words: [[UInt8]]) -> ExitStatus {
  guard let first = words.first else {
    Help.greeting()
    return .usage
  }
  let name = String(decoding: first, as: UTF8.self)
  if name == "--version" || name == "-V" {
    var output = Output()
    output.line("utcli \(Version.text)")
    output.flush()
    return .answered
  }
  if name == "--help" || name == "-h" {
    Help.overview()
    return .answered
  }
  guard let command = Command.named(name) else {
    let near = EditDistance.nearest(to: name, among: Command.all.map(\.name))
    ErrorOutput.report(
      .usage(
        name.hasPrefix("-") ? "no option '\(name)'" : "no command '\(name)'",
        hint: near.map { "did you mean '\($0)'?" } ?? "'utcli help' lists the commands"),
      asJSON: false)
    return .usage
  }
  let wantsJSON = words.contains(Array("--json".utf8))
  do throws(Failure) {
    let arguments = try Arguments(words.dropFirst(), for: command)
    if arguments.has("--help") {
      Help.of(command)
      return .answered
    }
    guard command.operandCount.contains(arguments.operands.count) else {
      throw .usage(
        arguments.operands.count < command.operandCount.lowerBound
          ? "'\(command.name)' needs more words" : "'\(command.name)' takes fewer words",
        hint: "usage: \(command.usage)")
    }
    var session = Session(arguments)
    do throws(Failure) {
      let status = try command.run(&session, arguments)
      session.output.flush()
      return status
    } catch {
      session.output.flush()
      throw error
    }
  } catch {
    ErrorOutput.report(error, asJSON: wantsJSON)
    return error.status
  }
}

exit(run(commandLine()).rawValue)
