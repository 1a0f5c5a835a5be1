// SPDX-License-Identifier: MIT

import Glibc
import SystemBase
import TestSupport
import Testing

@Suite struct SystemErrorTests {
  @Test(arguments: [
    (ENOENT, "no such file or directory"), (ENOTDIR, "part of the path is not a directory"),
    (EPERM, "permission denied"), (EACCES, "permission denied"),
    (ELOOP, "too many symbolic links"), (ENAMETOOLONG, "name is too long"),
    (EIO, "input/output error"), (EMFILE, "too many open files"), (ENFILE, "too many open files"),
    (EISDIR, "is a directory"), (ENOSPC, "no space left on device"),
    (EROFS, "read-only file system"), (EFBIG, "file is too large"),
    (EBADF, "no such descriptor"), (E2BIG, "too many or too long arguments"),
    (ENOEXEC, "is not a program that this system can run"), (ETXTBSY, "is being written"),
    (ECONNREFUSED, "connection refused"), (ECONNRESET, "connection reset by peer"),
    (EPIPE, "connection closed by peer"), (EADDRINUSE, "address in use"),
    (ENOTSOCK, "not a socket"), (EAGAIN, "resource temporarily unavailable"),
    (4_095, "system error 4095"),
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
