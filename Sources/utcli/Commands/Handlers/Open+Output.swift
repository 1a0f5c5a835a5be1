// SPDX-License-Identifier: MIT

internal import Glibc
internal import StrictJSON
internal import TypeRegistry

// Processes as lines and as JSON, and their exit statuses.

extension OpenCommand {
  /// Writes one line for each process, or one document.
  mutating func show(_ launches: [Launch]) {
    if session.wantsJSON {
      session.document {
        $0.objects("launches", launches) { Self.write($1, to: &$0) }
      }
      return
    }
    let isNULTerminated = isNULTerminated
    for launch in launches {
      session.output.append { buffer in
        for (index, word) in launch.words.enumerated() {
          if isNULTerminated {
            buffer += word + [0]
            continue
          }
          if index > 0 { buffer.append(UInt8(ascii: "\t")) }
          buffer += session.shownName(word)
        }
        buffer.append(isNULTerminated ? 0 : UInt8(ascii: "\n"))
      }
    }
  }

  private static func write(_ launch: Launch, to writer: inout JSONWriter) {
    let texts = launch.words.map { String(decoding: $0, as: UTF8.self) }
    if launch.words.contains(where: { String(validating: $0, as: UTF8.self) == nil }) {
      writer.member("argumentBytes", launch.words.map { Base64.encode($0) })
    }
    writer.member("arguments", texts)
    writer.member("bundle", launch.application.identity.bundle)
    writer.member("name", launch.application.name)
    if let process = launch.process { writer.member("process", Int(process)) }
    if let status = launch.exitStatus { writer.member("status", Int(status)) }
    writer.flag("unconfirmed", launch.application.isUnconfirmed)
  }

  /// Waits until all processes end that have not ended yet; notes those that fail.
  func wait(for launches: inout [Launch]) {
    let started = launches.indices.filter {
      launches[$0].process != nil && launches[$0].exitStatus == nil
    }
    let statuses = Launcher.statuses(of: started.compactMap { launches[$0].process })
    for (index, status) in zip(started, statuses) {
      launches[index].exitStatus = status
      if status != 0 {
        let bundle = launches[index].application.identity.bundle
        session.note("'\(bundle)' ended with status \(status)")
      }
    }
  }

  /// The exit status: that of an error of this program, else the highest of the applications that were
  /// waited for.
  mutating func finish(_ launches: [Launch]) -> ExitStatus {
    let ended = launches.compactMap(\.exitStatus).max() ?? 0
    guard status == .answered, ended != 0 else { return status }
    // An application may end with any number, also one that is not an `ExitStatus`.
    session.output.flush()
    exit(ended)
  }
}
