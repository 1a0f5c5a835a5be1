// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// The command lines, messages and exit codes of xdg-utils' programs.
@Suite struct DropInTests {
  private let opening: Opening
  private var installation: Installation { opening.installation }

  init() throws {
    opening = try Opening()
    try installation.write(
      "[Desktop Entry]\nType=Application\nName=a\nExec=\(Recorder.program) %u\n"
        + "MimeType=image/jpeg;x-scheme-handler/photo;\n",
      to: "home/.local/share/applications/a.desktop")
    try installation.write(
      "[Desktop Entry]\nType=Application\nName=b\nExec=\(Recorder.program) -b %u\n"
        + "MimeType=image/jpeg;text/plain;\n",
      to: "home/.local/share/applications/b.desktop")
  }

  /// A command line, its exit code, standard output, and standard error without the second line.
  private static let lines: [(String, Int32, String, String)] = [
    ("query filetype a.jpg", 0, "image/jpeg\n", ""),
    ("query filetype a.jpg none", 0, "image/jpeg\n", ""),
    ("query filetype .", 0, "inode/directory\n", ""),
    ("query filetype link", 0, "image/jpeg\n", ""),
    ("query filetype words", 0, "text/plain\n", ""),
    ("query filetype bytes", 0, "application/octet-stream\n", ""),
    ("query filetype empty", 0, "application/x-zerosize\n", ""),
    ("query filetype fifo", 0, "inode/fifo\n", ""),
    ("query filetype /dev/null", 0, "inode/chardevice\n", ""),
    // A file that cannot be read goes by its name.
    ("query filetype /proc/self/mem", 0, "application/octet-stream\n", ""),
    ("query filetype none", 2, "", "xdg-mime: file 'none' does not exist"),
    ("query filetype file:a.jpg", 2, "", "xdg-mime: file 'file:a.jpg' does not exist"),
    ("query filetype", 1, "", "xdg-mime: FILE argument missing"),
    ("query filetype -x", 1, "", "xdg-mime: unexpected option '-x'"),
    ("query", 1, "", "xdg-mime: query type argument missing"),
    ("query size", 1, "", "xdg-mime: unknown query type 'size'"),
    ("query default image/jpeg", 0, "a.desktop\n", ""),
    ("query default x-scheme-handler/photo", 0, "a.desktop\n", ""),
    ("query default text/plain", 0, "b.desktop\n", ""),
    ("query default audio/none", 0, "", ""),
    ("query default audio/", 0, "", ""),
    ("query default jpeg", 1, "", "xdg-mime: mimetype 'jpeg' is not in the form 'minor/major'"),
    ("query default", 1, "", "xdg-mime: mimetype argument missing"),
    ("query default -x", 1, "", "xdg-mime: unexpected option '-x'"),
    ("default", 1, "", "xdg-mime: application argument missing"),
    ("default a", 1, "", "xdg-mime: malformed argument 'a', expected *.desktop"),
    ("default / image/png", 1, "", "xdg-mime: malformed argument '/', expected *.desktop"),
    ("default a.desktop", 1, "", "xdg-mime: mimetype argument missing"),
    ("default a.desktop -x", 1, "", "xdg-mime: unexpected option '-x'"),
    // An application may be chosen before it is installed, and by its path.
    ("default none.desktop image/jpeg", 0, "", ""),
    // The original writes an entry that no program reads.
    ("default a.desktop text", 0, "", "xdg-mime: note: 'text' is not a MIME type; it is left out"),
    ("default a.desktop x-content/audio-player", 0, "", ""),
    ("default /usr/share/applications/b.desktop image/jpeg", 0, "", ""),
    ("default .desktop image/jpeg", 4, "", "xdg-mime: application '' not found"),
    ("install", 1, "", "xdg-mime: mimetypes-file argument missing"),
    ("install none.xml", 2, "", "xdg-mime: file 'none.xml' does not exist"),
    ("install --mode", 1, "", "xdg-mime: mode argument missing for --mode"),
    ("install --mode all x", 1, "", "xdg-mime: unknown mode 'all'"),
    ("install --x", 1, "", "xdg-mime: unexpected option '--x'"),
    ("install words bytes", 1, "", "xdg-mime: unexpected argument 'bytes'"),
    ("remove", 1, "", "xdg-mime: unknown command 'remove'"),
  ]

