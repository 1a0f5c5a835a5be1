// SPDX-License-Identifier: MIT

import Glibc
import SystemBase
import TestSupport
import Testing

@Suite struct SystemErrorTests {
  @Test(arguments: [
    (ENOENT, "no such file or directory"), (EPERM, "permission denied"),
    (ENAMETOOLONG, "name is too long"), (EPIPE, "connection closed by peer"),
    (EAGAIN, "resource temporarily unavailable"), (4_095, "system error 4095"),
  ])
  func describesAnErrorOfFilesAndSocketsAlike(_ code: CInt, _ description: String) {
    #expect(SystemError(code: code).description == description)
  }

  @Test(arguments: [(ENOENT, true), (ENOTDIR, true), (EACCES, false)])
  func reportsAMissingFile(_ code: CInt, _ isMissing: Bool) {
    #expect(SystemError(code: code).isMissing == isMissing)
  }

  @Test func storesTheErrorOfTheLastCall() {
    _ = close(-1)
    #expect(SystemError.last == SystemError(code: EBADF))
  }
}
