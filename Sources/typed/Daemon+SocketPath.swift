// SPDX-License-Identifier: MIT

internal import Varlink

/// That clients find the socket where they look for it.
extension Daemon {
  /// How often the path is looked at where its directory cannot be watched.
  private static let checkInterval = Duration.seconds(10)

  /// Watches the directory of a socket of the daemon's own.
  func beginWatch() {
    guard let address, server?.isOwn == true else { return }
    do throws(Varlink.SystemError) {
      let watch = try SocketWatch(directoryOf: address)
      try loop.add(watch.number, .input, token: Token.watch.rawValue)
      self.watch = consume watch
      // Once, for what happened before there was a watch.
      nextCheck = .now
    } catch {
      log.write(.warning, .watchFailed, ["socket": "\(address)", "reason": "\(error)"])
      nextCheck = .now + Self.checkInterval
    }
  }

  /// Listens anew if the socket has gone from its path, and ends if somebody else has it now.
  func checkPlace(now: MonotonicTime) {
    nextCheck = watch == nil ? now + Self.checkInterval : .never
    guard let address, let number = server?.number, server?.isInPlace == false else { return }
    log.write(.warning, .socketReplaced, ["socket": "\(address)"])
    acceptAll(now: now)
    loop.remove(number)
    self.server = nil
    watch = nil
    do throws(Failure) {
      self.server = try Self.listen(at: address, options)
      resumeAccepting()
      beginWatch()
    } catch {
      log.write(.error, .failed, ["reason": error.message])
      stop(error.status, because: "nobody can reach it any more", now: now)
    }
  }
}
