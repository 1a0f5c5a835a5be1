// SPDX-License-Identifier: MIT

import Glibc
import TestSupport

/// Runs `body` while the system starts no thread for this process.
///
/// Only for a process of a test's own: the user changes for all threads, because root may start as many as it
/// likes.
///
/// - Parameter body: Must not wait for another thread.
/// - Throws: What `body` throws, or if the limit cannot be set.
func withoutNewThreads(_ body: () throws -> Void) throws {
  let isRoot = geteuid() == 0
  let resource = CInt(__RLIMIT_NPROC.rawValue)
  var usual = rlimit()
  guard unsafe getrlimit(resource, &usual) == 0 else { throw CallFailure("getrlimit") }
  var none = usual
  none.rlim_cur = 0
  // The saved user is still root.
  if isRoot, setreuid(65_534, .max) != 0 || seteuid(65_534) != 0 { throw CallFailure("setreuid") }
  defer {
    if isRoot {
      _ = seteuid(0)
      _ = setreuid(0, .max)
    }
  }
  guard unsafe setrlimit(resource, &none) == 0 else { throw CallFailure("setrlimit") }
  defer { unsafe _ = setrlimit(resource, &usual) }
  try body()
}
