// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import SystemBase
import TestSupport
import TypeRegistry
import Varlink

@testable import typed

/// A registry served over a socket, by a thread of its own, until the client hangs up.
///
/// Its state, workers and turns are those of the daemon; only the registry is a given one, and is not
/// read from files.
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
    let results = try EventDescriptor()
    Thread {
      let server = ServingThread(
        Descriptor(takingOver: server), results, Source(published, locations), store, owner)
      server.run()
    }.start()
    client = SocketClient(try Connection(takingOver: Descriptor(takingOver: numbers[0])))
  }

  /// A source of one registry.
  fileprivate final class Source: RegistrySource {
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

/// The loop of a daemon that has one client.
private final class ServingThread {
  private let results: EventDescriptor
  private let workers: Workers
  private let bindings: LiveBindings
  private let registrations: LiveRegistrations
  private let service: Service
  private let limits = Limits()
  private let connection: ClientConnection

  init(
    _ socket: consuming Descriptor, _ results: EventDescriptor, _ source: ServedRegistry.Source,
    _ store: StoreLocation?, _ owner: UInt32
  ) {
    self.results = results
    workers = Workers(results, log: Log())
    bindings = LiveBindings(store, owner: owner, over: source, jobs: workers)
    registrations = LiveRegistrations(source.locations, jobs: workers)
    service = Service(
      ServiceDescription(
        vendor: "test", product: "typed", version: "0", url: "",
        interfaces: Interfaces.descriptions))
    Interfaces.registerAll(
      on: service, bindings: bindings, registrations: registrations, version: "0")
    var quotas = Quotas(total: 1, perUser: 1)
    guard let account = try? quotas.open(user: geteuid()) else {
      preconditionFailure("one connection is allowed")
    }
    connection = ClientConnection(
      socket, peer: Peer(user: geteuid(), group: getegid(), process: getpid()), account: account,
      slot: 0, token: 1, limits: limits)
  }

  /// Serves until the client hangs up.
  func run() {
    while true {
      bindings.beginTurn()
      let outcome = connection.exchange.turn(
        on: connection.socket, of: connection.account, service, over: bindings.choices, limits,
        now: .now)
      switch outcome {
      case .close: return
      case .again:
        if let series = connection.exchange.detachSeries() {
          // Another client could be served meanwhile.
          let reply = LongReply(series, for: connection.token)
          while reply.advance(until: .never) {}
          if let series = reply.takeSeries() { connection.exchange.attach(series) }
        }
      case .wait: wait()
      }
    }
  }

  /// Waits until the socket is ready, or there are results of jobs, and takes those.
  private func wait() {
    let interest = connection.exchange.rest(connection.account, limits).interest
    var events: Int16 = 0
    if interest.contains(.input) { events |= Int16(POLLIN) }
    if interest.contains(.output) { events |= Int16(POLLOUT) }
    var requests = [
      pollfd(fd: results.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: connection.socket, events: events, revents: 0),
    ]
    // News of the store interrupts it.
    _ = unsafe poll(&requests, 2, -1)
    results.clear()
    for result in workers.takeResults() { finish(result) }
  }

  private func finish(_ result: JobResult) {
    switch result {
    case .made(let made): _ = bindings.choices.finish(made)
    case .compared(let comparison): bindings.changes.finish(comparison)
    case .changed(let result): _ = bindings.finish(result)
    case .registered(let outcome): registrations.finish(outcome)
    case .checked(let problem): bindings.finishCheck(problem)
    case .released: bindings.choices.endRelease()
    case .reloaded, .notReloaded, .stamped, .freed, .tidied: break
    }
  }
}
