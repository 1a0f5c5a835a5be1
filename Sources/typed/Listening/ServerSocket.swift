// SPDX-License-Identifier: MIT

internal import CLinux
internal import SystemBase
internal import Varlink

/// The listening socket: the daemon's own, or one that the process was started with.
struct ServerSocket: ~Copyable {
  private enum Origin: ~Copyable {
    case own(ListeningSocket)
    case passed(SocketActivation)
  }

  private let origin: Origin

  /// Takes over a socket that the process was started with.
  init(passed socket: consuming SocketActivation) throws(Failure) {
    guard tr_has_socket_path(socket.descriptor.number) != 0 else {
      throw Failure(.unreachable, "the socket that was passed has no path")
    }
    origin = .passed(socket)
  }

  /// Listens at a path.
  init(at address: SocketAddress, mode: UInt32) throws(Failure) {
    do throws(ListeningError) {
      origin = .own(try ListeningSocket(at: address, mode: mode))
    } catch {
      throw Failure(.unreachable, "cannot listen on '\(address)': \(error)")
    }
  }

  /// The number of the socket.
  var number: CInt {
    switch origin {
    case .own(let socket): socket.descriptor.number
    case .passed(let socket): socket.descriptor.number
    }
  }

  /// The path of the socket.
  var path: [UInt8]? {
    switch origin {
    case .own(let socket): socket.address.path
    case .passed(let socket): socket.path
    }
  }

  /// Whether the path still leads to the socket; a passed socket is not checked.
  var isAtItsPath: Bool {
    switch origin {
    case .own(let socket): socket.ownsPath
    case .passed: true
    }
  }

  /// Removes the daemon's own socket from its path; a passed one stays.
  func unlink() {
    switch origin {
    case .own(let socket): socket.unlink()
    case .passed: break
    }
  }
}
