// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing
import TypeRegistry

@Suite("The cached image is used while no input changed")
struct RegistryLoaderTests {
  /// An installation whose next call finds a valid image.
  private func warm(_ prepare: (Installation) throws -> Void = { _ in }) throws -> Installation {
    let installation = try Installation()
    try prepare(installation)
    try installation.warm()
    return installation
  }

  @Test
  func theFirstCallWritesItAndALaterOneMapsIt() throws {
    let installation = try Installation()
    #expect(try installation.loadedFrom() == "declarations")
    let attributes = try FileManager.default.attributesOfItem(atPath: installation.image())
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let directory = try FileManager.default.attributesOfItem(atPath: installation.cache)
    #expect(directory[.posixPermissions] as? Int == 0o700)
    #expect(try warm().loadedFrom() == "cached image")
  }

  /// A change of the declarations, and the type of `x.aaa` after it.
  @Test(arguments: [
    ("sed -i s/bbb/aaa/ org.test.b.json", "org.test.b"),
    ("sed s/bbb/aaa/ org.test.b.json >new; mv new org.test.b.json", "org.test.b"),
    (
      "sed s/bbb/aaa/ org.test.b.json >new; touch -d 1999-01-01 new; mv new org.test.b.json",
      "org.test.b"
    ),
    (
      // Size and time are unchanged: only inode and ctime differ.
      "sed s/bbb/aaa/ org.test.b.json >new; touch -r org.test.b.json new; cat new >org.test.b.json; "
        + "touch -r new org.test.b.json", "org.test.b"
    ),
    ("sed 's/org.test.b/org.test.c/; s/bbb/aaa/' org.test.b.json >c.json", "org.test.c"),
    ("rm org.test.b.json; sed -i s/ccc/aaa/ Bundle/Info.plist", "org.test.plist"),
    ("mv org.test.b.json ../elsewhere; sed -i s/ccc/aaa/ Bundle/Info.plist", "org.test.plist"),
    ("mv Bundle ../elsewhere; sed -i s/bbb/aaa/ org.test.b.json", "org.test.b"),
    ("sed -i s/ccc/aaa/ Bundle/Info.plist; chmod 000 org.test.b.json", "org.test.plist"),
  ])
  func aChangeIsNoticedAtOnce(_ line: String, _ identifier: String) throws {
    let installation = try warm { installation in
      try installation.declare("org.test.b", extension: "bbb")
      try installation.write(
        Self.propertyList, to: "\(installation.declarations)/Bundle/Info.plist")
    }
    #expect(try installation.typeOf("x.aaa").hasPrefix("dyn."))
    let outcome = try installation.shell("cd \(installation.declarations) && { \(line); }")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(try installation.typeOf("x.aaa") == identifier)
  }

  @Test(arguments: [
    "rm org.test.b.json", "mv org.test.b.json ..", "mv org.test.b.json .hidden.json",
    "rm -r ../declarations", "mv ../declarations ../else", ": >org.test.b.json",
    "ln -sf /dev/zero org.test.b.json",
  ])
  func whatIsGoneIsForgottenAtOnce(_ line: String) throws {
    let installation = try warm { try $0.declare("org.test.b", extension: "bbb") }
    #expect(try installation.typeOf("x.bbb") == "org.test.b")
    _ = try installation.shell("cd \(installation.declarations) && \(line)")
    #expect(try installation.typeOf("x.bbb").hasPrefix("dyn."))
  }

  @Test
  func aChangeOfPermissionsIsNoticed() throws {
    let installation = try warm { try $0.declare("org.test.b", extension: "bbb") }
    unsafe chmod("\(installation.declarations)/org.test.b.json", 0o604)
    #expect(try installation.loadedFrom() == "declarations")
  }

  @Test
  func aDirectoryThatAppearsLaterIsNoticed() throws {
    let installation = try warm()
    try installation.declare("org.test.b", extension: "bbb")
    #expect(try installation.typeOf("x.bbb") == "org.test.b")
    try installation.declare(
      "org.test.c", extension: "ccc", in: "data/typed/declarations/c.json")
    #expect(try installation.typeOf("x.ccc") == "org.test.c")
  }

