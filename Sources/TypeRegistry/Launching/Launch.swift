// SPDX-License-Identifier: MIT

/// One process that opens files or URLs: all that is needed to start it.
///
/// ```swift
/// let directory = HandlerDirectory(EmbeddedRegistry.shared.current, bindings: [])
/// let path = Array("/home/ann/report.pdf".utf8)
/// let query = try HandlerQuery(fileAt: path)
/// if let viewer = directory.handlers(for: query, in: .environment).preferred {
///   for launch in try LaunchApplication(viewer).launches(opening: [.file(path)]) {
///     // posix_spawn(3) with launch.arguments, in launch.workingDirectory
///   }
/// }
/// ```
public struct Launch: Hashable, Sendable {
  /// The argument vector, the absolute path of the program first; the words of a terminal emulator are among
  /// them where the application needs one.
  ///
  /// No shell takes part.
  public var arguments: [[UInt8]]
  /// The indices of the targets that this process opens.
  public var targets: Range<Int>
  /// The directory that it starts in; `nil` for the caller's.
  public var workingDirectory: String?
  /// The variables of its environment that receive an activation token, so that the window of the application
  /// gets the focus: `XDG_ACTIVATION_TOKEN`, and `DESKTOP_STARTUP_ID` if the desktop entry says that the
  /// application ends a start-up notification.
  public var tokenVariables: [String]
}

extension LaunchApplication {
  /// The processes that open targets; nothing is started.
  ///
  /// An application that takes one file at a time has one process for each; any other as few as the kernel
  /// accepts. The vector is that of `utcli open --print` where no terminal of the caller is used.
  ///
  /// - Parameter targets: Files and URLs; none to start the application without any.
  /// - Returns: The processes, in the order of their targets.
  /// - Throws: ``LaunchFailure``.
  public func launches(opening targets: [LaunchTarget]) throws(LaunchFailure) -> [Launch] {
    let vector = try LaunchVector(arguments, declaration: identity.path)
    let targets = isAction && !vector.takesFiles ? [] : targets
    if !targets.isEmpty {
      guard vector.takesFiles else { throw .takesNoFiles }
      guard vector.takesURLs || targets.allSatisfy({ $0.path != nil }) else { throw .takesNoURLs }
    }
    guard LaunchProgram.isPresent(arguments[0]) else { throw .cannotStart(.notFound) }
    let room = LaunchVector.room()
    let plain = vector.expanded(with: targets, room: room).map(\.words)
    var emulator: Terminal.Emulator?
    if isTerminal {
      do throws(Terminal.Problem) {
        emulator = try Terminal.findEmulator(for: plain.flatMap(\.self)).emulator
      } catch {
        switch error {
        case .missing: throw .noTerminal
        case .refused(let refused): throw .refusedTerminal(refused.path)
        }
      }
    }
    try LaunchSafety.check(arguments, in: emulator, plain)
    let entry = DesktopEntryDetails(at: identity.path)
    let variables =
      ["XDG_ACTIVATION_TOKEN"] + (entry?.notifiesStartup == true ? ["DESKTOP_STARTUP_ID"] : [])
    return vector.expanded(with: targets, prefix: emulator?.words ?? [], room: room).map {
      Launch(
        arguments: $0.words, targets: $0.targets, workingDirectory: workingDirectory,
        tokenVariables: variables)
    }
  }
}
