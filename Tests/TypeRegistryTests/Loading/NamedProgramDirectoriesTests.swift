// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing
import TypeRegistry

/// Programs in directories that declarations name.
@Suite struct NamedProgramDirectoriesTests {
  private let directory: TemporaryDirectory
  private let locations: RegistryLocations
  private var root: String { directory.path }

  init() throws {
    directory = try TemporaryDirectory()
    var locations = RegistryLocations(
      core: nil,
      environment: Environment(
        home: directory.path + "/home",
        declarations: "local=\(directory.path)/site:user=\(directory.path)/own"),
      cache: directory.path + "/cache")
    locations.environment.programPath = Array("/usr/bin:/bin".utf8)
    self.locations = locations
    // Whatever the mask of this process is.
    unsafe chmod(directory.path, 0o755)
  }

  private func makeDirectory(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(root)/\(path)", withIntermediateDirectories: true)
    var above = path
    while !above.isEmpty, above != "/" {
      unsafe chmod("\(root)/\(above)", 0o755)
      above = (above as NSString).deletingLastPathComponent
    }
  }

  private func program(_ path: String) throws {
    try makeDirectory((path as NSString).deletingLastPathComponent)
    try "#!/bin/sh\n".write(toFile: "\(root)/\(path)", atomically: false, encoding: .utf8)
    unsafe chmod("\(root)/\(path)", 0o755)
  }

  private func write(_ members: String, _ identifier: String, to place: String) throws {
    try makeDirectory(place)
    try #"{"CFBundleIdentifier": "\#(identifier)", \#(members)}"#
      .write(toFile: "\(root)/\(place)/\(identifier).json", atomically: true, encoding: .utf8)
  }

  private func name(
    _ paths: String..., in place: String = "site", as identifier: String = "org.a.directories"
  ) throws {
    let list = paths.map { "\"\(root)/\($0)\"" }.joined(separator: ", ")
    try write("\"TRProgramDirectories\": [\(list)]", identifier, to: place)
  }