  private func makeFiles() throws {
    try opening.touch("a.jpg", "empty")
    try installation.write("some words\n", to: "work/words")
    try installation.write([0, 1, 2, 3], to: "work/bytes")
    try installation.write(
      "<mime-info xmlns='http://www.freedesktop.org/standards/shared-mime-info'>"
        + "<mime-type type='application/x-zerosize'/></mime-info>\n",
      to: "data/mime/packages/empty.xml")
    _ = try installation.shell("ln -s a.jpg link; mkfifo fifo")
  }

  @Test(arguments: lines)
  func answersAsXDGMIME(_ line: String, _ code: Int32, _ text: String, _ error: String) throws {
    try makeFiles()
    let outcome = try installation.run(["xdg-mime"] + line.split(separator: " ").map(String.init))
    #expect(outcome.status == code)
    #expect(outcome.text == text)
    let first = outcome.errorText.split(separator: "\n").first.map(String.init) ?? ""
    #expect(first == error || !error.isEmpty && first.hasPrefix(error), "\(outcome.errorText)")
    if code == 1 {
      #expect(outcome.errorText.hasSuffix("Try 'xdg-mime --help' for more information.\n"))
    }
  }

  @Test func makesADefault() throws {
    try opening.touch("a.jpg")
    let outcome = try installation.run(
      "xdg-mime", "default", "b.desktop", "image/jpeg", "x-scheme-handler/photo")
    #expect(outcome.status == 0 && outcome.text.isEmpty && outcome.errorText.isEmpty)
    #expect(
      try installation.run("xdg-mime", "query", "default", "image/jpeg").text == "b.desktop\n")
    #expect(try installation.run("default", "a.jpg").text == "b\n")
    #expect(try installation.run("default", "photo:").text == "b\n")
    let list = try String(
      contentsOfFile: installation.home + "/.config/mimeapps.list", encoding: .utf8)
    #expect(list.contains("image/jpeg=b.desktop\n"), "\(list)")
  }

  /// The choice of an application that is not installed yet counts from its installation on.
  @Test func anApplicationIsChosenBeforeItsInstallation() throws {
    try opening.touch("a.jpg")
    #expect(
      try installation.run(
        "xdg-mime", "default", "/usr/share/applications/late.desktop", "image/jpeg"
      )
      .status == 0)
    let list = try String(
      contentsOfFile: installation.home + "/.config/mimeapps.list", encoding: .utf8)
    #expect(list.contains("image/jpeg=late.desktop\n"), "\(list)")
    #expect(try installation.run("default", "a.jpg").text == "a\n")
    try installation.write(
      "[Desktop Entry]\nType=Application\nName=late\nExec=\(Recorder.program) %u\n",
      to: "home/.local/share/applications/late.desktop")
    #expect(try installation.run("default", "a.jpg").text == "late\n")
  }

  /// The original fails if it cannot write the list.
  @Test func aListThatIsNotWrittenIsAFailure() throws {
    try opening.touch("a.jpg")
    _ = try installation.shell("mkdir -p ../home/.config && mkfifo ../home/.config/mimeapps.list")
    let outcome = try installation.run("xdg-mime", "default", "b.desktop", "image/jpeg")
    #expect(outcome.status == 4)
    #expect(
      outcome.errorText.hasPrefix("xdg-mime: ") && outcome.errorText.contains("is not written"),
      "\(outcome.errorText)")
  }

  @Test func installsAndRemovesPackagesOfTheUser() throws {
    let text =
      "<?xml version=\"1.0\"?>\n<mime-info xmlns='http://www.freedesktop.org/standards/"
      + "shared-mime-info'>\n<mime-type type=\"application/x-bistro\">"
      + "<glob pattern=\"*.bistro\"/></mime-type>\n</mime-info>\n"
    try installation.write(text, to: "work/bistro-types.xml")
    try installation.write(text, to: "work/types.xml")
    let user = ["xdg-mime", "install", "--mode", "user"]
    #expect(try installation.run(user + ["types.xml"]).status == 1)
    #expect(try installation.run(user + ["bistro-types.xml"]).status == 0)
    let path = installation.home + "/.local/share/mime/packages/bistro-types.xml"
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    try opening.touch("a.bistro")
    #expect(
      try installation.run("xdg-mime", "query", "filetype", "a.bistro").text
        == "application/x-bistro\n")
    installation.environment["XDG_UTILS_INSTALL_MODE"] = "user"
    #expect(try installation.run("xdg-mime", "uninstall", "bistro-types.xml").status == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try installation.run(user + ["--novendor", "types.xml"]).status == 0)
  }

  @Test(arguments: ["xdg-mime", "xdg-open"])
  func describesItself(_ name: String) throws {
    for words in [["--help"], ["--manual"], ["query", "--version"]] {
      let outcome = try installation.run([name] + words)
      #expect(outcome.status == 0)
      #expect(outcome.text.contains(name))
    }
    let outcome = try installation.run(name)
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("Synopsis"))
    #expect(outcome.errorText.isEmpty)
  }

  @Test(arguments: [
    ("a b", Int32(1), "xdg-open: unexpected argument 'b'"),
    ("-x", 1, "xdg-open: unexpected option '-x'"),
    ("a.jpg --x", 1, "xdg-open: unexpected option '--x'"),
    ("/no/file", 2, "xdg-open: file '/no/file' does not exist"),
    ("none", 2, "xdg-open: file 'none' does not exist"),
    ("file:///no/file", 2, "xdg-open: file '/no/file' does not exist"),
    ("file://other/x", 2, "xdg-open: 'file://other/x' is on another host"),
    ("file:relative", 2, "xdg-open: 'file:relative' is not an absolute file URL"),
    ("none:1", 3, "xdg-open: no application opens the scheme 'none'"),
  ])
  func refusesAsXDGOpen(_ line: String, _ code: Int32, _ error: String) throws {
    try opening.touch("a.jpg")
    let outcome = try installation.run(["xdg-open"] + line.split(separator: " ").map(String.init))
    #expect(outcome.status == code)
    #expect(outcome.errorText.hasPrefix(error + "\n"), "\(outcome.errorText)")
  }

  /// Where the original is this program once more, it would go on for ever.
  @Test func doesNotCallTheOriginalFromTheOriginal() throws {
    installation.environment["SNAP"] = "/snap/a/1"
    installation.environment["TYPED_XDG_OPEN"] = "1"
    let outcome = try installation.run("xdg-open", "none:1")
    #expect(outcome.status == 3)
    #expect(outcome.errorText.hasPrefix("xdg-open: no application opens the scheme 'none'"))
  }

  /// The original is told that it was called, so that it does not call this program back.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/xdg-open")))
  func callsTheOriginalInASandbox() throws {
    let browser = try installation.write(
      "#!/bin/sh\necho \"$TYPED_XDG_OPEN $1\" >>'\(installation.root)/seen'\n", to: "bin/browser")
    #expect(try installation.shell("chmod 755 '\(browser)'").status == 0)
    installation.environment["BROWSER"] = browser
    #expect(try installation.run("xdg-open", "none:x").status == 0)
    installation.environment["SNAP"] = "/snap/a/1"
    #expect(try installation.run("xdg-open", "none:x").status == 0)
    let seen = try String(contentsOfFile: installation.root + "/seen", encoding: .utf8)
    #expect(seen == " none:x\n1 none:x\n")
  }

  @Test func anApplicationThatCannotOpenItIsAFailure() throws {
    try installation.write(
      "[Desktop Entry]\nType=Application\nName=c\nExec=\(Recorder.program) %f\n"
        + "MimeType=x-scheme-handler/paper;\n", to: "home/.local/share/applications/c.desktop")
    let outcome = try installation.run("xdg-open", "paper:1")
    #expect(outcome.status == 4)
    #expect(
      outcome.errorText.hasPrefix("xdg-open: 'c' takes files but no URLs\n"), "\(outcome.errorText)"
    )
  }

  /// A name that is not UTF-8 is given to the system as it is.
  @Test func theTypeOfAFileWhoseNameIsNotText() throws {
    let name: [UInt8] = [0x66, 0xFF] + Array(".jpg".utf8)
    try opening.touch([name])
    let words = ["xdg-mime", "query", "filetype"].map { Array($0.utf8) }
    let outcome = try installation.run(words + [name])
    #expect(outcome.status == 0 && outcome.text == "image/jpeg\n", "\(outcome.errorText)")
    let missing = try installation.run(words + [[0x67, 0xFF]])
    #expect(missing.status == 2)
    #expect(missing.errorText == "xdg-mime: file 'g\u{FFFD}' does not exist\n")
  }

  @Test func opensAsXDGOpen() throws {
    try opening.touch("a b.jpg")
    for word in ["a b.jpg", "photo:1", "file://\(opening.work)/a%20b.jpg"] {
      let before = Recorder.vectors(in: installation.root + "/record").count
      #expect(try installation.run("xdg-open", word).status == 0)
      let vectors = Recorder.vectors(in: installation.root + "/record", count: before + 1)
      let last = vectors.last?.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
      #expect(last == (word == "photo:1" ? word : "file://\(opening.work)/a%20b.jpg"))
    }
  }

  /// The variable names several programs, with words; what is opened is always one argument.
  @Test(arguments: [
    ("RECORDER", [["none:a b;c"]]), ("/no/such:RECORDER -x", [["-x", "none:a b;c"]]),
    (" : :RECORDER", [["none:a b;c"]]),
    ("RECORDER --url=%s %% -y", [["--url=none:a b;c", "%", "-y"]]),
    ("/bin/false:xdg-open:RECORDER", [["none:a b;c"]]),
    ("sh -c %s", []), ("sh -c echo+%s", []), ("sh -c RECORDER$IFS%s-y", []), ("", []),
    ("xdg-open", []),
  ])
  func startsTheBrowsersOfTheVariable(_ value: String, _ expected: [[String]]) throws {
    installation.environment["BROWSER"] = value.replacingOccurrences(
      of: "RECORDER", with: Recorder.program)
    for (variables, isAsked) in [
      ([:], true), (["DISPLAY": ":99"], true), (["XDG_CURRENT_DESKTOP": "LXQt"], true),
      (["XDG_CURRENT_DESKTOP": "LXQt", "KDE_FULL_SESSION": "true"], true),
      (["XDG_CURRENT_DESKTOP": "Sway", "KDE_FULL_SESSION": "true"], false),
      (["XDG_CURRENT_DESKTOP": "GNOME-Classic:GNOME"], false),
      (["KDE_FULL_SESSION": "true"], false),
      (["DESKTOP_SESSION": "xfce"], false),
    ] {
      let before = installation.environment
      defer { installation.environment = before }
      installation.environment.merge(variables) { $1 }
      try? FileManager.default.removeItem(atPath: installation.root + "/record")
      let outcome = try installation.run(["xdg-open", "none:a b;c"])
      let vectors = Recorder.vectors(
        in: installation.root + "/record", count: isAsked ? expected.count : 0)
      let words = vectors.map { $0.dropFirst().map { String(decoding: $0, as: UTF8.self) } }
      #expect(words == (isAsked ? expected : []), "\(variables)")
      #expect(outcome.status == (isAsked && !expected.isEmpty ? 0 : 3), "\(outcome.errorText)")
    }
  }

  @Test func anApplicationComesBeforeTheVariableOnADisplay() throws {
    installation.environment["BROWSER"] = "\(Recorder.program) -x"
    for (display, words) in [(":99", ["photo:1"]), ("", ["-x", "photo:1"])] {
      installation.environment["DISPLAY"] = display
      try? FileManager.default.removeItem(atPath: installation.root + "/record")
      #expect(try installation.run("xdg-open", "photo:1").status == 0)
      let vectors = Recorder.vectors(in: installation.root + "/record", count: 1)
      #expect(
        vectors.map { $0.dropFirst().map { String(decoding: $0, as: UTF8.self) } } == [words])
    }
  }

  /// A file is opened by its name and contents, and the variable is for what no application opens by these.
  @Test func theVariableOpensWhatHasNoApplication() throws {
    installation.environment["BROWSER"] = "\(Recorder.program) -x"
    installation.environment["DISPLAY"] = ":99"
    try installation.write("plain words\n", to: "work/words")
    try installation.write("\u{1}\u{2}", to: "work/noise")
    #expect(try installation.run("default", "words").text == "b\n")
    #expect(try installation.run("default", "noise").status == 1)
    #expect(try installation.run("xdg-open", "noise").status == 0)
    let vectors = Recorder.vectors(in: installation.root + "/record", count: 1)
    #expect(
      vectors.map { $0.dropFirst().map { String(decoding: $0, as: UTF8.self) } }
        == [["-x", "noise"]])
  }

  /// A scheme of GVfs that no application claims is the file manager's.
  @Test func theFileManagerShowsTheSchemesOfGVfs() throws {
    try installation.write(
      "[Desktop Entry]\nType=Application\nName=files\nExec=\(Recorder.program) %U\n"
        + "MimeType=inode/directory;\n", to: "home/.local/share/applications/files.desktop")
    #expect(try installation.run("xdg-open", "sftp://host/a").status == 3)
    try installation.write(
      "[Mount]\nType=sftp\nScheme=sftp\nSchemeAliases=ssh\n", to: "data/gvfs/mounts/sftp.mount")
    for url in ["sftp://host/a", "ssh://host/a", "trash:///", "computer:///"] {
      try? FileManager.default.removeItem(atPath: installation.root + "/record")
      let outcome = try installation.run("xdg-open", url)
      #expect(outcome.status == 0, "\(outcome.errorText)")
      let vectors = Recorder.vectors(in: installation.root + "/record", count: 1)
      #expect(vectors.map { $0.last.map { String(decoding: $0, as: UTF8.self) } } == [url])
    }
    #expect(try installation.run("xdg-open", "https://host/").status == 3)
  }

  /// A scheme of KIO is the file manager's where a program of KIO is installed.
  @Test func theFileManagerShowsTheSchemesOfKIO() throws {
    try installation.write(
      "[Desktop Entry]\nType=Application\nName=files\nExec=\(Recorder.program) %U\n"
        + "MimeType=inode/directory;\n", to: "home/.local/share/applications/files.desktop")
    try installation.write("#!/bin/sh\n", to: "bin/kde-open")
    #expect(try installation.shell("chmod 755 ../bin ../bin/kde-open").status == 0)
    installation.environment["PATH"] = installation.root + "/bin"
    #expect(try installation.run("xdg-open", "fish://host/a").status == 0)
    let vectors = Recorder.vectors(in: installation.root + "/record", count: 1)
    #expect(
      vectors.map { $0.last.map { String(decoding: $0, as: UTF8.self) } } == ["fish://host/a"])
    #expect(try installation.run("xdg-open", "fishy://host/a").status == 3)
  }

  @Test func isCalledByTheirNames() throws {
    try opening.touch("a.jpg")
    _ = try installation.shell("ln -s utcli '\(installation.root)/bin/xdg-mime'")
    let outcome = try installation.shell("xdg-mime query filetype a.jpg")
    #expect(outcome.text == "image/jpeg\n")
  }
}
