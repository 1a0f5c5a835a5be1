// SPDX-License-Identifier: MIT

import TypeRegistry

@testable import utcli

/// All that a command line gives: what the program would write, and its exit status.
struct Transcript: Hashable, CustomStringConvertible {
  var output: [UInt8] = []
  var errors: [UInt8] = []
  var status: Int32

  /// Runs a command in this process.
  ///
  /// - Parameters:
  ///   - words: The command and the words after it.
  ///   - client: Who answers.
  init(_ words: [[UInt8]], answeredBy client: any SessionClient) {
    let output = Collector()
    let errors = Collector()
    status = Self.run(words, client, output, errors)
    self.output = output.bytes
    self.errors = errors.bytes
  }

  private static func run(
    _ words: [[UInt8]], _ client: any SessionClient, _ output: Collector,
    _ errors: Collector
  ) -> Int32 {
    var errorOutput = ErrorOutput { errors.bytes += $0 }
    errorOutput.isJSON = words.contains(Array("--json".utf8))
    do throws(Failure) {
      guard let name = words.first else { throw .usage("no command") }
      let command = try Command.named(String(decoding: name, as: UTF8.self))
      let arguments = try Arguments(
        words.dropFirst(), of: command.name, takesValue: command.takesValue,
        options: { command.allOptions })
      let session = Session(
        arguments, client: client, output: Output { output.bytes += $0 }, errors: errorOutput)
      do throws(Failure) {
        let status = try command.run(session, arguments)
        session.output.flush()
        return status.rawValue
      } catch {
        session.output.flush()
        throw error
      }
    } catch {
      errorOutput.report(error)
      return error.status.rawValue
    }
  }

  private final class Collector {
    var bytes: [UInt8] = []
  }

  var description: String {
    "status \(status)\n" + String(decoding: output, as: UTF8.self)
      + String(decoding: errors, as: UTF8.self)
  }
}
