// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct FreedesktopDirectoriesTests {
  @Test(
    arguments: [
      (TypeRegistry.Bundle.Kind.mimePackage, "mime/packages", false),
      (.desktopEntry, "applications", true), (.associations, nil, true),
      (.declarations, DeclarationSearchPath.subdirectory, false),
    ] as [(TypeRegistry.Bundle.Kind, String?, Bool)])
  func filesOfAFormatAreInASubdirectory(
    _ kind: TypeRegistry.Bundle.Kind, _ subdirectory: String?, _ isOfApplications: Bool
  ) {
    #expect(kind.subdirectory == subdirectory)
    #expect(kind.isOfApplications == isOfApplications)
  }

  /// The path below `applications`, or the name of the file, without the suffix if there is one.
  @Test(arguments: [
    ("/usr/share/applications/a.desktop", "a"), ("/usr/share/applications/kde/b.desktop", "kde-b"),
    ("/usr/share/applications/kde/b", "kde-b"), ("/tmp/c.desktop", "c"), ("/tmp/d", "d"),
    ("/applications", "applications"), ("/applications/x/applications/e.desktop", "e"),
  ])
  func anEntryIsNamedByItsPath(_ path: String, _ identifier: String) throws {
    let file = try #require(FilePath(path))
    #expect(DirectoryScanner.identifier(ofEntryAt: file) == identifier)
  }
}
