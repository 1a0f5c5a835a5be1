// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase
internal import TypeRegistry
internal import Varlink

/// The daemon that a session queries.
struct ConnectedDaemon {
  /// Who answers if the daemon does not.
  enum Role {
    /// Nothing names the daemon: this process answers.
    case optional
    /// The user names it: the query fails.
    case named
    /// No other process can run the command: it fails.
    case needed
  }

  let client: SocketClient
  let address: SocketAddress
  let role: Role

  /// How long a daemon that is optional may be silent: within 100 ms another answer is on its way.
  #if RACES_CHECKED
    // Each access takes ten times as long.
    static let patience = Duration.milliseconds(2_000)
  #else
    static let patience = Duration.milliseconds(90)
  #endif

  /// How long a daemon may be silent that has to answer, and a change by an optional one may take.
  static let longestSilence = Duration.seconds(10)

  /// The result of asking the daemon to read the declarations again.
  enum Outcome {
    /// Its registry is unchanged, if known.
    case unchanged
    /// Its registry is another one now.
    case changed
    /// It answers, and is reading them: that takes longer than in this process.
    case busy
    /// It does not answer, and is optional.
    case silent(String)
  }

  /// Asks the daemon to read the declarations again if it has outdated ones.
  ///
  /// The stamps beside the socket show that without a question. This process reads the declarations
  /// as fast, so that it does not wait longer for a daemon that is optional than for any answer.
  ///
  /// - Parameter note: Shows a note about the reload.
  /// - Returns: The result.
  func bringUpToDate(note: (String) -> Void) -> Outcome {
    guard let stamps = InputStamps.path(besideSocket: address.path),
      InputStamps.inputs(at: stamps)?.areUnchanged == false
    else { return .unchanged }
    do throws(RegistryClientError) {
      let time = role == .optional ? Self.patience : nil
      guard try client.reload(within: time).isChanged else { return .unchanged }
      note("the daemon was behind the declarations, and has read them again")
      return .changed
    } catch {
      if case .unreachable(let reason) = error, role == .optional {
        return isServing ? .busy : .silent(reason)
      }
      note("the daemon is behind the declarations, and does not read them again: \(error)")
      return .unchanged
    }
  }

  /// Asks the daemon to read the lists of a desktop from now on, and to serve it.
  ///
  /// - Parameters:
  ///   - desktop: The names of the desktop.
  ///   - note: Shows a note about the outcome.
  /// - Returns: Whether it serves it; false also if that takes longer than any answer may.
  func serve(_ desktop: String, note: (String) -> Void) -> Bool {
    do throws(RegistryClientError) {
      _ = try client.reload(within: role == .optional ? Self.patience : nil, desktop: desktop)
      note("the daemon at '\(address)' serves this desktop from now on")
      return true
    } catch {
      let isLate = error == .unreachable("\(ConnectionError.timedOut)")
      let reason =
        isLate ? "is reading the lists of this desktop" : "does not serve this desktop (\(error))"
      note("the daemon at '\(address)' \(reason), so this process answers")
      return false
    }
  }

  /// The environment that the daemon is of.
  ///
  /// - Parameter mark: The text of its mark, if there is one.
  /// - Returns: The environment that the files beside its socket, or its answer, show.
  func environment(mark: [UInt8]?) -> DaemonEnvironment {
    let shown = DaemonEnvironment(ofDaemonAt: address, mark: mark)
    guard shown == .unknown, let status = try? client.status() else { return shown }
    return DaemonEnvironment(status)
  }

  /// The text of the daemon's mark; `nil` if there is none.
  var mark: [UInt8]? { CurrentMark.path(besideSocket: address.path).flatMap(CurrentMark.text(at:)) }

  /// Whether the daemon answers on another connection, in the time for any answer.
  private var isServing: Bool {
    let connection = try? Connection(
      to: address, timeout: Self.longestSilence, longestSilence: Self.patience)
    return (try? connection?.call("org.varlink.service.GetInfo") { _ in }) != nil
  }

  /// Whether a query that was not answered in time is waiting for a daemon that is being started: none
  /// has accepted the connection, and none has written anything beside the socket.
  func isStarting(after reason: String) -> Bool {
    guard reason == "\(ConnectionError.timedOut)", !hasAppeared else { return false }
    return UnixSocketTable()?.hasWaitingConnection(at: address.path) == true
  }

  /// Whether a daemon has written something beside the socket.
  var hasAppeared: Bool {
    mark != nil
      || InputStamps.path(besideSocket: address.path).flatMap(InputStamps.environment(at:)) != nil
  }

  /// The failure of a query that the daemon has not answered.
  func failure(because reason: String) -> Failure {
    Failure(
      .unreachable, "'\(address)': \(reason)",
      hint: role == .needed ? Self.advice : "--embedded answers without a daemon")
  }

  /// The remark on an optional daemon that stopped answering.
  func remark(because reason: String) -> String { Self.remark(because: reason, at: address) }

  private static func remark(because reason: String, at address: SocketAddress) -> String {
    "the daemon at '\(address)' does not answer (\(reason)), so this process does; \(advice)"
  }

  private static let advice = "if that lasts, restart it: 'systemctl --user restart typed'"

  /// Whether an error of connecting means that no daemon runs.
  static func isAbsence(_ error: ConnectionError) -> Bool {
    guard case .unreachable(let error) = error else { return false }
    return error.code == ENOENT || error.code == ECONNREFUSED
  }

  /// The remark on a socket whose daemon cannot be reached; `nil` if there is no socket.
  static func remark(on error: ConnectionError, at address: SocketAddress) -> String? {
    switch error {
    case .unreachable(let error) where error.code == ENOENT: nil
    case _ where isAbsence(error):
      "no daemon listens at '\(address)', so this process answers; start 'typed', or remove the socket"
    case .timedOut: remark(because: "\(error)", at: address)
    default:
      "the daemon at '\(address)' is not asked (\(error)), so this process answers; --embedded does so "
        + "without a note"
    }
  }
}
