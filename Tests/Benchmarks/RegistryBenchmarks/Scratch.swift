// SPDX-License-Identifier: MIT

internal import Glibc
internal import TestSupport

/// The directory of this run.
let scratch = Scratch()

/// A directory of one run, with a home for this process and those that it starts.
struct Scratch: Sendable {
  private let directory: TemporaryDirectory
  var path: String { directory.path }

  /// Creates it.
  init() {
    do {
      directory = try TemporaryDirectory()
    } catch {
      write("no directory for temporary files can be created: \(error)")
      exit(1)
    }
  }

  /// Points the environment there until this process ends, and then removes it.
  func enter() {
    atexit { TemporaryDirectory.remove(scratch.path) }
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
}
