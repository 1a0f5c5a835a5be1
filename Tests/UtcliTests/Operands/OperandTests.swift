// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@Suite("A word is read as its form says")
struct OperandTests {
  static let commands = ["info", "supertypes", "subtypes", "tree", "extensions"]

  @Test(arguments: [
    (".jpg", "public.jpeg"), (".JPG", "public.jpeg"), ("public.jpeg", "public.jpeg"),
    ("PUBLIC.JPEG", "public.jpeg"), ("image/jpeg", "public.jpeg"),
    ("Image/JPEG;q=1", "public.jpeg"), ("mailto:", "public.email-scheme"),
    ("x-scheme-handler/mailto", "public.email-scheme"),
    ("X-Scheme-Handler/MAILTO", "public.email-scheme"),
  ])
  func oneTypeIsMeantInEveryCommand(_ word: String, _ identifier: String) throws {
    let installation = try Installation()
    for command in Self.commands {
      let plain = try installation.run(command, "--type", identifier, "--json")
      let outcome = try installation.run(command, word, "--json")
      #expect(plain.status == 0)
      #expect(outcome.output == plain.output, "utcli \(command) \(word)")
    }
    let path = try installation.run("conforms", word, identifier)
    #expect(path.text == "yes\t\(identifier)\n")
    #expect(try installation.run("name", "a", word).status == 0)
  }

  @Test(arguments: [
    ("./public.jpeg", "public.jpeg"), ("../work/.jpg", "public.data"),
    ("/dev/null", "public.character-special"), ("a.jpg", "public.jpeg"), (".", "public.folder"),
    ("..", "public.folder"), ("..jpg", "public.jpeg"), ("mailto:x", "public.data"),
    ("FILE:///dev/null", "public.character-special"), ("./\u{301}.jpg", "public.jpeg"),
  ])
  func aFileIsMeant(_ word: String, _ identifier: String) throws {
    let installation = try Installation()
    for name in ["public.jpeg", ".jpg", "a.jpg", "..jpg", "mailto:x", "\u{301}.jpg"] {
      try installation.write("", to: "work/\(name)")
    }
    let outcome = try installation.run("why", word)
    #expect(outcome.lines.first?.hasSuffix(": \(identifier)") == true, "\(outcome)")
    #expect(try installation.run("type-of", word).text == "\(identifier)\n")
    let asType = try installation.run("supertypes", word)
    #expect(asType.status == 1)
    #expect(asType.errorText.contains("is a file, not a type"))
  }

  @Test
  func optionsForceWhatIsMeant() throws {
    let installation = try Installation()
    try installation.write("", to: "work/public.jpeg")
    #expect(try installation.run("why", "public.jpeg").text.contains("JPEG image (declared)"))
    #expect(try installation.run("why", "--file", "public.jpeg").text.hasPrefix("public.jpeg: "))
    #expect(try installation.run("why", "--file", ".jpg").status == 1)
    #expect(try installation.run("why", "--type", ".jpg").status == 3)
    #expect(try installation.run("type-of", "--", "--json").status == 1)
  }

  @Test(arguments: [
    ("default", "https://example.org/a.jpg", "no application opens 'https://example.org/a.jpg'"),
    ("handlers", "https://example.org", "no application opens 'https://example.org'"),
    ("default", "mailto:a@b", "no application opens 'mailto:a@b'"),
    ("default", "mailto", "did you mean the scheme 'mailto:'?"),
    ("default", "http", "did you mean the scheme 'http:'?"),
    ("handlers", "jpg", "did you mean the extension '.jpg'?"),
    ("why", "jpg", "did you mean the extension '.jpg'?"),
    ("default", "image/*", "no application opens 'image/*'"),
    ("default", "application/*", "no type stands for all of 'application/*'"),
    ("default", "other:x", "other:x: no such file or directory"),
    ("default", "application/x-none", "no application opens 'application/x-none'"),
    ("handlers", "X-Private/none", "no application opens 'X-Private/none'"),
    ("info", "application/x-none", "no declared type for 'application/x-none'"),
    ("default", "photos/missing.jpg", "photos/missing.jpg: no such file or directory"),
  ])
  func aWordThatIsNoFileIsUnderstoodOrAnswered(
    _ command: String, _ word: String, _ message: String
  ) throws {
    let outcome = try Installation().run(command, word)
    #expect(outcome.status == 1)
    #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
  }

