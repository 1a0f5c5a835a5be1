// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import SystemBase
import TypeRegistry
import Varlink

@testable import typed

/// A registry served over a socket, by a thread of its own, until the client hangs up.
struct ServedRegistry {
  /// The client's end.
  let client: SocketClient

  /// Serves a registry over two connected sockets.
  ///
  /// - Parameters:
  ///   - published: The registry.
  ///   - locations: Where its declarations come from.
  ///   - store: Where bindings are kept.
  ///   - owner: Who may change them; the client is this process.
  /// - Throws: What keeps the sockets from being made.
  init(
    _ published: PublishedRegistry, of locations: RegistryLocations, store: StoreLocation? = nil,
    owner: UInt32 = geteuid()
  ) throws {
    var numbers: [CInt] = [0, 0]
    let result = unsafe numbers.withUnsafeMutableBufferPointer { buffer in
      unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, buffer.baseAddress)
    }
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    let server = numbers[1]
    Thread { Self.serve(server, published, locations, store, owner) }.start()
    client = SocketClient(try Connection(takingOver: Descriptor(takingOver: numbers[0])))
  }

  private static func serve(
    _ socket: CInt, _ published: PublishedRegistry, _ locations: RegistryLocations,
    _ store: StoreLocation?, _ owner: UInt32
  ) {
    defer { close(socket) }
    let service = Service(
      ServiceDescription(
        vendor: "test", product: "typed", version: "0", url: "",
        interfaces: Interfaces.descriptions))
    let bindings = LiveBindings(store, owner: owner, over: Source(published, locations))
    // Runs the worker's jobs at once: no other client is served here.
    bindings.startJob = { [unowned bindings] job in
      _ = bindings.finish(job())
      return true
    }
    Interfaces.registerAll(on: service, bindings: bindings, version: "0")
    var conversation = Conversation(
      peer: Peer(user: geteuid(), group: getegid(), process: getpid()))
    while true {
      bindings.beginTurn()
      var request = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      switch conversation.proceed(with: service) {
      case .turn: request.events = 0
      case .input, .news: break
      case .output: request.events = Int16(POLLOUT)
      case .end: return
      }
      if !conversation.output.isEmpty {
        guard (try? conversation.output.send(to: socket)) != nil else { return }
        if !conversation.output.isEmpty { request.events |= Int16(POLLOUT) }
      }
      guard request.events != 0 else { continue }
      guard unsafe poll(&request, 1, -1) > 0 else {
        // News of the store interrupts it.
        if errno == EINTR { continue }
        return
      }
      if request.revents & Int16(POLLIN) != 0 {
        guard let reception = try? conversation.input.receive(from: socket, now: .now),
          reception != .ended
        else { return }
      } else if request.revents & Int16(POLLOUT) == 0 {
        return
      }
    }
  }

  /// A source of one registry.
  private final class Source: RegistrySource {
    let published: PublishedRegistry
    let locations: RegistryLocations
    var reloads = 0

    init(_ published: PublishedRegistry, _ locations: RegistryLocations) {
      self.published = published
      self.locations = locations
    }

    func requestReload(forDesktop names: [UInt8]?) -> Int {
      reloads += 1
      return reloads
    }
  }
}
