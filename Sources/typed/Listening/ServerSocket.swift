// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import Varlink

/// The socket that the daemon is reached at: its own at a path, or one that it was started with.
struct ServerSocket: ~Copyable {
  /// Where the socket comes from.
  private enum Origin: ~Copyable {
    case own(ListeningSocket)
    case passed(SocketActivation)
  }

  private let origin: Origin

  /// The name of the socket in its directory.
  static let name = "org.typeregistry"
  /// The name of the directory that the daemon makes.
  static let directory = "typed"

  /// A socket that the process was started with.
  init(passed socket: consuming SocketActivation) throws(Failure) {
    guard tr_has_socket_path(socket.descriptor.number) != 0 else {
      throw Failure(.unreachable, "the socket that was passed is at no path")
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

  /// The number of the listening socket.
  var number: CInt {
    switch origin {
    case .own(let socket): socket.descriptor.number
    case .passed(let socket): socket.descriptor.number
    }
  }

  /// Whether its path is in the daemon's hands.
  var isOwn: Bool {
    switch origin {
    case .own: true
    case .passed: false
    }
  }

  /// Whether clients still find it.
  var isInPlace: Bool {
    switch origin {
    case .own(let socket): socket.isInPlace
    case .passed: true
    }
  }

  /// Removes it from its path, if it is the daemon's own.
  func unlink() {
    switch origin {
    case .own(let socket): socket.unlink()
    case .passed: break
    }
  }

  // MARK: - Places

  /// Where an instance listens if nobody says otherwise.
  static func address(isSystem: Bool) throws(Failure) -> SocketAddress {
    var runtime: [UInt8] = Array("/run".utf8)
    if !isSystem {
      guard let value = unsafe getenv("XDG_RUNTIME_DIR") else {
        throw Failure(
          .usage, "XDG_RUNTIME_DIR is not set", hint: "say where to listen with '--socket PATH'")
      }
      runtime = unsafe UnsafeBufferPointer(start: value, count: strlen(value))
        .map { UInt8(bitPattern: $0) }
      guard runtime.first == UInt8(ascii: "/") else {
        throw Failure(.usage, "XDG_RUNTIME_DIR is not an absolute path")
      }
    }
    do throws(SocketAddress.AddressError) {
      return try SocketAddress(path: runtime + Array("/\(directory)/\(name)".utf8))
    } catch {
      throw Failure(.usage, "the runtime directory cannot be used: \(Options.explain(error))")
    }
  }

  /// Makes the directory of an instance's own place.
  ///
  /// Whether it is safe to listen in is looked at when the socket is made.
  static func makeDirectory(of address: SocketAddress, mode: UInt32) {
    guard let slash = address.path.lastIndex(of: UInt8(ascii: "/")) else { return }
    let path = address.path[..<slash].map { CChar(bitPattern: $0) } + [0]
    _ = unsafe mkdir(path, mode)
  }
}
