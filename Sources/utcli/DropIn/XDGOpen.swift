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
      try word.checkIsNoOption()
      guard target.isEmpty else {
        throw .syntax("unexpected argument '\(TextEscaping.inMessage(word))'")
      }
      target = word
    }
    // Only the portal opens files outside of a sandbox, and the sandbox's own program calls it.
    if Self.isInSandbox, let status = Self.callOriginal(words) { return status }
    try checkFile(target)
    let browsers = BrowserVariable.current
    // Without a display the original asks no desktop entry.
    if let browsers, !BrowserVariable.hasDisplay, browsers.open(target) { return 0 }
    do throws(Failure) {
      let file = try LaunchTarget(target, isFile: false, in: LaunchTarget.workingDirectory())
      let scheme = file.scheme.flatMap { FileManagerScheme.isShown($0) ? $0 : nil }
      if browsers != nil || scheme != nil, try !hasApplication(file) {
        if scheme != nil, let manager = try fileManager() {
          return try open(target, with: manager)
        }
        if let browsers, BrowserVariable.hasDisplay, browsers.open(target) { return 0 }
      }
      return try open(target)
    } catch {
      throw DropInStop(error.status == .negative ? .notAvailable : .failed, error.message)
    }
  }

  // MARK: - Choosing

  /// Whether an application opens a target.
  private func hasApplication(_ target: LaunchTarget) throws(Failure) -> Bool {
    let session = Session(.none, errors: errors)
    var operands: [HandlerOperand]
    switch target {
    case .url(let url):
      guard let url = try? TargetURL(bytes: url) else { return true }
      operands = [HandlerOperand(word: [], subject: .url(url))]
    case .file(let path, _):
      guard (try? FileInspection(of: path, followsLinks: true)) != nil else { return true }
      operands = [try session.handlerOperand(file: path, word: path, .none)]
    }
    return try session.handlers(of: &operands, .all, limit: 1).first?.preferred != nil
  }

  /// The application that opens directories; `nil` if there is none.
  private func fileManager() throws(Failure) -> String? {
    let session = Session(.none, errors: errors)
    guard let tag = try? Tag(.mimeType, "inode/directory") else { return nil }
    return try session.handlers(for: [HandlerQuery(.tag(tag), limit: 1)]).first?.preferred?.bundle
  }

  // MARK: - Opening

  /// Stops unless a word that names a file names one that exists.
  private func checkFile(_ word: [UInt8]) throws(DropInStop) {
    let scheme = LaunchTarget.scheme(of: word)
    guard scheme == nil || scheme == "file" else { return }
    do throws(Failure) {
      guard case .file(let path, _) = try LaunchTarget(word, isFile: false, in: Array("/".utf8))
      else { return }
      // The message has the name as written.
      let written = scheme == nil ? word : path
      guard (try? FileInspection(of: written, followsLinks: true)) != nil else {
        throw Failure(.negative, "file '\(TextEscaping.inMessage(written))' does not exist")
      }
    } catch {
      throw DropInStop(.fileMissing, error.message)
    }
  }

  /// Opens a target with its application, or with one that is named.
  private func open(_ target: [UInt8], with bundle: String? = nil) throws(Failure) -> Int32 {
    let command = Command.open
    let options = bundle.map { [Array("--with".utf8), Array($0.utf8)] } ?? []
    let arguments = try Arguments(
      options + [Array("--".utf8), target], of: command.name, takesValue: command.takesValue,
      options: { command.allOptions })
    let session = Session(arguments, errors: errors)
    defer { session.output.flush() }
    switch try command.run(session, arguments) {
    case .answered: return 0
    case .negative: return DropInStop.Code.notAvailable.rawValue
    default: return DropInStop.Code.failed.rawValue
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
