// SPDX-License-Identifier: MIT

internal import Glibc
internal import StrictJSON
internal import TypeRegistry

// What is started, as lines and as JSON, and how it ended.

extension OpenCommand {
  /// Writes one line for each process, or one document.
  mutating func show(_ launches: [Launch]) {
    if session.wantsJSON {
      session.output.json { writer in
        writer.beginObject()
        writer.name("launches")
        writer.beginArray()
        for launch in launches { Self.write(launch, to: &writer) }
        writer.endArray()
        writer.schema()
        writer.endObject()
      }
      return
    }
    let isTerminal = session.output.isTerminal
    let isNULTerminated = isNULTerminated
    for launch in launches {
      session.output.append { buffer in
        for (place, word) in launch.words.enumerated() {
          if isNULTerminated {
            buffer += word + [0]
            continue
          }
          if place > 0 { buffer.append(UInt8(ascii: "\t")) }
          if isTerminal {
            buffer += TextEscaping.forTerminal(String(decoding: word, as: UTF8.self)).utf8
          } else {
            TextEscaping.append(name: word.span, to: &buffer)
          }
        }
        buffer.append(isNULTerminated ? 0 : UInt8(ascii: "\n"))
      }
    }
  }

  private static func write(_ launch: Launch, to writer: inout JSONWriter) {
    writer.beginObject()
    let texts = launch.words.map { String(decoding: $0, as: UTF8.self) }
    if launch.words.contains(where: { String(validating: $0, as: UTF8.self) == nil }) {
      writer.member("argumentBytes", launch.words.map { Base64.encode($0) })
    }
    writer.member("arguments", texts)
    writer.member("bundle", launch.application.identity.bundle)
    writer.member("name", launch.application.name)
    if let process = launch.process { writer.member("process", Int(process)) }
    if let status = launch.exitStatus { writer.member("status", Int(status)) }
    if launch.application.isUnconfirmed { writer.member("unconfirmed", true) }
    writer.endObject()
  }

  /// Waits until all have ended, and says which did not end well.
  func wait(for launches: inout [Launch]) {
    let started = launches.indices.filter { launches[$0].process != nil }
    let statuses = Launcher.statuses(of: started.compactMap { launches[$0].process })
    for (index, status) in zip(started, statuses) {
      launches[index].exitStatus = status
      if status != 0 {
        let bundle = launches[index].application.identity.bundle
        session.note("'\(bundle)' ended with status \(status)")
      }
    }
  }

  /// What this program's caller is told: what went wrong here, else how the applications ended.
  mutating func finish(_ launches: [Launch]) -> ExitStatus {
    let ended = launches.compactMap(\.exitStatus).max() ?? 0
    guard status == .answered, ended != 0 else { return status }
    // Any number may be an application's, also those that this program has no word for.
    session.output.flush()
    exit(ended)
  }
}