  private func application(_ program: String, in place: String = "site") throws {
    try write(
      #"""
      "CFBundleDocumentTypes": [{"LSItemContentTypes": ["public.png"]}],
      "TRLaunch": {"Arguments": ["\#(program)", "%f"]}
      """#, "org.app.\(program)", to: place)
  }

  /// The programs, below the directory, that open PNG.
  private func found(_ loaded: RegistryLoader.Loaded? = nil) -> [String] {
    let registry = (loaded ?? RegistryLoader.load(locations)).registry
    return registry.opening("public.png").compactMap { bundle in
      let vector = registry.bundle(named: bundle).map { registry.launchVector(ofBundle: $0) }
      guard let program = vector?.first, program.hasPrefix(root + "/") else { return vector?.first }
      return String(program.dropFirst(root.count + 1))
    }
  }

  /// Where each of these systems and tools has its programs.
  @Test(arguments: [
    ("nix/store/abc-viewer/bin/viewer", "run/current-system/sw", "nix/store/abc-viewer", "bin"),
    ("gnu/store/abc-viewer/bin/viewer", "home/.guix-profile", "gnu/store/abc-viewer", "bin"),
    (
      "linuxbrew/.linuxbrew/Cellar/viewer/1/bin/viewer", "linuxbrew/.linuxbrew/bin/viewer",
      "linuxbrew/.linuxbrew/Cellar/viewer/1/bin/viewer", ""
    ),
    ("home/bin/viewer", "", "", "home/bin"),
    ("home/.cargo/bin/viewer", "", "", "home/.cargo/bin"),
  ])
  func aProgramIsFoundThere(
    _ file: String, _ link: String, _ target: String, _ named: String
  ) throws {
    try program(file)
    if file.contains("store") { unsafe chmod("\(root)/\(file.prefix(3))/store", 0o1775) }
    if !link.isEmpty {
      try makeDirectory((link as NSString).deletingLastPathComponent)
      try FileManager.default.createSymbolicLink(
        atPath: "\(root)/\(link)", withDestinationPath: "\(root)/\(target)")
    }
    try application("viewer")
    #expect(found().isEmpty)
    let directory =
      link.isEmpty
      ? named : named.isEmpty ? (link as NSString).deletingLastPathComponent : "\(link)/\(named)"
    for place in ["site", "own"] {
      try name(directory, in: place)
      #expect(found() == ["\(directory)/viewer"])
      try FileManager.default.removeItem(atPath: "\(root)/\(place)/org.a.directories.json")
      #expect(found().isEmpty)
    }
  }

  @Test func theyComeAfterTheUsualOnesAndBeforePath() throws {
    for place in ["home/.local/bin", "site-bin", "own-bin", "path-bin"] {
      try program("\(place)/viewer")
    }
    try application("viewer")
    try application("sh")
    try program("site-bin/sh")
    var locations = locations
    locations.environment.programPath = Array("\(root)/path-bin:\(root)/own-bin".utf8)
    func programs() -> Set<String> { Set(found(RegistryLoader.load(locations))) }
    let fixed = try #require(programs().first { $0.hasSuffix("/sh") })
    #expect(programs() == [fixed, "home/.local/bin/viewer"])
    unsafe unlink("\(root)/home/.local/bin/viewer")
    #expect(programs() == [fixed, "path-bin/viewer"])
    try name("own-bin", in: "own", as: "org.a.own")
    #expect(programs() == [fixed, "own-bin/viewer"])
    // The site's first, whatever the identifiers are.
    try name("site-bin", as: "org.z.site")
    #expect(programs() == [fixed, "site-bin/viewer"])
  }

  /// As of types and claims, one installation of a bundle counts.
  @Test func aBundleThatIsNotInEffectNamesNone() throws {
    try program("bin/viewer")
    try application("viewer")
    try name("bin", in: "own")
    #expect(found() == ["bin/viewer"])
    try name("other", in: "site")
    #expect(found().isEmpty)
  }

  @Test(arguments: [mode_t(0o777), 0o757, 0o1777])
  func oneThatOthersCanChangeSuppliesNothing(_ mode: mode_t) throws {
    try program("share/bin/viewer")
    try application("viewer")
    try name("share/bin")
    #expect(found() == ["share/bin/viewer"])
    // Itself, and the directory above it, whose state is no input.
    for changed in ["share/bin", "share"] where changed == "share/bin" || mode != 0o1777 {
      unsafe chmod("\(root)/\(changed)", mode)
      let loaded = RegistryLoader.load(locations)
      #expect(found(loaded).isEmpty)
      let finding = try #require(
        loaded.registry.diagnostics.first { $0.code == .untrustedDirectory })
      #expect(finding.path == "\(root)/site/org.a.directories.json")
      #expect(finding.message.contains("'\(root)/share/bin'"))
      #expect(finding.description.contains("org.a.directories.json:1:"))
      unsafe chmod("\(root)/\(changed)", 0o755)
      #expect(found() == ["share/bin/viewer"])
    }
  }

  /// A registry in the cache is used as long as nothing changes, and no longer.
  @Test func everyChangeIsNoticed() throws {
    try application("viewer")
    try name("later/bin")
    #expect(found().isEmpty)
    try program("later/bin/viewer")
    #expect(found() == ["later/bin/viewer"])
    let digest = locations.searchPathDigest
    unsafe unlink("\(root)/later/bin/viewer")
    #expect(found().isEmpty)
    #expect(locations.searchPathDigest == digest)
    unsafe chmod("\(root)/later", 0o777)
    #expect(locations.searchPathDigest != digest)
    unsafe chmod("\(root)/later", 0o755)
    try FileManager.default.removeItem(atPath: "\(root)/site/org.a.directories.json")
    #expect(found().isEmpty)
    #expect(locations.searchPathDigest != digest)
  }

  /// What is checked may name the directory of its own program, or of that of an installed application.
  @Test func aCheckAndAPreviewSearchThem() throws {
    try program("bin/viewer")
    try program("bin/editor")
    try application("viewer")
    let text = #"""
      {"CFBundleIdentifier": "org.new", "TRProgramDirectories": ["\#(root)/bin", "\#(root)/none"],
      "CFBundleDocumentTypes": [{"LSItemContentTypes": ["public.jpeg"]}],
      "TRLaunch": {"Arguments": ["editor", "%f"]}}
      """#
    let check = DeclarationCheck(of: [.text(Array(text.utf8), name: "new.json")], beside: locations)
    #expect(check.findings.map(\.code) == [.missingProgramDirectory])
    #expect(check.findings.map(\.severity) == [.note])
    let preview = RegistrationPreview(of: check, at: locations, bindings: [])
    #expect(preview.bundles.map(\.problem) == [nil])
    #expect(
      Set(preview.defaults.map { $0.after?.bundle }) == ["org.new", "org.app.viewer"])
  }
}
