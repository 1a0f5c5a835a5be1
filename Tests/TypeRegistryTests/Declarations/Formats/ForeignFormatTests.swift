// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@Suite struct ForeignFormatTests {
  static let starts: [(String, ForeignFormat?)] = [
    ("[Desktop Entry]\n", .desktopEntry), ("[KDE Desktop Entry]", .desktopEntry),
    ("# c\n\n \t[Default Applications] \r\na/b=c\n", .associations),
    ("[Added Associations]", .associations), ("[Removed Associations]", .associations),
    ("[MIME Cache]", .associations), ("<mime-info/>", .mimePackage),
    ("<?xml version='1.0'?><mime-type>", .mimePackage),
    ("<m:mime-info xmlns:m='a'>", .mimePackage), ("[Other]", nil), ("# c\n", nil),
    ("# c\n{}", nil), ("[]", nil), ("<plist/>", nil), ("<mime-info", nil), ("{}", nil), ("", nil),
  ]

  @Test(arguments: starts)
  func aFileIsKnownByItsFirstLineOrElement(_ text: String, _ format: ForeignFormat?) {
    #expect(ForeignFormat(of: Array(text.utf8)) == format)
  }

  @Test(arguments: [
    (
      ForeignFormat.desktopEntry, "this is a desktop entry (.desktop) and not a declaration file",
      "put it into 'applications' below XDG_DATA_HOME, such as ~/.local/share/applications"
    ),
    (
      .associations,
      "this is a list of applications by MIME type (mimeapps.list) and not a declaration file",
      "it is read where it is, in a directory of configuration; a choice is not a declaration"
    ),
    (
      .mimePackage,
      "this is a package of MIME types (shared-mime-info) and not a declaration file",
      "put it into 'mime/packages' below XDG_DATA_HOME, such as ~/.local/share/mime/packages"
    ),
  ])
  func aFindingNamesTheFormatAndItsDirectory(
    _ format: ForeignFormat, _ message: String, _ hint: String
  ) {
    #expect(format.message == message)
    #expect(format.hint == hint)
  }
}
