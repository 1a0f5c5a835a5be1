// SPDX-License-Identifier: MIT

internal import Glibc
internal import Synchronization
package import SystemErrors
internal import Varlink

/// Reports that something may have changed at some paths: those that the registry was made from, or that
/// of the socket.
///
/// Directories are watched, never files: those that hold an input, and all above them up to the root,
/// which may be moved or removed. So a directory is noticed that does not exist yet, is moved away, or
/// is replaced; so is the target of a link.
///
/// A report is a hint, and too many are harmless: what is found there decides. Nothing is missed if the
/// inputs are watched first and looked at afterwards. That something is mounted over a directory is
/// reported by ``MountWatch``.
package final class InputWatch: Sendable {
  /// What has happened.
  package enum News {
    case nothing
    /// Something beside the inputs.
    case besideInputs
    /// Something that may concern an input.
    case ofInputs
  }

  /// A directory to be watched.
  package struct Directory: Equatable {
    /// The names of the inputs and links that are in it, or are missing there; other names do not matter.
    package var names: Set<[UInt8]> = []
    /// Whether every name matters.
    package var isWhole = false

    /// Whether it is only above others that are watched.
    package var isOnTheWay: Bool { names.isEmpty && !isWhole }

    /// The events to be reported.
    ///
    /// On the way, only what happens to the directory itself: others write beside it all the time, and
    /// nothing can be put in its place before it is moved or removed.
    package var events: CInt {
      let itself = CInt(IN_DELETE_SELF | IN_MOVE_SELF)
      if isOnTheWay { return itself }
      return itself
        | CInt(IN_ATTRIB | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
    }

    mutating func join(_ other: Directory) {
      names.formUnion(other.names)
      isWhole = isWhole || other.isWhole
    }
  }

  private let inotify: Inotify
  /// The watched directories, by the numbers of their watches.
  private let directories = Mutex<[CInt: Directory]>([:])

  /// Watches nothing yet.
  ///
  /// - Throws: `SystemError` if the kernel gives no descriptor.
  package init() throws(SystemError) { inotify = try Inotify() }

  /// Readable when something has happened.
  package var number: CInt { inotify.descriptor.number }

  /// Takes the events that have happened.
  package func takeEvents() -> News {
    directories.withLock { directories in
      var news = News.nothing
      inotify.forEachEvent { event in
        if news == .nothing { news = .besideInputs }
        // The end of a watch is told by what ended it, or was requested here.
        if news == .ofInputs || event.isAny(of: IN_IGNORED) { return }
        guard let directory = directories[event.watch] else {
          // Events were lost, or the watch is so new that it is not entered yet.
          news = .ofInputs
          return
        }
        let concernsInput =
          event.isNameless
          ? !event.isAny(of: IN_ATTRIB) || !directory.isOnTheWay
          : directory.isWhole || directory.names.contains(event.nameBytes)
        if concernsInput { news = .ofInputs }
      }
      return news
    }
  }

  /// Watches all that decides about these files and directories, and nothing else.
  ///
  /// May be called by another thread than ``takeEvents()``.
  ///
  /// - Parameters:
  ///   - inputs: Need not exist.
  ///   - didPlan: Called between looking at what exists and watching it.
  ///   - didFail: Called with each directory that is not watched whole, perhaps several times.
  /// - Returns: The error because of which not everything is watched, such as ENOSPC for the limit of
  ///   watches; `nil` if everything is.
  package func follow(
    _ inputs: [FilePath], didPlan: () -> Void = {},
    didFail: (FilePath, SystemError) -> Void = { _, _ in }
  ) -> SystemError? {
    var plan = WatchPlan(of: inputs)
    var next: [CInt: Directory] = [:]
    var watched: Set<CInt> = []
    var problem: SystemError?
    for _ in 0..<Self.mostPlans {
      didPlan()
      problem = watch(plan, &next, didFail)
      watched.formUnion(next.keys)
      // A directory that was made after it was looked for, and before the one above it was watched, is
      // not reported: what exists must be the same before and after.
      let planned = plan.directories
      plan = WatchPlan(of: inputs)
      if plan.directories == planned { break }
      if problem == nil { problem = SystemError(code: EAGAIN) }
    }
    directories.withLock { directories in
      for number in watched.union(directories.keys) where next[number] == nil {
        inotify.endWatch(number)
      }
      directories = next
    }
    return problem
  }

  /// How often is looked at what exists, if that changes all the time.
  private static let mostPlans = 16

  /// Watches the directories of a plan; `watched` receives them by the numbers of their watches.
  private func watch(
    _ plan: WatchPlan, _ watched: inout [CInt: Directory],
    _ didFail: (FilePath, SystemError) -> Void
  ) -> SystemError? {
    var next: [CInt: Directory] = [:]
    defer { watched = next }
    var problem: SystemError?
    for (path, directory) in plan.directories {
      let terminated = path.bytes.map { CChar(bitPattern: $0) } + [0]
      do throws(SystemError) {
        let number = try inotify.watch(terminated, for: directory.events)
        // What another machine changes there is not reported.
        if FileSystemKind.isRemote(terminated) {
          problem = SystemError(code: EREMOTE)
          didFail(path, SystemError(code: EREMOTE))
        }
        if var other = next[number] {
          // Two paths of one directory: the later call has replaced the events.
          other.join(directory)
          next[number] = other
          _ = try inotify.watch(terminated, for: other.events)
        } else {
          next[number] = directory
        }
      } catch {
        // A directory that does not exist is noticed in the one above it.
        let isGone = error.code == ENOENT || error.code == ENOTDIR
        // One on the way that may not be read is passed over: what it holds is watched.
        let isPassed = error.code == EACCES && directory.isOnTheWay
        if !isGone, !isPassed {
          problem = error
          didFail(path, error)
        }
      }
    }
    return problem
  }
}

/// The directories that have to be watched for some files.
package struct WatchPlan {
  /// Linux follows at most 40 links in a path.
  private static let longestChain = 40

  /// The directories, by their paths.
  package private(set) var directories: [FilePath: InputWatch.Directory] = [:]
  /// What is at a path; `nil` for nothing.
  private var kinds: [FilePath: FileStatus.Kind?] = [:]

  /// What has to be watched for some inputs, as things are now.
  package init(of inputs: [FilePath] = []) {
    for input in inputs { add(input) }
  }

  /// Adds what decides about the file or directory at a path: its directory, all directories above
  /// it, and the same for the targets of links among them.
  package mutating func add(_ path: FilePath) { add(path, linksLeft: Self.longestChain) }

  private mutating func add(_ path: FilePath, linksLeft: Int) {
    guard linksLeft > 0 else { return }
    let here = path.isAbsolute ? path : FilePath.workingDirectory.appending(path.bytes)
    let steps = here.withoutTrailingSlashes.prefixes
    for (above, step) in zip(steps, steps.dropFirst()) {
      let isLast = step == steps.last
      let kind = kind(of: step)
      if kind == .directory {
        directories[above] = directories[above] ?? .init()
      } else {
        directories[above, default: .init()].names.insert(Array(step.name))
      }
      switch kind {
      case .symbolicLink:
        guard let target = step.linkTarget else { return }
        let rest = here.path(below: step).map(Array.init) ?? []
        let whole = target.isAbsolute ? target : above.appending(target.bytes)
        return add(rest.isEmpty ? whole : whole.appending(rest), linksLeft: linksLeft - 1)
      case .directory:
        if isLast { directories[step, default: .init()].isWhole = true }
      default:
        return
      }
    }
  }

  private mutating func kind(of path: FilePath) -> FileStatus.Kind? {
    if let known = kinds[path] { return known }
    let kind = (try? FileStatus(of: path, followsLink: false))?.kind
    kinds[path] = .some(kind)
    return kind
  }
}