  @Test
  func anUnknownMIMETypeIsNotAMissingFile() throws {
    let installation = try Installation()
    try installation.write("", to: "work/text/x-here")
    let here = try installation.run("why", "text/x-here").lines.first
    #expect(here?.hasSuffix("x-here: public.data") == true, "\(here ?? "")")
    let missing = try installation.run("default", "text/x-misspelt")
    #expect(missing.errorText.contains("text/x-misspelt: no such file or directory"))
    for words in [["--type", "text/x-misspelt"], ["--type", "private/x"], ["audio/x-none"]] {
      let outcome = try installation.run(["default"] + words)
      #expect(outcome.status == 1)
      #expect(outcome.errorText.contains("no application opens '\(words.last ?? "")'"))
      let reasons = try installation.run(["why"] + words)
      #expect(reasons.status == 0, "\(reasons)")
    }
    #expect(try installation.run("default", "--file", "audio/x-none").errorText.contains("no such"))
    #expect(try installation.run("type-of", "audio/x-none").errorText.contains("no such file"))
  }

  @Test
  func conformanceIsAlsoThatOfAFile() throws {
    let installation = try Installation()
    try installation.write("", to: "work/a.jpg")
    #expect(
      try installation.run("conforms", "a.jpg", "public.image").text.hasPrefix("yes\tpublic.jpeg"))
    #expect(try installation.run("conforms", "a.jpg", "public.text").text == "no\n")
    #expect(try installation.run("conforms", "b.jpg", "public.image").status == 1)
  }

  @Test
  func aNameThatEndsWithADotIsGivenNoSecondOne() throws {
    let installation = try Installation()
    #expect(try installation.run("name", "x.", "public.jpeg").text == "x.jpeg\n")
    #expect(try installation.run("name", "x", "public.jpeg").text == "x.jpeg\n")
  }

  @Test
  func failuresKeepNoOtherAnswerBack() throws {
    let installation = try Installation()
    try installation.write("", to: "work/a.jpg")
    let missing = try installation.run("why", "missing", "a.jpg", "gone", ".md")
    #expect(missing.text.contains("a.jpg: public.jpeg") && missing.text.contains("md: net."))
    #expect(missing.errorText.contains("missing: ") && missing.errorText.contains("gone: "))
    #expect(missing.status == 1)
    let files = try installation.run("type-of", "missing", "a.jpg")
    #expect(files.text == "a.jpg\tpublic.jpeg\n")
    #expect(files.status == 1)
  }
}

@Suite("A file is what it is, and goes by its name only if it is regular")
struct FileKindTests {
  @Test(arguments: [
    ("mkdir x", "public.folder"), ("mkdir x.jpg", "public.folder"),
    ("mkdir x.app", "com.apple.application-bundle"), ("mkfifo x.jpg", "public.named-pipe"),
    ("ln -s /dev/null x.jpg", "public.symlink"), ("ln -s x.jpg x.jpg", "public.symlink"),
    ("touch x.jpg", "public.jpeg"), ("touch x", "public.data"), ("touch .jpg", "public.data"),
    ("touch 'x.j pg'", "public.data"), ("touch x.", "public.data"), ("touch x.JPG", "public.jpeg"),
    ("touch x.jpg; chmod 000 x.jpg", "public.jpeg"),
  ])
  func isTypedWithoutFollowing(_ line: String, _ identifier: String) throws {
    let outcome = try Installation().shell("\(line); utcli type-of \"$(ls -A)\"")
    #expect(outcome.text == "\(identifier)\n")
    #expect(outcome.status == 0)
  }

  @Test
  func aLinkIsFollowedOnRequest() throws {
    let installation = try Installation()
    _ = try installation.shell(
      "touch a.jpg; ln -s a.jpg x.txt; ln -s gone y.txt; ln -s z.txt z.txt")
    let outcome = try installation.run("type-of", "-L", "x.txt", "y.txt", "z.txt")
    #expect(outcome.text == "x.txt\tpublic.jpeg\n")
    #expect(outcome.errorText.contains("y.txt: no such file or directory"))
    #expect(outcome.errorText.contains("z.txt: too many symbolic links"))
    #expect(outcome.status == 1)
  }