  @Test
  func aBundleAndItsTranslationsAreWatched() throws {
    let installation = try warm()
    let bundle = installation.declarations + "/Bundle"
    func german() throws -> String {
      let outcome = try installation.run("info", "org.test.plist", "--locale", "de")
      return outcome.lines.first { $0.hasPrefix("description") } ?? outcome.errorText
    }
    try installation.write(Self.propertyList, to: "\(bundle)/Contents/Info.plist")
    #expect(try german() == "description\tMenu")
    let strings = "\(bundle)/Contents/Resources/de.lproj/InfoPlist.strings"
    try installation.write("\"Menu\" = \"Speisekarte\";", to: strings)
    #expect(try german() == "description\tSpeisekarte")
    try installation.write("\"Menu\" = \"Karte\";", to: strings)
    #expect(try german() == "description\tKarte")
    try FileManager.default.removeItem(atPath: strings)
    #expect(try german() == "description\tMenu")
    try installation.write("\"Menu\" = \"Tafel\";", to: strings)
    #expect(try german() == "description\tTafel")
  }

  @Test
  func aLinkThatIsTurnedElsewhereIsNoticed() throws {
    let installation = try warm { installation in
      try installation.declare("org.test.b", extension: "bbb", in: "packages/1.json")
      try installation.declare("org.test.c", extension: "ccc", in: "packages/2.json")
      _ = try installation.shell(
        "mkdir -p \(installation.declarations) && cd \(installation.declarations) && "
          + "ln -s \(installation.root)/packages/1.json p.json")
    }
    #expect(try installation.typeOf("x.bbb") == "org.test.b")
    _ = try installation.shell(
      "cd \(installation.declarations) && ln -sfn \(installation.root)/packages/2.json p.json")
    #expect(try installation.typeOf("x.ccc") == "org.test.c")
    #expect(try installation.typeOf("x.bbb").hasPrefix("dyn."))
  }

  @Test
  func aStampThatIsNotOlderThanTheImageIsNotTrusted() throws {
    let installation = try warm { installation in
      try installation.declare("org.test.b", extension: "bbb")
      // Its time is in the future, so that no image of it is younger.
      _ = try installation.shell("touch -d '1 hour' \(installation.declarations)/org.test.b.json")
      #expect(try installation.loadedFrom() == "declarations")
      #expect(try installation.loadedFrom() == "declarations")
      _ = try installation.shell("touch -d yesterday \(installation.declarations)/org.test.b.json")
    }
    #expect(try installation.typeOf("x.bbb") == "org.test.b")
  }

  // MARK: - Damaged images

  @Test(arguments: [
    ": >IMAGE", "truncate -s 511 IMAGE", "truncate -s 512 IMAGE", "truncate -s -1 IMAGE",
    "truncate -s +1 IMAGE", "truncate -s 300M IMAGE", "chmod 620 IMAGE", "chmod 602 IMAGE",
    "mv IMAGE moved; ln -s $PWD/moved IMAGE", "rm IMAGE; mkfifo IMAGE",
    "rm IMAGE; ln -s /dev/zero IMAGE", "rm IMAGE; ln -s IMAGE IMAGE", "chown 65534 IMAGE",
    "printf x | dd of=IMAGE conv=notrunc status=none",
    "head -c 99999 /dev/urandom >IMAGE",
  ])
  func anUnsoundImageIsIgnoredAndMadeAgain(_ line: String) throws {
    let installation = try warm()
    let image = try installation.image()
    if line.hasPrefix("chown"), geteuid() != 0 { return }
    let outcome = try installation.shell(line.replacingOccurrences(of: "IMAGE", with: image))
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(try installation.typeOf("a.jpg") == "public.jpeg")
    let attributes = try FileManager.default.attributesOfItem(atPath: image)
    #expect(attributes[.type] as? FileAttributeType == .typeRegular)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(attributes[.ownerAccountID] as? UInt32 == geteuid())
    #expect(try warmAgain(installation) == "cached image")
  }

  /// The source of the registry after at most one more compilation.
  private func warmAgain(_ installation: Installation) throws -> String {
    let first = try installation.loadedFrom()
    return first == "cached image" ? first : try installation.loadedFrom()
  }

