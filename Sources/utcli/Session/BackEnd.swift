// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry
internal import Varlink

/// The source of answers: the daemon, if one runs, or a registry in this process.
enum BackEnd {
  /// A registry in this process.
  case embedded
  /// The registry in this file, and nothing of this machine.
  case file([UInt8])
  /// The daemon at this socket; without it the command fails.
  case socket(SocketAddress)
  /// The daemon at this socket if it answers, else a registry in this process.
  case socketIfAny(SocketAddress)

  /// The options that choose the back end.
  static let options = [
    Option("--embedded", nil, "answer without the daemon"),
    Option("--socket", "PATH", "query the daemon at this socket"),
    Option("--system", nil, "query the system's daemon"),
    Option("--registry", "FILE", "query the registry in this file alone: see utcli-image"),
  ]

  /// The names of the options that let another process or a file answer.
  static var optionsOfOthers: [String] { options.map(\.name).filter { $0 != "--embedded" } }

  /// The socket of the system's daemon.
  static let systemPath = "/run/typed/org.typeregistry"

  /// The back end that the options name, else the environment.
  ///
  /// `TYPED_SOCKET` names a socket as `--socket` does, or none if it is empty. The daemon does not
  /// know the declarations of `TYPED_DECLARATIONS` or the answers that `TYPED_FREEDESKTOP` asks for, so
  /// this process loads a registry of its own.
  init(_ arguments: Arguments) throws(Failure) {
    var given: String?
    for option in Self.options where arguments.has(option.name) {
      if let given { throw .usage("\(given) cannot be used with \(option.name)") }
      given = option.name
    }
    if arguments.has("--embedded") {
      self = .embedded
    } else if let path = arguments.bytes("--registry") {
      self = .file(path)
    } else if arguments.has("--system") {
      self = .socket(try Self.address(Array(Self.systemPath.utf8), "--system"))
    } else if let path = arguments.bytes("--socket") {
      self = .socket(try Self.address(path, "--socket"))
    } else {
      self = try Self.ofEnvironment()
    }
  }

  /// The back end that the environment names: that of a call without these options.
  static func ofEnvironment() throws(Failure) -> BackEnd {
    // Most one-shot programs end here: they look at nothing but whether the variables are set.
    if Environment.isSet("TYPED_SOCKET"), let path = Environment.variable("TYPED_SOCKET") {
      return path.isEmpty ? .embedded : .socket(try address(path, "TYPED_SOCKET"))
    }
    guard Environment.isSet("XDG_RUNTIME_DIR"), !Environment.isSet("TYPED_DECLARATIONS"),
      Environment.usesFreedesktopNow, let path = usualPath
    else { return .embedded }
    // One system call: without a daemon nothing else is tried.
    guard unsafe path.withCString({ unsafe access($0, F_OK) }) == 0,
      let address = try? SocketAddress(path: path.bytes)
    else { return .embedded }
    return .socketIfAny(address)
  }

  /// The path at which the user's daemon listens, whether it does or not; `nil` without a directory for
  /// it.
  static var usualPath: FilePath? {
    guard let directory = Environment.variable("XDG_RUNTIME_DIR"),
      let runtime = FilePath(bytes: directory), runtime.isAbsolute
    else { return nil }
    return runtime.appending("typed/org.typeregistry")
  }

  private static func address(_ path: [UInt8], _ source: String) throws(Failure) -> SocketAddress {
    do throws(SocketAddress.AddressError) {
      return try SocketAddress(word: path)
    } catch {
      let shown = path.isEmpty ? "" : TextEscaping.inMessage(path)
      throw .usage("\(source) '\(shown)' cannot be used: \(error.reason)")
    }
  }
}
