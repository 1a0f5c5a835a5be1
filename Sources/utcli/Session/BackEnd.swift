// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry
internal import Varlink

/// What answers: the daemon, if one runs, or a registry in this process.
enum BackEnd {
  /// A registry in this process.
  case embedded
  /// The daemon at this socket; without it the command fails.
  case socket(SocketAddress)
  /// The daemon at this socket if it answers, else a registry in this process.
  case socketIfAny(SocketAddress)

  /// The options that choose the back end.
  static let options = [
    Option("--embedded", nil, "answer without the daemon"),
    Option("--socket", "PATH", "query the daemon at this socket"),
    Option("--system", nil, "query the system's daemon"),
  ]

  /// The socket of the system's daemon.
  static let systemPath = "/run/typed/org.typeregistry"

  /// The back end that the options name, else the environment.
  ///
  /// `TYPED_SOCKET` names a socket as `--socket` does, or none if it is empty. The daemon does not
  /// know the declarations of `TYPED_DECLARATIONS`, so this process loads them.
  init(_ arguments: Arguments) throws(Failure) {
    let given = Self.options.map(\.name).filter(arguments.has)
    guard given.count <= 1 else {
      throw .usage("\(given[0]) cannot be used with \(given[1])")
    }
    if arguments.has("--embedded") {
      self = .embedded
    } else if arguments.has("--system") {
      self = .socket(try Self.address(Self.systemPath, "--system"))
    } else if let path = arguments.value("--socket") {
      self = .socket(try Self.address(path, "--socket"))
    } else {
      self = try Self.ofEnvironment()
    }
  }

  private static func ofEnvironment() throws(Failure) -> BackEnd {
    if let path = variable("TYPED_SOCKET") {
      return path.isEmpty ? .embedded : .socket(try address(path, "TYPED_SOCKET"))
    }
    guard variable("TYPED_DECLARATIONS") == nil, let directory = variable("XDG_RUNTIME_DIR"),
      directory.utf8.first == UInt8(ascii: "/")
    else { return .embedded }
    let path = directory + "/typed/org.typeregistry"
    // One system call: without a daemon nothing else is tried.
    guard unsafe access(path, F_OK) == 0, let address = try? SocketAddress(path) else {
      return .embedded
    }
    return .socketIfAny(address)
  }

  private static func address(
    _ path: String, _ source: String
  ) throws(Failure) -> SocketAddress {
    do throws(SocketAddress.AddressError) {
      // A name without a slash is a file of the working directory, as everywhere on a command line.
      let isBare = !path.isEmpty && !path.utf8.contains(UInt8(ascii: "/"))
      return try SocketAddress(isBare ? "./" + path : path)
    } catch {
      throw .usage("\(source) '\(path)' is not the path of a socket")
    }
  }

  private static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
