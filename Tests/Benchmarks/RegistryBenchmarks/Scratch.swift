// SPDX-License-Identifier: MIT

internal import Glibc

/// The directory of this run.
let scratch = Scratch()

/// A directory of one run, with a home for this process and those that it starts.
struct Scratch: Sendable {
  let path: String

  /// Creates it.
  init() {
    let base = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/registry-benchmarks-XXXXXX".utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.flatMap { unsafe mkdtemp($0) }.map { unsafe String(cString: $0) }
    }
    guard let made else {
      write("no directory can be created in '\(base)'")
      exit(1)
    }
    path = made
  }

  /// Points the environment there until this process ends, and then removes it.
  func enter() {
    atexit { scratch.remove() }
    for (variable, name) in [
      ("HOME", "home"), ("XDG_CACHE_HOME", "cache"), ("XDG_CONFIG_HOME", "config"),
      ("XDG_DATA_HOME", "data"), ("XDG_RUNTIME_DIR", "run"), ("XDG_STATE_HOME", "state"),
      ("XDG_DATA_DIRS", "share"),
    ] {
      unsafe mkdir("\(path)/\(name)", 0o700)
      unsafe setenv(variable, "\(path)/\(name)", 1)
    }
    for variable in ["TYPED_DECLARATIONS", "TYPED_SOCKET"] { unsafe unsetenv(variable) }
  }

  private func remove() {
    Self.remove(path)
  }

  /// Removes a file, or a directory with everything in it.
  static func remove(_ path: String) {
    if unsafe unlink(path) == 0 || errno != EISDIR { return }
    if let directory = unsafe opendir(path) {
      while let entry = unsafe readdir(directory) {
        let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
          unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) {
            unsafe String(cString: $0)
          }
        }
        if name != ".", name != ".." { remove("\(path)/\(name)") }
      }
      unsafe closedir(directory)
    }
    unsafe rmdir(path)
  }
}
