// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import Varlink

/// How clients are let in.
extension Daemon {
  /// Connections that are accepted before those that are there have their turns.
  ///
  /// Where all is quiet it is one: asking whether there is another would only keep it waiting.
  private static let acceptsPerPass = 16
  private static let shortestPause = Duration.milliseconds(50)
  private static let longestPause = Duration.seconds(1)

  /// A descriptor for the time when there are no others.
  static func openReserve() -> Descriptor? {
    let number = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    return number >= 0 ? Descriptor(takingOver: number) : nil
  }

  /// Accepts some of those who wait.
  func accept(now: MonotonicTime) {
    for _ in 0..<(isQuiet ? 1 : Self.acceptsPerPass) {
      guard acceptOne(now: now) else { return }
    }
  }

  /// Accepts all who wait: the socket is about to be given up.
  func acceptAll(now: MonotonicTime) {
    for _ in 0..<limits.connections {
      guard acceptOne(now: now) else { return }
    }
  }

  /// Accepts a connection; false if none waits, or none can be had.
  private func acceptOne(now: MonotonicTime) -> Bool {
    guard let number = server?.number else { return false }
    do throws(SystemError) {
      switch try Acceptor.accept(
        on: number, connection: Int(connections.total + 1), isRefusing: server?.isOwn == true)
      {
      case .accepted(let descriptor, let peer):
        acceptPause = .zero
        admit(descriptor, peer, now: now)
        return true
      case .nothingYet:
        return false
      case .exhausted(let error):
        pauseAccepting(error, number, now: now)
        return false
      }
    } catch {
      stop(.internalError, because: "the socket is of no use: \(error)", now: now)
      return false
    }
  }

  /// Takes a connection in, or closes it.
  private func admit(
    _ descriptor: consuming Descriptor, _ peer: Peer, now: MonotonicTime
  ) {
    guard options.isSystem || peer.user == user || peer.user == 0 else {
      refuse(peer, "another user's daemon")
      return
    }
    do throws(Quotas.Refused) {
      let account = try quotas.open(user: peer.user)
      add(descriptor, peer, account, now: now)
    } catch {
      refuse(peer, error.reason.rawValue)
    }
  }

  private func refuse(_ peer: Peer, _ reason: String) {
    log.write(
      .notice, .connectionRefused,
      ["user": "\(peer.user)", "process": "\(peer.process)", "reason": reason])
  }

  /// Takes over the one connection that the process was started with.
  func adopt(_ passed: borrowing SocketActivation) throws(Failure) {
    let number = fcntl(passed.descriptor.number, F_DUPFD_CLOEXEC, 3)
    guard number >= 0 else { throw Failure(.unreachable, "the connection cannot be kept") }
    let descriptor = Descriptor(takingOver: number)
    guard let peer = try? Peer(of: number, connection: 1) else {
      throw Failure(.unreachable, "the connection that was passed says not who made it")
    }
    admit(descriptor, peer, now: .now)
  }

  // MARK: - Exhaustion

  /// Says no to one who waits, and lets the others wait for a while.
  ///
  /// Without a descriptor accept(2) fails even if nobody waits; then nothing is amiss.
  private func pauseAccepting(_ error: SystemError, _ number: CInt, now: MonotonicTime) {
    reserve = nil
    let hasWaited = Self.turnAway(number)
    reserve = Self.openReserve()
    guard hasWaited else { return }
    acceptPause = min(max(acceptPause * 2, Self.shortestPause), Self.longestPause)
    log.write(
      .warning, .acceptPaused,
      ["reason": "\(error)", "milliseconds": "\(Int(acceptPause / .milliseconds(1)))"])
    loop.remove(number)
    acceptResumes = now + acceptPause
  }

  /// Accepts and closes one connection; false if none waits.
  private static func turnAway(_ number: CInt) -> Bool {
    // The connection is closed by the end of this function, and its descriptor free again.
    switch try? Acceptor.accept(on: number) {
    case .some(.nothingYet): false
    default: true
    }
  }

  /// Watches the socket again.
  func resumeAccepting() {
    acceptResumes = nil
    guard let number = server?.number else { return }
    do throws(SystemError) {
      try loop.add(number, .input, token: Token.server.rawValue)
    } catch {
      acceptResumes = .now + Self.longestPause
    }
  }
}
