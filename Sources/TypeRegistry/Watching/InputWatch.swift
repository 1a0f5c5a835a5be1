// SPDX-License-Identifier: MIT

internal import Glibc
package import SystemBase

/// Reports that something may have changed at some paths: those that the registry was made from, or that
/// of the socket.
///
/// Directories are watched: those that hold an input, and all above them up to the root, which may
/// be moved or removed. So a directory is noticed that does not exist yet, is moved away, or is
/// replaced; so is the target of a link. Files are watched, too: one that has several names or is
/// mounted elsewhere can be written at another path, and its directory reports neither that nor a
/// further name.
///
/// A file that stays open is reported when it is written, as ``News/ofOpenInputs``. A write by way
/// of a mapping is reported only when the file is closed: the kernel reports nothing before.
///
/// A report is a hint, and too many are harmless: the state of the files decides. Nothing is missed
/// if the inputs are watched first and looked at afterwards. A mount over a directory is reported
/// by ``MountWatch``.
package final class InputWatch: Sendable {
  /// The most important event since the last report.
  package enum News {
    case nothing
    /// Something beside the inputs.
    case besideInputs
    /// An input was written, and is still open.
    case ofOpenInputs
    /// Something that may concern an input.
    case ofInputs
  }

  /// A directory to be watched, or a file.
  package struct Directory: Equatable {
    /// Whether it is a file.
    package var isFile = false
    /// Whether it is a file that can be changed at another path, too.
    package var hasOtherPaths = false
    /// The names of the inputs and links that are in it, or are missing there; other names do not matter.
    package var names: Set<[UInt8]> = []
    /// Whether every name matters.
    package var isWhole = false

    /// Whether it is only above others that are watched.
    package var isOnTheWay: Bool { names.isEmpty && !isWhole && !isFile }

    /// The events to be reported.
    ///
    /// For a directory on the way only events of the directory itself: others write beside it all
    /// the time, and no other directory can get its path before it is moved or removed.
    package var events: CInt {
      let itself = CInt(IN_DELETE_SELF | IN_MOVE_SELF)
      if isOnTheWay { return itself }
      if isFile { return CInt(IN_ATTRIB | IN_CLOSE_WRITE | IN_MODIFY) }
      return itself
        | CInt(IN_ATTRIB | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
    }

    /// Whether the directory of the file is enough as long as it has no other path.
    var isDispensable: Bool { isFile && !hasOtherPaths }

    mutating func join(_ other: Directory) {
      names.formUnion(other.names)
      isWhole = isWhole || other.isWhole
      hasOtherPaths = hasOtherPaths || other.hasOtherPaths
    }
  }

  private let inotify: Inotify
  /// The watched directories, by the numbers of their watches.
  private let directories = Lock<[CInt: Directory]>([:])

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
        // `IN_IGNORED` follows the event that ended the watch, unless this process ended it.
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
        guard concernsInput else { return }
        news = event.isAny(of: IN_MODIFY) ? .ofOpenInputs : .ofInputs
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
  ///   - didPlan: Called between looking for the files and watching them.
  ///   - didFail: Called with each directory that is not watched whole, perhaps several times.
  /// - Returns: The error that prevented watching everything, such as ENOSPC for the limit of
  ///   watches; `nil` if there was none.
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
      // A directory that was made after it was looked for, and before the one above it was watched,
      // is not reported: the same files must exist before and after.
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

  /// The most times that the files are looked for, if they change all the time.
  private static let mostPlans = 16

  /// Watches the directories of a plan; `watched` receives them by the numbers of their watches.
  private func watch(
    _ plan: WatchPlan, _ watched: inout [CInt: Directory],
    _ didFail: (FilePath, SystemError) -> Void
  ) -> SystemError? {
    var next: [CInt: Directory] = [:]
    defer { watched = next }
    var problem: SystemError?
    for (path, directory) in plan.inOrder {
      let terminated = path.bytes.map { CChar(bitPattern: $0) } + [0]
      do throws(SystemError) {
        let number = try inotify.watch(
          terminated, for: directory.events, isFile: directory.isFile)
        // Changes by another machine are not reported there.
        if !directory.isFile, FileSystemKind.isRemote(terminated) {
          problem = SystemError(code: EREMOTE)
          didFail(path, SystemError(code: EREMOTE))
        }
        if var other = next[number] {
          // Two paths of one directory: the later call has replaced the events.
          other.join(directory)
          next[number] = other
          _ = try inotify.watch(terminated, for: other.events, isFile: other.isFile)
        } else {
          next[number] = directory
        }
      } catch {
        // A directory that does not exist is noticed in the one above it.
        // A directory on the way that may not be read is skipped: the input in it is watched.
        let isPassed = error.code == EACCES && directory.isOnTheWay || directory.isDispensable
        if !error.isMissing, !isPassed {
          problem = error
          didFail(path, error)
        }
      }
    }
    return problem
  }
}

/// The directories and files that have to be watched for some files.
package struct WatchPlan {
  /// Linux follows at most 40 links in a path.
  private static let longestChain = 40

  /// The directories and files, by their paths.
  package private(set) var directories: [FilePath: InputWatch.Directory] = [:]
  /// The states of the paths that were looked at; `nil` where there is no file.
  private var found: [FilePath: FileStatus?] = [:]

  /// The most files with one path that are watched, so that the user's other programs have watches left.
  static let mostDispensable = 1_024

  /// First the directories, then the files that can be changed at another path, then some of the others.
  var inOrder: [(FilePath, InputWatch.Directory)] {
    let all = directories.map { ($0.key, $0.value) }
    return all.filter { !$0.1.isDispensable && !$0.1.isFile }
      + all.filter { !$0.1.isDispensable && $0.1.isFile }
      + all.filter(\.1.isDispensable).sorted { $0.0 < $1.0 }.prefix(Self.mostDispensable)
  }

  /// Plans the watches for some inputs, by the current state of the directories.
  package init(of inputs: [FilePath] = []) {
    for input in inputs { add(input) }
  }

  /// Adds the directories that decide about the file or directory at a path: its own and all above
  /// it, and likewise for the targets of links among them.
  package mutating func add(_ path: FilePath) { add(path, linksLeft: Self.longestChain) }

  private mutating func add(_ path: FilePath, linksLeft: Int) {
    guard linksLeft > 0 else { return }
    let here = path.isAbsolute ? path : FilePath.workingDirectory.appending(path.bytes)
    let steps = here.withoutTrailingSlashes.prefixes
    for (above, step) in zip(steps, steps.dropFirst()) {
      let isLast = step == steps.last
      let status = status(of: step)
      let kind = status?.kind
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
      case .regular:
        directories[step] = .init(
          isFile: true, hasOtherPaths: status?.mayHaveOtherPaths == true)
        return
      default:
        return
      }
    }
  }

  private mutating func status(of path: FilePath) -> FileStatus? {
    if let known = found[path] { return known }
    let status = try? FileStatus(of: path, followsLink: false)
    found[path] = .some(status)
    return status
  }
}
