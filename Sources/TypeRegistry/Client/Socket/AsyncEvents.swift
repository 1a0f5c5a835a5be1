// SPDX-License-Identifier: MIT

internal import SystemBase
internal import Varlink

// Events for asynchronous code. Nothing else in this module needs Swift's run-time library for concurrency,
// and the programs are linked without this file: that library and its dispatch queues would be part of them,
// and be prepared at each start.

extension RegistryWatch {
  /// The generations of the registry, from the next one on.
  ///
  /// A thread of its own waits for changes, and ends with the iteration. If they come faster than
  /// they are taken, only the last one is reported.
  public var generations: AsyncStream<UInt64> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      guard let stop = try? EventDescriptor() else { return continuation.finish() }
      continuation.onTermination = { _ in stop.signal() }
      let isStarted: Void? = try? Thread.start { [self] in
        while wait(orUntil: stop) {
          if refresh() { continuation.yield(registry.generation) }
        }
        continuation.finish()
      }
      if isStarted == nil { continuation.finish() }
    }
  }
}

extension EmbeddedEvents {
  /// The events for asynchronous code, from a thread of their own that ends with the iteration.
  ///
  /// - Returns: The events that this object has not returned; it is not to be used any more.
  public consuming func stream() -> AsyncStream<RegistryEvent> {
    nonisolated(unsafe) let events = self
    return AsyncStream { continuation in
      guard let stop = try? EventDescriptor() else { return continuation.finish() }
      continuation.onTermination = { _ in stop.signal() }
      let isStarted: Void? = try? Thread.start {
        while let event = unsafe events.next(orUntil: stop) { continuation.yield(event) }
        continuation.finish()
      }
      if isStarted == nil { continuation.finish() }
    }
  }
}

extension RegistryEvents {
  /// The events for asynchronous code, from a thread of their own that ends with the iteration.
  ///
  /// ```swift
  /// let client = try SocketClient(to: SocketAddress("unix:/run/user/1000/typed/org.typeregistry"))
  /// let events = try client.events().stream()
  /// for try await event in events { print(event) }
  /// ```
  ///
  /// - Returns: The events that this object has not returned; neither it nor its client is to be
  ///   used any more. They end with a ``RegistryClientError``, or when the daemon sends no more.
  public consuming func stream() -> AsyncThrowingStream<RegistryEvent, any Error> {
    nonisolated(unsafe) let events = self
    return AsyncThrowingStream { continuation in
      guard let end = unsafe events.client.connectionEnd else {
        return continuation.finish(
          throwing: RegistryClientError.unreachable("the connection is closed"))
      }
      continuation.onTermination = { _ in end.shutDown() }
      do throws(SystemError) {
        try Thread.start {
          do throws(RegistryClientError) {
            while let event = try unsafe events.next() { continuation.yield(event) }
            continuation.finish()
          } catch {
            continuation.finish(throwing: error)
          }
        }
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }
}
