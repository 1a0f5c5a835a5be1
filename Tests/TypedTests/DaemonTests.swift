// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Tests of the program `typed`, each with processes of its own.
///
/// They run one after another, because the machine may have few processors.
@Suite(.serialized) enum DaemonTests {}

/// A daemon with a socket in a directory of its own.
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

  /// Connects; the daemon lives as long as the connection.
  func connect() throws -> TestClient {
    let client = try TestClient(to: socket)
    client.daemon = self
    return client
  }

  /// A connection that the daemon has accepted: it has answered a call.
  func served() throws -> TestClient {
    let client = try connect()
    #expect(try client.ask().contains("typed"))
    return client
  }

  /// Checks a condition between calls until it holds; false if it never does.
  func eventually(_ condition: () throws -> Bool) throws -> Bool {
    let witness = try connect()
    for _ in 0..<20_000 {
      if try condition() { return true }
      _ = try witness.ask()
    }
    return false
  }
}
