// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase
internal import Varlink

/// Admits clients, and keeps the socket reachable.
extension Daemon {
  /// Connections that are accepted before those that exist have their turns.
  ///
  /// In a quiet pass it is one: looking for another would only delay its reply.
  private static let acceptsPerPass = 16

  /// The socket from the service manager; `nil` if there is none.
  static func passedSocket() throws(Failure) -> SocketActivation? {
    do throws(SocketActivation.ActivationError) {
      return try SocketActivation.take()
    } catch {
      let reason =
        switch error {
        case .invalidCount: "LISTEN_FDS is not a number of descriptors"
        case .notNamed: "of several descriptors exactly one must be named 'varlink'"
        case .notAStream: "it is not a Unix stream socket"
        case .notInUse: "it neither listens nor is connected"
        case .system(let error): "\(error)"
        }
      throw Failure(.unreachable, "the socket that was passed cannot be used: \(reason)")
    }
  }

  /// Takes over the one connection that the process was started with.
  func adopt(_ passed: borrowing SocketActivation) throws(Failure) {
    let number = fcntl(passed.descriptor.number, F_DUPFD_CLOEXEC, 3)
    guard number >= 0 else { throw Failure(.unreachable, "cannot keep the connection") }
    let descriptor = Descriptor(takingOver: number)
    guard let peer = try? Peer(of: number, connection: 1) else {
      throw Failure(.unreachable, "the client of the connection that was passed is unknown")
    }
    guard admit(descriptor, peer, now: .now) else {
      throw Failure(.unreachable, "the client of the connection that was passed is refused")
    }
  }

  // MARK: - Accepting

  /// Accepts some of the waiting clients.
  func accept(now: MonotonicTime) {
    accept(atMost: isQuiet ? 1 : Self.acceptsPerPass, now: now)
  }

  private func accept(atMost limit: Int, now: MonotonicTime) {
    for _ in 0..<limit {
      guard acceptOne(now: now) else { return }
    }
  }

  /// Accepts a connection; false if no client waits, or accepting pauses.
  private func acceptOne(now: MonotonicTime) -> Bool {
    do throws(SystemError) {
      switch try acceptor.accept(connection: Int(connections.total + 1), in: loop, now: now) {
      case .accepted(let descriptor, let peer):
        // The client may trust the mark once it has an answer: changes before it connected are
        // noted before that.
        takeInputEvents(now: now)
        _ = admit(descriptor, peer, now: now)
        return true
      case .none:
        return false
      case .paused(let error, let pause):
        log.write(
          .warning, .acceptPaused,
          ["reason": "\(error)", "milliseconds": "\(Int(pause / .milliseconds(1)))"])
        return false
      }
    } catch {
      stop(.internalError, because: "cannot accept connections: \(error)", now: now)
      return false
    }
  }

  /// Serves a connection, or closes it if the user or the number of connections forbids it.
  ///
  /// - Returns: Whether it is served.
  private func admit(
    _ descriptor: consuming Descriptor, _ peer: Peer, now: MonotonicTime
  ) -> Bool {
    guard options.isSystem || peer.user == user || peer.user == 0 else {
      logRefusal(of: peer, "another user's daemon")
      return false
    }
    do throws(Quotas.Refusal) {
      let account = try quotas.open(user: peer.user)
      add(descriptor, peer, account, now: now)
      return true
    } catch {
      logRefusal(of: peer, error.rawValue)
      return false
    }
  }

  private func logRefusal(of peer: Peer, _ reason: String) {
    log.write(
      .notice, .connectionRefused,
      ["user": "\(peer.user)", "process": "\(peer.process)", "reason": reason])
  }

  // MARK: - Socket path

  /// Watches the directory of the daemon's own socket.
  func watchSocketDirectory() {
    do throws(SystemError) {
      try acceptor.watchDirectory(in: loop)
    } catch {
      log.write(.warning, .watchFailed, ["socket": socketPath, "reason": "\(error)"])
    }
  }

  /// Notices when the socket has disappeared from its path, and listens again.
  ///
  /// Stops the daemon if another process listens there now.
  func checkSocketPath(now: MonotonicTime) {
    guard acceptor.checkPath(now: now) else { return }
    if !acceptor.isLost { log.write(.warning, .socketReplaced, ["socket": socketPath]) }
    // The clients that wait in the old socket's queue.
    accept(atMost: limits.connections, now: now)
    do throws(Failure) {
      guard try acceptor.listenAgain(in: loop, now: now) else { return }
      watchSocketDirectory()
      writeStamps()
      if hasMark {
        hasMark = false
        beginVouching()
      }
    } catch {
      log.write(.error, .failed, ["reason": error.message])
      stop(error.status, because: "clients can no longer reach it", now: now)
    }
  }

  /// The path of the daemon's own socket, for the log.
  var socketPath: String { acceptor.path?.address.description ?? "passed" }
}
