// SPDX-License-Identifier: MIT

import Testing

/// The program `typed` itself, as a process of its own.
///
/// One test after another: each starts processes, and the machine may have few processors.
@Suite(.serialized) enum DaemonTests {}

/// A daemon that serves at a path in a directory of its own.
final class ServingDaemon {
  let directory: TemporaryDirectory
  let process: DaemonProcess
  let socket: String

  init(_ options: String..., setting: DaemonProcess.Setting = .plain) throws {
    directory = try TemporaryDirectory()
    socket = directory.path + "/s"
    process = try DaemonProcess(
      listening: ["--socket", socket] + options, in: directory, setting)
  }

  /// Connects; the daemon lives at least as long as the connection.
  func connect() throws -> TestClient {
    let client = try TestClient(to: socket)
    client.daemon = self
    return client
  }

  /// A connection that is in the daemon's hands: a call has been answered on it.
  func served() throws -> TestClient {
    let client = try connect()
    #expect(try client.ask().contains("typed"))
    return client
  }

  /// Has a condition looked at between calls, until it holds or patience is at its end.
  func eventually(_ condition: () throws -> Bool) throws -> Bool {
    let witness = try connect()
    for _ in 0..<20_000 {
      if try condition() { return true }
      _ = try witness.ask()
    }
    return false
  }
}