  @Test
  func aDirectoryAtThePathOfTheImageDoesNotPreventAnswers() throws {
    let installation = try warm()
    _ = try installation.shell("rm \(installation.image()); mkdir \(installation.image())")
    #expect(try installation.typeOf("a.jpg") == "public.jpeg")
    #expect(try installation.doctor()["cacheProblem"] != nil)
  }

  /// One byte of each 32 of the first 512, and one byte of each of 48 regions after them.
  @Test
  func damageInEachRegionNeverEndsTheProgramAndDoctorRepairsIt() throws {
    let installation = try warm()
    let image = try installation.image()
    let sound = Array(try Data(contentsOf: URL(fileURLWithPath: image)))
    let offsets =
      Array(stride(from: 3, to: 512, by: 32))
      + Array(stride(from: 515, to: sound.count, by: max(1, sound.count / 48)))
    for offset in offsets {
      var damaged = sound
      damaged[offset] ^= 0xFF
      try Data(damaged).write(to: URL(fileURLWithPath: image))
      unsafe chmod(image, 0o600)
      let outcome = try installation.run("info", "public.jpeg", ".ts", "image/jpeg", "--locale=de")
      #expect([0, 1].contains(outcome.status), "byte \(offset): \(outcome)")
      #expect(try installation.doctor()["sound"] as? Bool == true, "byte \(offset)")
      #expect(try installation.typeOf("a.jpg") == "public.jpeg", "byte \(offset)")
    }
  }

