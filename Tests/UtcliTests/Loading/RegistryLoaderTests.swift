// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
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

  /// A file that cannot be used is watched like any other.
  @Test(arguments: [
    // Root reads every file, but no link to a file that others may write.
    ("chmod 666 ../b.json; ln -s ../b.json b.json", "chmod 644 ../b.json"),
    ("ln -s ../c.json b.json", "mv ../b.json ../c.json"),
    ("mkfifo b.json", "mv ../b.json b.json"),
    ("mv ../b.json b.json; truncate -s 2M b.json", "truncate -s $SIZE b.json"),
  ])
  func aFileThatBecomesUsableIsNoticed(_ before: String, _ change: String) throws {
    let installation = try warm { installation in
      let file = try installation.declare(
        "org.test.b", extension: "bbb", in: "\(installation.declarations)/../b.json")
      let outcome = try installation.shell(
        "mkdir -p \(installation.declarations) && stat -c %s \(file) >size"
          + " && cd \(installation.declarations) && { \(before); }")
      #expect(outcome.status == 0, "\(outcome.errorText)")
    }
    #expect(try installation.typeOf("x.bbb").hasPrefix("dyn."))
    let outcome = try installation.shell(
      "SIZE=$(cat size); cd \(installation.declarations) && { \(change); }")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(try installation.typeOf("x.bbb") == "org.test.b")
  }

  @Test(.enabled(if: geteuid() != 0, "root reads every file"))
  func aFileThatBecomesReadableIsNoticed() throws {
    let installation = try warm { installation in
      let file = try installation.declare("org.test.b", extension: "bbb")
      unsafe chmod(file, 0)
    }
    #expect(try installation.typeOf("x.bbb").hasPrefix("dyn."))
    unsafe chmod("\(installation.declarations)/org.test.b.json", 0o644)
    #expect(try installation.typeOf("x.bbb") == "org.test.b")
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

  /// A modification time can be set to any value; only a change of the file makes an image useless.
  @Test
  func aTimeInTheFutureDoesNotMakeTheImageUseless() throws {
    let installation = try warm { installation in
      try installation.declare("org.test.b", extension: "bbb")
      _ = try installation.shell(
        "cd \(installation.declarations); touch -d 2099-01-01 org.test.b.json .")
    }
    #expect(try installation.loadedFrom() == "cached image")
    #expect(try installation.typeOf("x.bbb") == "org.test.b")
    _ = try installation.shell(
      "cd \(installation.declarations); sed -i s/bbb/aaa/ org.test.b.json; "
        + "touch -d 2099-01-01 org.test.b.json")
    #expect(try installation.typeOf("x.aaa") == "org.test.b")
  }

  // MARK: - Variables

  /// A directory whose name is not UTF-8 is one like any other.
  @Test(arguments: [
    ("HOME", ".local/share/typed/declarations"), ("XDG_DATA_HOME", "typed/declarations"),
    ("XDG_DATA_DIRS", "typed/declarations"), ("TYPED_DECLARATIONS", "."),
  ])
  func variablesAreBytes(_ variable: String, _ below: String) throws {
    let installation = try Installation()
    let file = try installation.declare("org.test.b", extension: "bbb", in: "elsewhere/b.json")
    let outcome = try installation.shell(
      """
      d="$PWD/d$(printf '\\351')"; mkdir -p "$d/\(below)" "$d/cache"; cp '\(file)' "$d/\(below)"
      export XDG_CACHE_HOME="$d/cache" \(variable)="$d"
      utcli type-of --name-only x.bbb; ls "$d/cache/typed" | grep -c 'image$'
      """)
    #expect(outcome.lines == ["org.test.b", "1"], "\(outcome.errorText)")
  }

  @Test
  func theDirectoryOfSocketsIsBytesToo() throws {
    let installation = try Installation()
    let built = URL(fileURLWithPath: Installation.builtProgram).deletingLastPathComponent().path
    let outcome = try installation.shell(
      """
      export XDG_RUNTIME_DIR="$PWD/r$(printf '\\351')"; mkdir -m 700 "$XDG_RUNTIME_DIR"
      '\(built)/typed' 2>/dev/null & daemon=$!
      for turn in $(seq 3000); do
        status=$(utcli status | head -n 1); [ "${status#*daemon}" ] || break; sleep 0.01
      done
      echo "$status"; kill $daemon; wait $daemon
      """)
    #expect(outcome.lines == ["answers-from\tdaemon"], "\(outcome.errorText)")
  }

  // MARK: - Programs of applications

  /// An application for PNG images whose program is at `program`, below the directory `work`.
  private static func application(_ root: String, _ program: String = "program") -> String {
    """
    {"CFBundleIdentifier": "org.test.viewer", "CFBundleDocumentTypes": [
      {"LSItemContentTypes": ["public.png"]}],
      "TRLaunch": {"Arguments": ["\(root)/work/\(program)", "%F"]}}
    """
  }

  /// How a program gets there or goes, and whether it can be started afterwards.
  @Test(arguments: [
    ("echo >program; chmod 644 program", "chmod +x program", true),
    ("echo >program; chmod 755 program", "chmod -x program", false),
    ("true", "echo >new; chmod 755 new; mv new program", true),
    ("echo >program; chmod 755 program", "rm program", false),
    ("mkdir d", "ln -s d other; echo >d/f; chmod 755 d/f; ln -s other/f program", true),
    // A link in the middle of a chain that is turned.
    (
      "mkdir a b; echo >a/f; chmod 755 a/f; echo >b/f; ln -s a way; ln -s way/f link; "
        + "ln -s link program", "ln -sfn b way", false
    ),
    (
      "mkdir a b; echo >a/f; echo >b/f; chmod 755 b/f; touch -d yesterday b/f; ln -s a way; "
        + "ln -s way/f program", "ln -sfn b way", true
    ),
    ("ln -s way/f program", "mkdir b; echo >b/f; chmod 755 b/f; ln -s b way", true),
    ("mkdir program", "rmdir program; echo >program; chmod 755 program", true),
  ])
  func aChangeOfAProgramIsNoticed(_ before: String, _ change: String, _ isThere: Bool) throws {
    let installation = try warm { installation in
      let outcome = try installation.shell("set -e; \(before)")
      #expect(outcome.status == 0, "\(outcome.errorText)")
      try installation.write(
        Self.application(installation.root), to: "\(installation.declarations)/viewer.json")
    }
    #expect((try installation.run("handlers", "public.png").text == "") == isThere)
    try installation.warm()
    let outcome = try installation.shell("set -e; \(change)")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect((try installation.run("handlers", "public.png").text != "") == isThere)
  }

  @Test
  func aProgramThatIsNotExecutableIsToldFromOneThatIsMissing() throws {
    let installation = try Installation()
    try installation.write(
      Self.application(installation.root), to: "\(installation.declarations)/viewer.json")
    #expect(
      try installation.run("why", "--type", "public.png").text.contains("its program was not found")
    )
    #expect(
      try installation.doctor()["notStartable"] as? [[String: String]]
        == [["bundle": "org.test.viewer", "reason": "notFound"]])
    _ = try installation.shell("echo >program; chmod 644 program")
    #expect(
      try installation.run("why", "--type", "public.png").text
        .contains("its program is not executable"))
    #expect(
      try installation.run("doctor").lines.contains(
        "not-startable\torg.test.viewer: its program is not executable"))
    _ = try installation.shell("chmod +x program")
    #expect(try installation.doctor()["notStartable"] == nil)
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
    let text = try #require(bytes.firstRange(of: Array("public.jpeg".utf8)))
    bytes[text.lowerBound + 2] ^= 0xFF
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
    #expect(try Self.images(in: installation.root + "/other/typed") == 1)
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

  /// The number of images in a directory.
  private static func images(in directory: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: directory).count { $0.hasSuffix(".image") }
  }

  @Test
  func manyProcessesAtOnceLeaveOneSoundImage() throws {
    let installation = try Installation()
    let outcome = try installation.shell(
      "for i in 1 2 3 4 5 6 7 8; do utcli type-of --name-only a.jpg & done; wait")
    #expect(outcome.lines == Array(repeating: "public.jpeg", count: 8))
    #expect(outcome.errors.isEmpty)
    // An image and its units, and nothing that a process left half written.
    #expect(try FileManager.default.contentsOfDirectory(atPath: installation.cache).count == 2)
    #expect(try Self.images(in: installation.cache) == 1)
    #expect(try installation.doctor()["sound"] as? Bool == true)
    #expect(try installation.doctor()["damaged"] == nil)
  }

  // MARK: - The built-in image

  /// An installation of the core that is part of the program.
  private func sameCore() throws -> Installation {
    let installation = try Installation(core: .shipped)
    #expect(try installation.loadedFrom() == "built-in image")
    return installation
  }

  @Test
  func theBuiltInImageIsUsedIfThereAreNoOtherBundles() throws {
    let installation = try sameCore()
    #expect(try installation.typeOf("a.jpg") == "public.jpeg")
    #expect(!FileManager.default.fileExists(atPath: installation.cache))
    try installation.declare("org.test.b", extension: "bbb9")
    #expect(try installation.typeOf("x.bbb9") == "org.test.b")
    #expect(try installation.typeOf("a.jpg") == "public.jpeg")
    #expect(try installation.loadedFrom() != "built-in image")
  }

  @Test
  func theBuiltInImageIsUsedAgainWhenTheLastBundleIsGone() throws {
    let installation = try sameCore()
    let path = try installation.declare("org.test.b", extension: "bbb9")
    try installation.warm()
    try FileManager.default.removeItem(atPath: path)
    #expect(try installation.typeOf("x.bbb9").hasPrefix("dyn."))
    #expect(try installation.loadedFrom() == "built-in image")
  }

  @Test
  func otherCoreTextGoesBeforeTheBuiltInImage() throws {
    let installation = try sameCore()
    #expect(try installation.doctor()["coreDiffers"] == nil)
    try installation.declare(
      "org.test.c", extension: "ccc", in: installation.core + "/99-more.json")
    #expect(try installation.typeOf("x.ccc") == "org.test.c")
    #expect(try installation.typeOf("a.jpg") == "public.jpeg")
    #expect(try installation.doctor()["coreDiffers"] as? Bool == true)
    for command in ["status", "doctor"] {
      let lines = try installation.run(command).lines
      #expect(lines.contains("core\t\(installation.core)"))
      #expect(lines.contains("core-differs\tother declarations than those of the program"))
    }
  }

  @Test
  func aLoneProgramKnowsTheCore() throws {
    let installation = try Installation(core: .shipped)
    try FileManager.default.removeItem(atPath: installation.root + "/share")
    #expect(try installation.loadedFrom() == "built-in image")
    #expect(try installation.typeOf("a.jpg") == "public.jpeg")
    #expect(try installation.run("why", ".jpg").text.contains(" at 30-images.json:"))
    #expect(try installation.run("status").lines.contains("core\tpart of the program"))
    try installation.declare("org.test.b", extension: "bbb9")
    #expect(try installation.typeOf("x.bbb9") == "org.test.b")
    #expect(try installation.typeOf("a.jpg") == "public.jpeg")
    try installation.warm()
    #expect(try installation.loadedFrom() == "cached image")
  }

  @Test
  func theBuiltInImageHidesNoProblemOfTheSearchPath() throws {
    let installation = try sameCore()
    installation.environment["XDG_DATA_DIRS"] = "relative"
    let outcome = try installation.run("doctor", "--strict")
    #expect(outcome.text.contains("relative directory 'relative'"))
    #expect(outcome.status == 3)
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
