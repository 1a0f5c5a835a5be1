// SPDX-License-Identifier: MIT

internal import Glibc
internal import ProgramStart
internal import TypeRegistry

/// A word of the command line as bytes, the program's name first; `nil` if there are fewer.
///
/// Swift's `CommandLine.arguments` repairs words that are not UTF-8, which file names need not be,
/// and needs `/proc` in a static program.
private func word(at index: CInt) -> [UInt8]? {
  guard index < program_word_count(), let word = unsafe program_word(index) else { return nil }
  let bytes = unsafe UnsafeBufferPointer(start: word, count: strlen(word))
  return unsafe bytes.map { UInt8(bitPattern: $0) }
}

/// Answers as the program of xdg-utils that this program's name or the first word names.
///
/// - Returns: The exit code; `nil` if none of them is meant.
private func runDropIn(_ words: [[UInt8]]) -> Int32? {
  if let program = DropIn(calledAs: word(at: 0) ?? []) { return program.run(words) }
  guard let first = words.first else { return nil }
  if let program = DropIn(rawValue: String(decoding: first, as: UTF8.self)) {
    return program.run(Array(words.dropFirst()))
  }
  // 'help xdg-mime' shows the same as 'xdg-mime --help'.
  guard words.count == 2,
    first == Array("help".utf8) || first == Array("--help".utf8),
    let program = DropIn(rawValue: String(decoding: words[1], as: UTF8.self))
  else { return nil }
  return program.run([Array("--help".utf8)])
}

/// Runs the command that the first word names.
private func run(_ words: [[UInt8]]) -> ExitStatus {
  let words = Command.withCommandFirst(words)
  guard let first = words.first else {
    Help.greeting()
    return .usage
  }
  var name = String(decoding: first, as: UTF8.self)
  // Looked for before the words are sorted, because sorting can fail.
  let wantsJSON = words.prefix { $0 != Array("--".utf8) }.contains {
    $0 == Array("--json".utf8) || $0 == Array("--jsonl".utf8) || $0 == Array("-j".utf8)
  }
  switch name {
  case "version", "--version", "-V", "-v":
    var output = Output()
    output.line("utcli \(ProgramVersion.text)")
    output.flush()
    return .answered
  case "--help", "-h": name = "help"
  default: break
  }
  // For the completions of shells, which are installed with the program; not among the commands.
  if name == "complete" { return Completion.run(Array(words.dropFirst())) }
  do throws(Failure) {
    return try run(Command.named(name, rest: words.dropFirst()), words)
  } catch {
    ErrorOutput(isJSON: wantsJSON).report(error)
    return error.status
  }
}

/// Runs a command; output that it wrote before an error is still shown.
private func run(_ command: Command, _ words: [[UInt8]]) throws(Failure) -> ExitStatus {
  var arguments = try Arguments(
    words.dropFirst(), of: command.name, takesValue: command.takesValue,
    options: { command.allOptions })
  if arguments.has("--help") {
    Help.of([command], asJSON: arguments.has("--json"), pages: !arguments.has("--no-pager"))
    return .answered
  }
  if arguments.isHyphenAlone, command.takesValue("--stdin") != nil {
    arguments.readStandardInput()
  }
  try command.checkOperandCount(arguments)
  let session = Session(
    arguments, refreshesDaemon: command.refreshesDaemon, needsDaemon: command.needsDaemon)
  session.commandLine = words
  defer { session.output.finish() }
  try session.present(command, arguments)
  return try command.run(session, arguments)
}

// A file size limit then is an error of the write that exceeds it and does not end the program.
_ = signal(SIGXFSZ, SIG_IGN)
let words = (1..<max(program_word_count(), 1)).compactMap(word(at:))
exit(runDropIn(words) ?? run(words).rawValue)
