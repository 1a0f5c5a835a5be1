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
  // Looked for before the words are sorted, because that can fail.
  let wantsJSON = words.prefix { $0 != Array("--".utf8) }.contains(Array("--json".utf8))
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
    ErrorOutput().report(Command.unknown(name), asJSON: wantsJSON)
    return .usage
  }
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
    ErrorOutput().report(error, asJSON: wantsJSON)
    return error.status
  }
}

// A file size limit then is an error of the write that meets it, not this program's end.
_ = signal(SIGXFSZ, SIG_IGN)
exit(run(commandLine()).rawValue)
