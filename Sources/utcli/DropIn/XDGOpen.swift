// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry

/// The command lines of `xdg-open`.
struct XDGOpen {
  let errors: ErrorOutput

  func run(_ words: [[UInt8]]) throws(DropInStop) -> Int32 {
    guard let first = words.first, !first.isEmpty else { throw .syntax(nil) }
    var target: [UInt8] = []
    for word in words {
      if word.isLikeOption {
        throw .syntax("unexpected option '\(TextEscaping.inMessage(word))'")
      }
      guard target.isEmpty else {
        throw .syntax("unexpected argument '\(TextEscaping.inMessage(word))'")
      }
      target = word
    }
    // What is outside of a sandbox, only its portal opens, which the sandbox's own program calls.
    if Self.isInSandbox, let status = Self.callOriginal(words) { return status }
    try checkFile(target)
    return try open(target)
  }

  /// Stops unless a word that names a file names one that exists.
  private func checkFile(_ word: [UInt8]) throws(DropInStop) {
    let scheme = LaunchTarget.scheme(of: word)
    guard scheme == nil || scheme == "file" else { return }
    do throws(Failure) {
      guard case .file(let path, _) = try LaunchTarget(word, isFile: false, in: Array("/".utf8))
      else { return }
      // The message has the name as it was written.
      let written = scheme == nil ? word : path
      guard (try? FileInspection(of: written, followsLinks: true)) != nil else {
        throw Failure(.negative, "file '\(TextEscaping.inMessage(written))' does not exist")
      }
    } catch {
      throw DropInStop(.fileMissing, error.message)
    }
  }

  private func open(_ target: [UInt8]) throws(DropInStop) -> Int32 {
    do throws(Failure) {
      let command = Command.open
      let arguments = try Arguments(
        [Array("--".utf8), target], of: command.name, takesValue: command.takesValue,
        options: { command.allOptions })
      var session = Session(arguments, errors: errors)
      defer { session.output.flush() }
      switch try command.run(&session, arguments) {
      case .answered: return 0
      case .negative: return DropInStop.Code.notAvailable.rawValue
      default: return DropInStop.Code.failed.rawValue
      }
    } catch {
      throw DropInStop(error.status == .negative ? .notAvailable : .failed, error.message)
    }
  }

  // MARK: - Sandboxes

  /// Whether this process is in a sandbox of Flatpak or Snap.
  private static var isInSandbox: Bool {
    unsafe access("/.flatpak-info", F_OK) == 0 || getenv("SNAP") != nil
  }

  /// Set for the original: where it is this program once more, it does not call itself.
  private static let callMark = "TYPED_XDG_OPEN"

  /// Runs the program that was there before this one.
  ///
  /// - Returns: Its exit status; `nil` if there is none.
  private static func callOriginal(_ words: [[UInt8]]) -> Int32? {
    guard unsafe getenv(callMark) == nil else { return nil }
    unsafe setenv(callMark, "1", 1)
    let own = FilePath("/proc/self/exe")?.resolved
    for name in ["/usr/bin/xdg-open", "/usr/local/bin/xdg-open", "/usr/bin/xdg-open.distrib"] {
      guard let path = FilePath(name)?.resolved, path != own,
        let process = try? Launcher.start(
          [Array(name.utf8)] + words, isAwaited: true)
      else { continue }
      return Launcher.statuses(of: [process]).first
    }
    return nil
  }
}
