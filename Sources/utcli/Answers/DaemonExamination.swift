// SPDX-License-Identifier: MIT

internal import TypeRegistry
internal import Varlink

/// Looks whether the daemon that other commands would query is in order.
enum DaemonExamination {
  /// The problems of the daemon; none if none runs.
  ///
  /// - Parameters:
  ///   - digest: The digest of the present declarations.
  ///   - searchPath: The digest of everything that decides which files and programs are found.
  /// - Returns: At most one problem of each kind.
  static func problems(digest: String, searchPath: String) -> [DoctorProblem] {
    let address: SocketAddress
    switch try? BackEnd.ofEnvironment() {
    case .socket(let named)?, .socketIfAny(let named)?: address = named
    case .embedded?: return lostSocket().map { [$0] } ?? []
    case .file?, nil: return []
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
    return problems(
      of: status, at: "\(address)", digest: digest, searchPath: searchPath,
      environment: DaemonEnvironment(status))
  }

  /// The problem of a socket that is listened at, and whose path is gone.
  ///
  /// A daemon that listens by itself notices that, and a socket of the service manager is only ever made
  /// at its start.
  private static func lostSocket() -> DoctorProblem? {
    guard !Environment.isSet("TYPED_SOCKET"), let path = BackEnd.usualPath,
      (try? FileStatus(of: path)) == nil, UnixSocketTable()?.isListened(at: path.bytes) == true
    else { return nil }
    return problem(
      "daemon-socket-lost", "'\(path)' does not exist any more, and a process listens there",
      hint: "have the service manager listen again: 'systemctl --user restart typed.socket'")
  }

  /// The problems of a daemon that answers.
  static func problems(
    of status: RegistryStatus, at address: String, digest: String, searchPath: String,
    environment: DaemonEnvironment
  ) -> [DoctorProblem] {
    var problems: [DoctorProblem] = []
    func add(_ kind: String, _ text: String, hint: String) {
      problems.append(problem(kind, "'\(address)': \(text)", hint: hint))
    }
    if let version = status.version, version != ProgramVersion.text {
      add(
        "daemon-version",
        "it is typed \(version), and this program is utcli \(ProgramVersion.text)",
        hint: "restart it: 'systemctl --user restart typed'")
    }
    let differing = environment.differingVariables
    if !differing.isEmpty {
      let names = differing.joined(separator: ", ")
      var hint = "commands do without it; start it with the same environment to use it"
      if environment.desktopToServe(isDemanded: true) != nil {
        hint = "commands do without it; 'utcli reload' has it serve this desktop"
      } else if differing == [EnvironmentDigest.Part.programs.variable] {
        hint =
          "commands do without it; 'systemctl --user import-environment PATH' and a restart give it "
          + "this PATH; 'TRProgramDirectories' names directories for both"
      }
      add("daemon-elsewhere", "its environment is another (\(names))", hint: hint)
    } else if status.searchPathDigest != searchPath, problems.isEmpty {
      add(
        "daemon-core",
        "its core declarations, or who may write its directories, are others than those of this "
          + "program", hint: "restart it")
    } else if status.digest != digest, problems.isEmpty {
      add(
        "daemon-behind", "it has not read the declarations that are there now",
        hint: "'utcli reload' has it read them again")
    }
    if let reason = status.watching?.problem {
      add(
        "daemon-not-watching", reason,
        hint: "raise the limit or make the directory readable, and restart it")
    }
    return problems
  }

  private static func problem(_ kind: String, _ item: String, hint: String) -> DoctorProblem {
    DoctorProblem(kind: kind, hint: hint, items: [item])
  }
}
