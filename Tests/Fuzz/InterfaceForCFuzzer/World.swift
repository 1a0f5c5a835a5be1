// SPDX-License-Identifier: MIT

import Glibc
import TypeRegistry

/// A directory with the applications, files and choices of a user of its own, in which the
/// fuzzer runs; it is removed when the fuzzer ends.
struct World {
  let directory: String
  /// The registry of this directory, as the library compiles it.
  let registry: CompiledRegistry
  /// The registry as a file that only this user may write, and one that all may write.
  let image: [UInt8]
  let imagePath: String
  let openImagePath: String

  static let shared = World()

  /// The identifiers of the applications, and one that no application has.
  static let bundles = ["viewer", "editor", "mail", "clock", "console", "shell", "nobody"]

  private static let entries = [
    "viewer": """
    Name=Viewer
    Name[de]=Betrachter
    Icon=viewer-icon
    Exec=/bin/true --of %k %F
    Path=/tmp
    MimeType=application/pdf;image/png;
    StartupNotify=true
    Actions=new-window;print;lost;
    [Desktop Action new-window]
    Name=New Window
    Icon=window-new
    Exec=/bin/true --new %U
    [Desktop Action print]
    Name=Print
    Exec=true --print %c
    [Desktop Action lost]
    Name=Lost
    Exec=/no/such/program
    """,
    "editor": """
    Name=Editor
    Exec=/bin/true %f
    MimeType=text/plain;inode/directory;
    """,
    "mail": """
    Name=Mail
    Exec=/bin/true %u
    MimeType=x-scheme-handler/mailto;
    """,
    "clock": """
    Name=Clock
    Exec=/bin/true
    """,
    "console": """
    Name=Console
    Exec=/bin/true %f
    Terminal=true
    MimeType=image/png;
    """,
    "shell": """
    Name=Shell
    Exec=/bin/sh -c %f
    MimeType=text/x-python;
    """,
  ]

  private init() {
    var template = Array("/tmp/interface-for-c-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { fatalError("a directory is needed") }
    directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // The directory outlives no run that ends in the usual way.
    atexit { World.remove() }
    for name in [
      "data", "data/applications", "share", "config", "state", "files", "files/folder",
      "files/Tool.app", "input", "core", "changing",
    ] { unsafe mkdir(directory + "/" + name, 0o700) }
    for (variable, value) in [
      ("HOME", directory), ("XDG_DATA_HOME", directory + "/data"),
      ("XDG_DATA_DIRS", directory + "/share"), ("XDG_CONFIG_HOME", directory + "/config"),
      ("XDG_CONFIG_DIRS", directory + "/config"), ("XDG_STATE_HOME", directory + "/state"),
      ("XDG_CACHE_HOME", directory + "/cache"),
    ] { unsafe setenv(variable, value, 1) }
    for (name, entry) in Self.entries { Self.write(entry, of: name, in: directory) }
    Self.write(Array("%PDF-1.7\n".utf8), to: directory + "/files/report")
    Self.write(Array("some words\n".utf8), to: directory + "/files/notes.txt")
    unsafe symlink("report", directory + "/files/link")
    unsafe symlink("nowhere", directory + "/files/broken")
    unsafe mkfifo(directory + "/files/pipe", 0o600)
    registry = EmbeddedRegistry(.current, store: nil).current
    image = Self.bytes(of: registry)
    imagePath = directory + "/registry"
    openImagePath = directory + "/open-registry"
    for (path, mode) in [(imagePath, 0o600 as mode_t), (openImagePath, 0o666)] {
      Self.write(image, to: path)
      unsafe chmod(path, mode)
    }
  }

  private static func bytes(of registry: CompiledRegistry) -> [UInt8] {
    let memory = registry.memory
    let bytes = memory.bytes(at: 0, count: memory.count)
    var image: [UInt8] = []
    bytes.append(to: &image)
    return image
  }

  private static func remove() {
    remove(directory: shared.directory)
  }

  private static func remove(directory path: String) {
    guard let directory = unsafe opendir(path) else { return }
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      if unsafe unlink("\(path)/\(name)") != 0 { remove(directory: "\(path)/\(name)") }
    }
    unsafe closedir(directory)
    unsafe rmdir(path)
  }

  // MARK: - Files

  /// Writes a file as a whole, in the place of another one; false if the system has no such name.
  @discardableResult
  static func write(_ bytes: [UInt8], to path: String) -> Bool {
    let file = unsafe fopen(path + "~", "w")
    guard let file = unsafe file else { return false }
    _ = unsafe fwrite(bytes, 1, bytes.count, file)
    unsafe fclose(file)
    return unsafe rename(path + "~", path) == 0
  }

  static func remove(_ path: String) { unsafe unlink(path) }

  private static func write(_ entry: String, of name: String, in directory: String) {
    write(
      Array("[Desktop Entry]\nType=Application\n\(entry)\n".utf8),
      to: "\(directory)/data/applications/\(name).desktop")
  }

  // MARK: - A registry that changes

  /// The variable that names the declarations of the registry that changes, and nothing else.
  ///
  /// Calls `body` while it is set.
  func withChangingDeclarations(_ body: () -> Void) {
    unsafe setenv("TYPED_DECLARATIONS", "core=\(directory)/core:user=\(directory)/changing", 1)
    body()
    unsafe unsetenv("TYPED_DECLARATIONS")
  }

  /// Writes the desktop entry of the application that changes.
  func writeChanging(_ entry: [UInt8]) {
    Self.write(
      Array("[Desktop Entry]\nType=Application\nName=Changing\nExec=/bin/true %F\n".utf8) + entry,
      to: directory + "/changing/changing.desktop")
  }

  /// Declares that a type which is named after an extension has this extension.
  func declare(_ ending: String) {
    let text = """
      {"CFBundleIdentifier": "org.example.changing", "UTExportedTypeDeclarations": [{
        "UTTypeIdentifier": "org.example.\(ending)", "UTTypeConformsTo": ["public.data"],
        "UTTypeTagSpecification": {"public.filename-extension": ["\(ending)"]}
      }]}
      """
    Self.write(Array(text.utf8), to: directory + "/changing/changing.json")
  }
}
