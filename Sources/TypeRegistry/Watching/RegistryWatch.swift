// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
public import SystemBase

/// Notices when the declarations of a registry in this process change, and reads them again.
///
/// In a program with an event loop, wait until ``descriptor`` is readable, and call ``refresh()``:
///
/// ```swift
/// let watch = try RegistryWatch(.shared)
/// // … the loop reports that watch.descriptor is readable:
/// if watch.refresh() { print("generation \(EmbeddedRegistry.shared.generation)") }
/// ```
///
/// A program without one iterates over ``generations``.
///
/// The inputs of the registry are watched, existing or not: the directories of declarations, the
/// files, and the programs that applications start. After the first event nothing is read until
/// nothing has happened for 75 ms, or a second has passed. The user's choices are read by each
/// ``refresh()``, and not watched: the daemon reports their changes
/// (``SocketClient/events(matching:)``).
///
/// Values obtained before a change stay valid: they belong to their registry.
///
/// A child of `fork` shares the descriptors with its parent, which takes their events. In the child ``refresh()``
/// leaves them alone and compares all inputs; it makes a watch of its own to be notified.
public final class RegistryWatch: Sendable {
  /// The registry.
  public let registry: EmbeddedRegistry
  private let inputs: InputWatch
  private let mounts: MountWatch?
  /// An epoll descriptor over the others.
  private let events: Descriptor
  private let timer: Descriptor
  private let news = Lock(InputDebounce())
  /// The process that takes the events.
  private let process: CInt

  private static let inputToken: UInt64 = 1
  private static let mountToken: UInt64 = 2

  /// Watches the inputs of a registry, and compares them once.
  ///
  /// - Throws: `SystemError` if the kernel gives no descriptors.
  public convenience init(_ registry: EmbeddedRegistry) throws(SystemError) {
    try self.init(registry, process: getpid())
  }

  /// Watches for the process of that number; in another one the watch is as in a child of it.
  package init(_ registry: EmbeddedRegistry, process: CInt) throws(SystemError) {
    self.registry = registry
    self.process = process
    inputs = try InputWatch()
    mounts = MountWatch()
    events = try Descriptor(result: tr_epoll_create())
    timer = try Descriptor(result: tr_timer_descriptor())
    try add(inputs.number, TR_EPOLLIN, Self.inputToken)
    try add(timer.number, TR_EPOLLIN, 0)
    // Changed mounts are reported as an error, which is always waited for.
    if let mounts { try add(mounts.descriptor.number, 0, Self.mountToken) }
    news.withLock { news in _ = bringUpToDate(&news) }
  }

  private func add(
    _ descriptor: CInt, _ interest: some BinaryInteger, _ token: UInt64
  ) throws(SystemError) {
    let code = tr_epoll_add(events.number, descriptor, UInt32(interest), token)
    guard code == 0 else { throw SystemError(code: code) }
  }

  /// Whether this process made the watch; false in a child of that process.
  package var isOfThisProcess: Bool { process == getpid() }

  /// Readable when ``refresh()`` has something to do.
  ///
  /// It belongs to this object, which closes it. A child of `fork` does not wait for it.
  public var descriptor: CInt { events.number }

  /// Why not everything is watched, such as the limit of watches or a network's file system; `nil` if
  /// everything is.
  ///
  /// Inputs that are not watched are compared every 30 seconds.
  public var problem: String? { news.withLock { $0.problem } }

  /// Reads the declarations again if they have changed.
  ///
  /// In the middle of a burst of changes it does nothing, and ``descriptor`` is readable again later. In a child of
  /// `fork` it compares the inputs as ``EmbeddedRegistry/refresh()`` does.
  ///
  /// - Returns: Whether the registry is another one now.
  /// - Complexity: As ``EmbeddedRegistry/refresh()``; O(1) amid a burst.
  @discardableResult
  public func refresh() -> Bool {
    guard isOfThisProcess else { return registry.refresh() }
    return news.withLock { news in
      let now = MonotonicTime.now
      takeEvents(&news, now: now)
      if news.isWaitingForQuiet, news.due > now {
        setTimer(news)
        return false
      }
      return bringUpToDate(&news)
    }
  }

  /// Waits until ``refresh()`` has something to do.
  ///
  /// - Parameter stop: Ends the wait when it is signalled.
  /// - Returns: False if it was stopped, or the wait failed.
  func wait(orUntil stop: EventDescriptor?) -> Bool {
    // poll(2) passes over a negative descriptor.
    var polled = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stop?.number ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    var count: CInt
    repeat { count = unsafe poll(&polled, 2, -1) } while count < 0 && errno == EINTR
    return count > 0 && polled[1].revents == 0
  }

  // MARK: - Events

  private func takeEvents(_ news: inout InputDebounce, now: MonotonicTime) {
    var count: UInt64 = 0
    _ = unsafe read(timer.number, &count, MemoryLayout.size(ofValue: count))
    var found = (tr_event(), tr_event(), tr_event())
    let number = unsafe withUnsafeMutableBytes(of: &found) { buffer in
      unsafe tr_epoll_wait(
        events.number, buffer.baseAddress?.assumingMemoryBound(to: tr_event.self), 3, 0)
    }
    let tokens = [found.0.token, found.1.token, found.2.token].prefix(Int(max(number, 0)))
    if tokens.contains(Self.mountToken) { news.noteChange(now: now) }
    news.takeEvents(of: inputs, now: now) { waits in
      waits
        ? tr_epoll_add(events.number, inputs.number, UInt32(TR_EPOLLIN), Self.inputToken) == 0
        : tr_epoll_remove(events.number, inputs.number) == 0
    }
  }

  /// Compares and watches the inputs.
  ///
  /// - Returns: Whether the registry is another one now.
  private func bringUpToDate(_ news: inout InputDebounce) -> Bool {
    news.clear(now: .now)
    let update = RegistryUpdate(
      bringing: registry, inputs, loadedAfter: WallClock.nanoseconds, rereads: true)
    news.take(isCurrent: update.isCurrent, problem: update.watchProblem, now: .now)
    setTimer(news)
    return update.isChanged
  }

  private func setTimer(_ news: InputDebounce) {
    let moment = news.nextMoment
    _ = tr_set_timer(timer.number, moment == .never ? 0 : max(moment.nanoseconds, 1))
  }
}
