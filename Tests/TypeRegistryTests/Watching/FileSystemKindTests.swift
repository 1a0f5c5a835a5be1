// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// Which file systems change without an event.
@Suite struct FileSystemKindTests {
  @Test(arguments: [0x6969, 0xFF53_4D42, 0x6573_5546, 0x0102_1997] as [UInt32])
  func remoteOnesDo(magic: UInt32) {
    #expect(FileSystemKind.isRemote(magic: magic))
  }

  /// ext4, tmpfs, btrfs, XFS, overlayfs.
  @Test(arguments: [0xEF53, 0x0102_1994, 0x9123_683E, 0x5846_5342, 0x794C_7630] as [UInt32])
  func localOnesDoNot(magic: UInt32) {
    #expect(!FileSystemKind.isRemote(magic: magic))
  }

  @Test func theListOfProcessesIsLocal() {
    #expect(!FileSystemKind.isRemote(Array("/proc".utf8CString)))
  }
}
