// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistryFoundation

/// The members that Apple adds to Foundation for types, under their names.
@Suite struct URLTests {
  private let folder = URL(fileURLWithPath: "/tmp/a folder", isDirectory: true)

  @Test(arguments: [
    ("readme", UniformType.plainText, "readme.txt"), ("puppy.jpg", .image, "puppy.jpg"),
    ("puppy.jpg", .plainText, "puppy.jpg.txt"), ("puppy.JPG", .jpeg, "puppy.JPG"),
    ("puppy.png", .jpeg, "puppy.png.jpeg"), ("page", .html, "page.html"),
    ("a.", .plainText, "a.txt"),
    ("archive.tar", .gzip, "archive.tar.gz"), ("é ü", .json, "é ü.json"), ("x", .data, "x"),
    (".hidden", .json, ".hidden.json"), ("100%", .json, "100%.json"),
    ("a?b#c", .json, "a?b#c.json"),
  ])
  func aNameGetsAnExtensionOfTheType(_ name: String, _ type: UniformType, _ expected: String) {
    let component = folder.appendingPathComponent(name, conformingTo: type)
    #expect(component.path == "/tmp/a folder/\(expected)" && !component.hasDirectoryPath)
    var same = folder
    same.appendPathComponent(name, conformingTo: type)
    #expect(same == component)
    let file = folder.appendingPathComponent(name, isDirectory: false)
    #expect(file.appendingPathExtension(for: type) == component)
    var changed = file
    changed.appendPathExtension(for: type)
    #expect(changed == component)

    let path: NSString = "/tmp/a folder"
    #expect(path.appendingPathComponent(name, conformingTo: type) == component.path)
    let whole = NSString(string: file.path)
    #expect(whole.appendingPathExtension(for: type) == component.path)
  }

  @Test func anUnknownExtensionIsThatOfItsDynamicType() throws {
    let type = try #require(UniformType(filenameExtension: "zzyzx"))
    #expect(folder.appendingPathComponent("a", conformingTo: type).lastPathComponent == "a.zzyzx")
    #expect(
      folder.appendingPathComponent("a.ZZYZX", conformingTo: type).lastPathComponent == "a.ZZYZX")
  }

  /// The name of a hidden file has no extension.
  @Test func theLastPartOfAPartialNameGetsTheExtension() {
    for name in [".txt", "a.png/.txt", "a/b/.txt"] {
      let component = folder.appendingPathComponent(name, conformingTo: .plainText)
      #expect(component.path == "/tmp/a folder/\(name).txt")
    }
  }

  @Test func theURLOfADirectoryIsOne() {
    let bundle = folder.appendingPathComponent("a", conformingTo: .folder)
    #expect(bundle.absoluteString == "file:///tmp/a%20folder/a/")
    let file = folder.appendingPathComponent("a", isDirectory: false)
    #expect(file.appendingPathExtension(for: .folder) == bundle)
    #expect(
      file.appendingPathExtension(for: .applicationBundle).absoluteString.hasSuffix("/a.app/"))
  }

  @Test func whatCannotBeAppendedChangesNothing() throws {
    #expect(folder.appendingPathComponent("", conformingTo: .png) == folder)
    let root = URL(fileURLWithPath: "/")
    #expect(root.appendingPathExtension(for: .png) == root)
    let site = try #require(URL(string: "https://example.org"))
    #expect(site.appendingPathExtension(for: .png) == site)
    for path in ["", "/"] as [NSString] {
      #expect(path.appendingPathExtension(for: .png) == String(path))
    }
    #expect(NSString("a").appendingPathComponent("", conformingTo: .png) == "a")
  }

  @Test func otherURLsKeepTheirParts() throws {
    let page = try #require(URL(string: "https://example.org/a/b?c=d#e"))
    #expect(
      page.appendingPathExtension(for: .html).absoluteString
        == "https://example.org/a/b.html?c=d#e")
    #expect(
      page.appendingPathComponent("x", conformingTo: .png).absoluteString
        == "https://example.org/a/b/x.png?c=d#e")
  }

  @Test func aComponentMayHaveFolders() {
    #expect(
      folder.appendingPathComponent("a.b/readme", conformingTo: .plainText).path
        == "/tmp/a folder/a.b/readme.txt")
    let path: NSString = "a/b//"
    #expect(path.appendingPathExtension(for: .plainText) == "a/b.txt")
  }

  @Test func theAddressOfAnExplanationIsAURL() {
    #expect(UniformType.geoJSON.referenceURL?.scheme == "https")
    #expect(
      UniformType.geoJSON.referenceURL?.absoluteString == UniformType.geoJSON.referenceURLText)
    #expect(UniformType(exportedAs: "org.foundation.test").referenceURL == nil)
  }
}

/// The type among the values that Foundation has of a file.
@Suite struct URLResourceValuesTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func contentType(_ name: String) throws -> UniformType? {
    let url = URL(fileURLWithPath: directory.path + "/" + name)
    return try url.resourceValues(forKeys: [.contentTypeKey]).contentType
  }

  @Test func theTypeIsThatOfNameKindAndContents() throws {
    try directory.write("a.png", "no image")
    try directory.write("report", "%PDF-1.7\n")
    try directory.write("é", "%PDF-1.7\n")
    try FileManager.default.createDirectory(
      atPath: directory.path + "/d", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/link.png", withDestinationPath: "a.png")
    #expect(try contentType("a.png") == .png)
    #expect(try contentType("report") == .pdf)
    #expect(try contentType("é") == .pdf)
    #expect(try contentType("d") == .folder)
    #expect(try contentType("link.png") == .symbolicLink)
    #expect(try contentType("missing.png") == nil)
  }

  @Test func isAskedForWithOtherKeys() throws {
    try directory.write("a.png", "no image")
    let url = URL(fileURLWithPath: directory.path + "/a.png")
    let values = try url.resourceValues(forKeys: [.fileSizeKey, .contentTypeKey, .nameKey])
    #expect(values.contentType == .png && values.fileSize == 8 && values.name == "a.png")
    #expect(try url.resourceValues(forKeys: [.nameKey]).contentType == nil)
    let site = try #require(URL(string: "https://example.org/a.png"))
    #expect(try site.resourceValues(forKeys: [.contentTypeKey]).contentType == nil)
  }

  @Test func enumeratorsTakeTheKey() throws {
    for name in ["a.png", "b.html", "c.json"] { try directory.write(name, "x") }
    let files = try FileManager.default.contentsOfDirectory(
      at: URL(fileURLWithPath: directory.path), includingPropertiesForKeys: [.contentTypeKey])
    let types = try files.map { try $0.resourceValues(forKeys: [.contentTypeKey]).contentType }
    #expect(Set(types.compactMap(\.?.preferredFilenameExtension)) == ["png", "html", "json"])
  }
}
