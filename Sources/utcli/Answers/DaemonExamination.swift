// SPDX-License-Identifier: MIT

internal import TypeRegistry
internal import Varlink

/// Looks whether the daemon that other commands would query is in order.
enum DaemonExamination {
  /// The problems of the daemon; none if none runs.
  ///
  /// - Parameters:
  ///   - digest: That of the declarations as they are.
  ///   - searchPath: The digest of what decides which files are read.
  /// - Returns: At most one problem of each kind.
  static func problems(digest: String, searchPath: String) -> [DoctorProblem] {
    let address: SocketAddress
    switch try? BackEnd.ofEnvironment() {
    case .socket(let named)?, .socketIfAny(let named)?: address = named
    case .embedded?, .file?, nil: return []
    }
    let status: RegistryStatus
    do throws(RegistryClientError) {
      let client = try SocketClient(
        to: address, timeout: ConnectedDaemon.longestSilence,
        longestSilence: ConnectedDaemon.patience)
      status = try client.status()
    } catch {
      return [
        problem(
          "daemon-silent", "'\(address)': \(error)",
          hint: "restart it ('systemctl --user restart typed'), or remove the socket")
      ]
    }
    return problems(of: status, at: "\(address)", digest: digest, searchPath: searchPath)
  }

  /// The problems of a daemon that answers.
  static func problems(
    of status: RegistryStatus, at address: String, digest: String, searchPath: String
  ) -> [DoctorProblem] {
    var problems: [DoctorProblem] = []
    if status.searchPathDigest != searchPath {
      problems.append(
        problem(
          "daemon-elsewhere", "'\(address)': its search path is another than that of this program",
          hint: "start it with the same environment, such as XDG_DATA_DIRS"))
    } else if status.digest != digest {
      problems.append(
        problem(
          "daemon-behind", "'\(address)': it has not read the declarations that are there now",
          hint: "'utcli reload' has it read them again"))
    }
    if let reason = status.watching?.problem {
      problems.append(
        problem(
          "daemon-not-watching", "'\(address)': \(reason)",
          hint: "raise the limit or make the directory readable, and restart it"))
    }
    return problems
  }

  private static func problem(_ kind: String, _ item: String, hint: String) -> DoctorProblem {
    DoctorProblem(kind: kind, hint: hint, items: [item])
  }
}
