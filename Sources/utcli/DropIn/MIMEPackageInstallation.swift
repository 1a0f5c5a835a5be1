// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase
internal import TypeRegistry

/// `xdg-mime install` and `uninstall`: a file of types among those of the user, or of all users.
struct MIMEPackageInstallation {
  private let isRemoval: Bool
  private var isForAll: Bool
  private var file: [UInt8] = []

  /// Reads the words after the command.
  init(_ words: ArraySlice<[UInt8]>, isRemoval: Bool) throws(DropInStop) {
    self.isRemoval = isRemoval
    isForAll = geteuid() == 0
    var needsVendor = !isRemoval
    var rest = words
    while let word = rest.popFirst() {
      let text = String(decoding: word, as: UTF8.self)
      switch text {
      case "--mode":
        guard let mode = rest.popFirst(), !mode.isEmpty else {
          throw .syntax("mode argument missing for --mode")
        }
        switch String(decoding: mode, as: UTF8.self) {
        case "user": isForAll = false
        case "system": isForAll = true
        case let other: throw .syntax("unknown mode '\(other)'")
        }
      case "--novendor": needsVendor = false
      default:
        try word.checkIsNoOption()
        guard file.isEmpty else { throw .syntax("unexpected argument '\(text)'") }
        file = word
        try XDGMIME.checkReadable(word)
      }
    }
    switch Environment.variable("XDG_UTILS_INSTALL_MODE").map({
      String(decoding: $0, as: UTF8.self)
    }) {
    case "system": isForAll = true
    case "user": isForAll = false
    default: break
    }
    guard !file.isEmpty else { throw .syntax("mimetypes-file argument missing") }
    if needsVendor { try checkVendor() }
  }

  /// The file's name: letters, a hyphen, and anything.
  private func checkVendor() throws(DropInStop) {
    let name = FileInspection.lastComponent(of: file)
    let vendor = name.prefix { ($0 | 0x20) &- 0x61 < 26 }
    guard vendor.isEmpty || vendor.count == name.count || name[vendor.count] != UInt8(ascii: "-")
    else { return }
    let shown = TextEscaping.inMessage(name)
    throw DropInStop(
      .syntax,
      "filename '\(shown)' does not have a proper vendor prefix: letters and a dash, such as "
        + "'example-\(shown)'; --novendor installs it nevertheless")
  }

  func run() throws(DropInStop) -> Int32 {
    let base = try directory()
    let path = base + Array("/packages/".utf8) + FileInspection.lastComponent(of: file)
    guard let target = FilePath(bytes: path) else {
      throw DropInStop(.failed, "\(TextEscaping.inMessage(path)) is not a path")
    }
    if isRemoval {
      try remove(target)
    } else {
      try write(target)
    }
    updateDatabase(base)
    return 0
  }

  /// The directory `mime` of the user's data, or the first one of all users that can be written.
  private func directory() throws(DropInStop) -> [UInt8] {
    let environment = Environment.current
    if !isForAll {
      if let data = environment.dataHome, data.first == UInt8(ascii: "/") {
        return data + Array("/mime".utf8)
      }
      guard let home = environment.homePath else {
        throw DropInStop(.failed, "HOME is not set")
      }
      return home.appending(".local/share/mime").bytes
    }
    var shared = environment.dataDirectories ?? []
    if shared.isEmpty { shared = Array("/usr/local/share:/usr/share".utf8) }
    for data in shared.split(separator: UInt8(ascii: ":")) where data.first == UInt8(ascii: "/") {
      let packages = Array(data) + Array("/mime/packages".utf8)
      if Self.isWritable(packages) { return Array(data) + Array("/mime".utf8) }
    }
    throw DropInStop(.notAvailable, "No writable system mimetype directory found.")
  }

  /// Removes an installed file; a missing one is not an error.
  private func remove(_ target: FilePath) throws(DropInStop) {
    do throws(FileReplacement.Problem) {
      try FileReplacement.remove(target)
    } catch {
      if case .system(let error) = error, error.code == ENOENT { return }
      throw Self.stop(target, error)
    }
  }

  private func write(_ target: FilePath) throws(DropInStop) {
    let contents: [UInt8]
    do throws(Failure) {
      contents = try InputFile.read(file)
    } catch {
      throw DropInStop(.failed, error.message)
    }
    do throws(FileReplacement.Problem) {
      try FileReplacement.replace(target, with: contents, directoryMode: 0o755)
    } catch {
      throw Self.stop(target, error)
    }
  }

  private static func stop(_ target: FilePath, _ problem: FileReplacement.Problem) -> DropInStop {
    DropInStop(.failed, "\(TextEscaping.inMessage(target.bytes)): \(problem)")
  }

  /// Updates the database for programs that do not read its sources.
  private func updateDatabase(_ base: [UInt8]) {
    // It complains on standard output about missing directories.
    let nothing = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { if nothing >= 0 { close(nothing) } }
    guard let program = LaunchProgram.path(of: "update-mime-database"),
      let process = try? Launcher.start(
        [Array(program.utf8), base], isAwaited: true, writing: nothing >= 0 ? nothing : nil)
    else { return }
    _ = Launcher.statuses(of: [process])
  }

  private static func isWritable(_ path: [UInt8]) -> Bool {
    unsafe access(path.map { CChar(bitPattern: $0) } + [0], W_OK) == 0
  }
}