  @Test
  func aSlashBehindAsksForADirectory() throws {
    let installation = try Installation()
    _ = try installation.shell("touch a.jpg; mkdir b.app; ln -s b.app c")
    #expect(try installation.run("type-of", "a.jpg/").status == 1)
    #expect(try installation.typeOf("a.jpg/") == "public.jpeg")
    #expect(try installation.run("type-of", "b.app//").text == "com.apple.application-bundle\n")
    #expect(
      try installation.run("type-of", "/", "/proc").text
        == "/\tpublic.volume\n/proc\tpublic.volume\n")
  }

  @Test(
    arguments: [
      (["apps", ""], 3, "'' is not a bundle identifier"),
      (["apps", String(repeating: "x", count: 300)], 1, "'utcli apps' lists the applications"),
      (["apps", "x-scheme-handler/1"], 1, "'utcli apps' lists the applications"),
      (["info", "foo/bar"], 1, "'foo/bar' is neither a type nor a known MIME type"),
      (["info", "both"], 1, "did you mean the extension '.both' or the scheme 'both:'?"),
      (["info", "alone"], 1, "did you mean the extension '.alone'? 'utcli info .alone'"),
      (["supertypes", "gopher://example.org"], 1, "no declared type for 'gopher:'"),
      (["type-of", "a b"], 1, "hint: --name-only uses only the name"),
      (["type-of", "x-scheme-handler/1"], 1, "hint: --name-only uses only the name"),
      (["apps", "org.example.both"], 1, "is not an application: it opens nothing"),
      (["status", "--socket", ""], 2, "--socket '' cannot be used: the path is empty"),
      (["apply", "missing"], 1, "missing: no such file or directory"),
    ] as [([String], CInt, String)])
  func aWordThatNamesNothingIsExplained(
    _ words: [String], _ status: CInt, _ remark: String
  ) throws {
    let installation = try Installation()
    try installation.write(
      """
      {"CFBundleIdentifier": "org.example.both", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "org.example.both-type", "UTTypeConformsTo": ["public.data"],
         "UTTypeTagSpecification": {
           "public.filename-extension": ["both", "alone"], "public.url-scheme": ["both"]}}]}
      """, to: "\(installation.declarations)/org.example.both.json")
    let outcome = try installation.run(words)
    #expect(outcome.status == status)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorText.contains(remark), "\(outcome.errorText)")
  }

  @Test(
    arguments: [
      ("apps", 3, "'\u{FFFD}' is not a bundle identifier"),
      ("info", 1, "'\u{FFFD}' is neither a type nor a known MIME type"),
      ("type-of", 1, "no such file or directory"),
    ] as [(String, CInt, String)])
  func aWordThatIsNotTextIsNoNameOfAType(
    _ command: String, _ status: CInt, _ remark: String
  ) throws {
    let outcome = try Installation().run([Array(command.utf8), [0xFF]])
    #expect(outcome.status == status)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorText.contains(remark), "\(outcome.errorText)")
  }

  @Test func aCommandForOneTypeTakesOne() throws {
    let outcome = try Installation().run("extensions", "public.image", "public.text")
    #expect(outcome.status == 2)
    #expect(outcome.errorText.hasPrefix("utcli: unexpected argument 'public.text'\n"))
  }

  @Test func aNameOnStandardInputMayBeTooLong() throws {
    let installation = try Installation()
    let long = String(repeating: "x", count: 131_073)
    for (options, separator, words) in [([], "\n", "line feeds"), (["-0"], "\0", "NUL")] {
      let outcome = try installation.run(
        ["type-of", "--name-only", "--stdin"] + options,
        input: "a.jpg\(separator)\(long)\(separator)b.jpg\(separator)")
      #expect(outcome.status == 3)
      #expect(
        outcome.errorText
          == "utcli: name 2 on standard input is longer than 131072 bytes\n"
          + "utcli: hint: are the names separated by \(words)?\n")
    }
  }
}
