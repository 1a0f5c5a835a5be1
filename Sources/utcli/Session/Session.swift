// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The state of one call of the program: its arguments, its output, and the source of its answers.
///
/// Nothing but `output` changes while a command runs, so that every part of the command can have it.
final class Session {
  let arguments: Arguments
  var output: Output
  /// Receives errors and notes.
  let errors: ErrorOutput
  let answerer: Answerer
  /// Whether the answer goes to a terminal: text is escaped for it also while the output is in use.
  let isTerminal: Bool
  /// The words after the name of the program, for hints that repeat them; none if they are not known.
  var commandLine: [[UInt8]] = []
  /// Whether `.desktop` files that are not read were mentioned.
  var hasNotedDesktopEntries = false

  var wantsJSON: Bool { errors.isJSON }

  /// The state of a call with `arguments`.
  ///
  /// - Parameters:
  ///   - arguments: The operands and options of the command.
  ///   - client: The client to use; `nil` for the one that the arguments name.
  ///   - output: Receives the answer.
  ///   - errors: Receives errors and notes.
  ///   - refreshesDaemon: Whether a daemon whose declarations are outdated is asked to reload
  ///     first.
  ///   - needsDaemon: Whether nothing else can answer than a daemon.
  init(
    _ arguments: Arguments, client: (any SessionClient)? = nil, output: Output = Output(),
    errors: ErrorOutput = ErrorOutput(), refreshesDaemon: Bool = true, needsDaemon: Bool = false
  ) {
    self.arguments = arguments
    self.output = output
    isTerminal = output.isTerminal
    var errors = errors
    errors.isJSON = arguments.has("--json") || arguments.has("--jsonl")
    errors.isQuiet = arguments.has("--quiet")
    self.errors = errors
    answerer = Answerer(
      arguments, client: client, remarks: errors, refreshesDaemon: refreshesDaemon,
      needsDaemon: needsDaemon)
  }

  /// The answer to one query or change; see ``Answerer/ask(_:)``.
  func ask<Answer>(_ query: (any SessionClient) throws -> Answer) throws(Failure) -> Answer {
    try answerer.ask(query)
  }

  /// The answer to one query or change, or its error; see ``Answerer/attempt(changesAreShown:_:)``.
  func attempt<Answer>(
    changesAreShown: String? = nil, _ query: (any SessionClient) throws -> Answer
  ) throws(Failure) -> Result<Answer, RegistryClientError> {
    try answerer.attempt(changesAreShown: changesAreShown, query)
  }
}
