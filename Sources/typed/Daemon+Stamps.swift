// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase
internal import TypeRegistry

/// Writes the inputs of the registry beside the socket, so that clients notice that they changed.
extension Daemon {
  /// The file beside the socket; `nil` without a listening socket.
  var stampsPath: FilePath? { acceptor.socketPath.flatMap(InputStamps.path(besideSocket:)) }

  /// Writes the stamps of the registry of the start.
  func writeStamps() {
    guard let path = stampsPath else { return }
    if let socket = acceptor.socketPath { InputStamps.makeDirectory(besideSocket: socket) }
    do throws(SystemError) {
      try InputStamps.write(
        registry.published, of: registry.locations, loadedAfter: registry.loadedAfter, to: path)
    } catch {
      log.write(.warning, .failed, ["reason": "cannot write '\(path)': \(error)"])
    }
  }

  /// Removes the files that a killed daemon left beside a socket, before a client can take them for
  /// those of this daemon.
  static func removeForeignStamps(besideSocket socket: [UInt8]?) {
    guard let socket else { return }
    if let path = CurrentMark.path(besideSocket: socket) { CurrentMark.remove(at: path) }
    unsafe InputStamps.path(besideSocket: socket)?.withCString { unsafe _ = unlink($0) }
  }

  /// Removes the stamps and the mark.
  func removeStamps() {
    removeMark()
    unsafe stampsPath?.withCString { unsafe _ = unlink($0) }
  }

  // MARK: - Mark

  /// The path of the mark: while it exists, the registry is current; `nil` without a listening
  /// socket.
  private var markPath: FilePath? { acceptor.socketPath.flatMap(CurrentMark.path(besideSocket:)) }

  /// Takes note that the registry is that of its inputs, and shows it to clients.
  func beginVouching() {
    guard watchesMounts else { return }
    if registry.quietPeriod == nil { registry.beginQuietPeriod() }
    guard registry.quietPeriod != nil, !hasMark, let path = markPath else { return }
    hasMark = (try? CurrentMark.make(at: path, for: registry.locations.environmentDigest)) != nil
  }

  /// Takes note that something has happened to the inputs, or may happen without notice.
  func endVouching() {
    registry.endQuietPeriod()
    removeMark()
  }

  /// Removes the mark.
  func removeMark() {
    guard hasMark, let path = markPath else { return }
    hasMark = !CurrentMark.remove(at: path)
  }
}
