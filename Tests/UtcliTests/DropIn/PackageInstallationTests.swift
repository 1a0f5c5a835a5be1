// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// `xdg-mime install` and `uninstall`: where the file goes.
@Suite struct PackageInstallationTests {
  private let installation: Installation

  init() throws {
    installation = try Installation()
    try installation.write(
      "<mime-info xmlns='http://www.freedesktop.org/standards/shared-mime-info'>"
        + "<mime-type type='application/x-quux'><glob pattern='*.quux'/></mime-type></mime-info>",
      to: "work/test-quux.xml")
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: installation.root + "/" + path)
  }

  private func xdgMIME(_ words: String...) throws -> Outcome {
    try installation.run(["xdg-mime"] + words)
  }

  private let ofAll = "data/mime/packages/test-quux.xml"

  @Test(arguments: [nil, "user", "system"])
  func aFileForAllUsersGoesToTheFirstDirectoryThatCanBeWritten(_ mode: String?) throws {
    #expect(try installation.shell("mkdir -p ../data/mime/packages").status == 0)
    installation.environment["XDG_DATA_DIRS"] =
      "relative:\(installation.root)/none:\(installation.root)/data"
    // The variable has the last word.
    installation.environment["XDG_UTILS_INSTALL_MODE"] = mode
    let outcome = try xdgMIME("install", "--mode", "system", "test-quux.xml")
    #expect(outcome.status == 0 && outcome.errorText.isEmpty, "\(outcome.errorText)")
    #expect(exists(ofAll) == (mode != "user"))
    #expect(exists("home/.local/share/mime/packages/test-quux.xml") == (mode == "user"))
    #expect(try installation.run("types", "--mime", "application/x-quux").status == 0)
    let removed = try xdgMIME("uninstall", "--mode", "system", "test-quux.xml")
    #expect(removed.status == 0 && !exists(ofAll), "\(removed.errorText)")
    // Once more: what is not there need not be removed.
    #expect(try xdgMIME("uninstall", "--mode", "system", "test-quux.xml").status == 0)
  }

  @Test func thereMustBeADirectoryForAllUsers() throws {
    installation.environment["XDG_DATA_DIRS"] = installation.root + "/none"
    let outcome = try xdgMIME("install", "--mode", "system", "test-quux.xml")
    #expect(outcome.status == 3)
    #expect(outcome.errorText.contains("No writable system mimetype directory found."))
  }

  @Test func theUsersFileGoesWhereTheVariableSays() throws {
    installation.environment["XDG_DATA_HOME"] = installation.root + "/own"
    #expect(try xdgMIME("install", "--mode", "user", "test-quux.xml").status == 0)
    #expect(exists("own/mime/packages/test-quux.xml"))
    #expect(try xdgMIME("uninstall", "--mode", "user", "test-quux.xml").status == 0)
    #expect(!exists("own/mime/packages/test-quux.xml"))
  }

  @Test func aDirectoryThatCannotBeMadeIsAFailure() throws {
    try installation.write("a file", to: "own")
    installation.environment["XDG_DATA_HOME"] = installation.root + "/own"
    let outcome = try xdgMIME("install", "--mode", "user", "test-quux.xml")
    #expect(outcome.status == 4)
    #expect(outcome.errorText.contains("own/mime/packages/test-quux.xml"), "\(outcome.errorText)")
    #expect(try xdgMIME("install", "--mode", "user", "..").status != 0)
  }

  @Test func whatIsNoFileOrHasNoHomeIsAFailure() throws {
    #expect(try installation.shell("mkdir folder").status == 0)
    let folder = try xdgMIME("install", "--mode", "user", "--novendor", "folder")
    #expect(folder.status == 4)
    #expect(folder.errorText == "xdg-mime: folder cannot be read: is a directory\n")
    installation.environment["HOME"] = nil
    let homeless = try xdgMIME("install", "--mode", "user", "test-quux.xml")
    #expect(homeless.status == 4)
    #expect(homeless.errorText == "xdg-mime: HOME is not set\n")
  }
}