  @Test
  func doctorSaysThatItRepairedTheImage() throws {
    let installation = try warm()
    let image = try installation.image()
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: image)))
    // Within the strings, which only the checksum protects.
    bytes[700] ^= 0xFF
    try Data(bytes).write(to: URL(fileURLWithPath: image))
    unsafe chmod(image, 0o600)
    let report = try installation.doctor()
    #expect(report["damaged"] as? Bool == true)
    #expect(report["loadedFrom"] as? String == "declarations")
    #expect(try installation.doctor()["damaged"] == nil)
  }

  // MARK: - Caches

  @Test(arguments: [
    "rm -rf CACHE; : >CACHE", "rm -rf CACHE; ln -s /nowhere/at/all CACHE",
    "rm -rf CACHE; ln -s CACHE CACHE",
  ])
  func aCacheThatCannotBeWrittenDoesNotPreventAnswers(_ line: String) throws {
    let installation = try warm()
    _ = try installation.shell(line.replacingOccurrences(of: "CACHE", with: installation.cache))
    #expect(try installation.typeOf("a.jpg") == "public.jpeg")
    let report = try installation.doctor()
    #expect(report["loadedFrom"] as? String == "declarations")
    #expect(report["cacheProblem"] != nil)
  }

  @Test
  func withoutAHomeNothingIsCached() throws {
    let installation = try Installation()
    for home in [nil, "", "relative"] {
      installation.environment["HOME"] = home
      #expect(try installation.typeOf("a.jpg") == "public.jpeg")
      #expect(try installation.doctor()["image"] == nil)
    }
    installation.environment["XDG_CACHE_HOME"] = installation.root + "/other"
    #expect(try installation.typeOf("a.jpg") == "public.jpeg")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: installation.root + "/other/typed").count
        == 1)
  }

  @Test
  func rootCachesNothingInAnotherUsersHome() throws {
    guard geteuid() == 0 else { return }
    let installation = try Installation()
    unsafe chown(installation.home, 65_534, 65_534)
    #expect(try installation.typeOf("a.jpg") == "public.jpeg")
    #expect(try installation.doctor()["cacheProblem"] as? String != nil)
    #expect(!FileManager.default.fileExists(atPath: installation.home + "/.cache"))
  }

  @Test
  func eachSearchPathHasItsOwnImage() throws {
    let installation = try Installation()
    for data in ["one", "two"] {
      installation.environment["XDG_DATA_DIRS"] = installation.root + "/" + data
      try installation.declare(
        "org.test.\(data)", extension: "aaa", in: "\(data)/typed/declarations/a.json")
      #expect(try installation.typeOf("x.aaa") == "org.test.\(data)")
    }
    let images = try FileManager.default.contentsOfDirectory(atPath: installation.cache)
    #expect(images.filter { $0.hasSuffix(".image") }.count == 2)
  }

  @Test
  func manyProcessesAtOnceLeaveOneSoundImage() throws {
    let installation = try Installation()
    let outcome = try installation.shell(
      "for i in 1 2 3 4 5 6 7 8; do utcli type-of --name-only a.jpg & done; wait")
    #expect(outcome.lines == Array(repeating: "public.jpeg", count: 8))
    #expect(outcome.errors.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: installation.cache).count == 1)
    #expect(try installation.doctor()["sound"] as? Bool == true)
    #expect(try installation.doctor()["damaged"] == nil)
  }

  // MARK: - The shipped image

  @Test
  func theShippedImageIsUsedIfThereAreNoOtherBundles() throws {
    let installation = try Installation()
    try RegistryLoader.writeShippedImage(core: installation.core)
    // Installing a package gives its files new inodes and times.
    _ = try installation.shell(
      "cd \(installation.root) && cp -r share new && rm -r share && mv new share")
    #expect(try installation.loadedFrom() == "shipped image")
    #expect(try installation.typeOf("a.jpg") == "public.jpeg")
    #expect(!FileManager.default.fileExists(atPath: installation.cache))
    try installation.declare("org.test.b", extension: "bbb")
    #expect(try installation.typeOf("x.bbb") == "org.test.b")
    #expect(try installation.typeOf("a.jpg") == "public.jpeg")
    #expect(try installation.loadedFrom() != "shipped image")
  }

  @Test
  func theShippedImageIsUsedAgainWhenTheLastBundleIsGone() throws {
    let installation = try Installation()
    try RegistryLoader.writeShippedImage(core: installation.core)
    let path = try installation.declare("org.test.b", extension: "bbb")
    try installation.warm()
    try FileManager.default.removeItem(atPath: path)
    #expect(try installation.typeOf("x.bbb").hasPrefix("dyn."))
    #expect(try installation.loadedFrom() == "shipped image")
  }

  @Test
  func theShippedImageHidesNoChangeOfTheCoreBesideOtherBundles() throws {
    let installation = try Installation()
    try RegistryLoader.writeShippedImage(core: installation.core)
    try installation.declare("org.test.b", extension: "bbb")
    try installation.warm()
    try installation.declare(
      "org.test.c", extension: "ccc", in: installation.core + "/99-more.json")
    #expect(try installation.typeOf("x.ccc") == "org.test.c")
  }

  @Test
  func theShippedImageHidesNoProblemOfTheSearchPath() throws {
    let installation = try Installation()
    try RegistryLoader.writeShippedImage(core: installation.core)
    installation.environment["XDG_DATA_DIRS"] = "relative"
    let outcome = try installation.run("doctor", "--strict")
    #expect(outcome.text.contains("relative directory 'relative'"))
    #expect(outcome.status == 3)
  }

  @Test(arguments: ["truncate -s -1 IMAGE", "chmod 622 IMAGE", ": >IMAGE", "chown 65534 IMAGE"])
  func anUnsoundShippedImageIsIgnored(_ line: String) throws {
    if line.hasPrefix("chown"), geteuid() != 0 { return }
    let installation = try Installation()
    try RegistryLoader.writeShippedImage(core: installation.core)
    _ = try installation.shell(
      line.replacingOccurrences(of: "IMAGE", with: installation.core + "/registry.image"))
    #expect(try installation.typeOf("a.jpg") == "public.jpeg")
    #expect(try installation.loadedFrom() != "shipped image")
  }

  private static let propertyList = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
      <key>CFBundleIdentifier</key><string>org.test.plist-application</string>
      <key>UTExportedTypeDeclarations</key><array><dict>
        <key>UTTypeIdentifier</key><string>org.test.plist</string>
        <key>UTTypeDescription</key><string>Menu</string>
        <key>UTTypeConformsTo</key><array><string>public.data</string></array>
        <key>UTTypeTagSpecification</key><dict>
          <key>public.filename-extension</key><array><string>ccc</string></array>
        </dict>
      </dict></array>
    </dict></plist>
    """
}
