// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@testable import utcli

@Suite("The exit status says what kind of answer it is")
struct ExitStatusTests {
  @Test(arguments: [
    ([], 2, "utcli type-of FILE"),
    (["hlep"], 2, "did you mean 'help'?"),
    (["frobnicate"], 2, "'utcli help all' lists the commands"),
    (["--hepl"], 2, "did you mean '--help'?"),
    (["--stdin", "type-of"], 2, "others go after it"),
    (["--json"], 2, "a command is missing after '--json'"),
    (["--color", "types"], 2, "a command is missing after '--color types'"),
    (["mime", "a.jpg"], 2, "did you mean 'utcli type-of --mime a.jpg'?"),
    (["type", "a.jpg"], 2, "did you mean 'utcli type-of a.jpg'?"),
    (["a.jpg"], 2, "did you mean 'utcli type-of a.jpg'?"),
    (["open", "--dry-run", "a.jpg"], 2, "did you mean '--print'?"),
    (["never", "-n", "a.jpg"], 2, "'never' needs what to block for"),
    (["info", "jpg"], 1, "did you mean the extension '.jpg'?"),
    (["help", "tyeps"], 2, "did you mean 'types'?"),
    (["type-of"], 2, "'type-of' needs a file"),
    (["type-of", "--stdin", "a"], 2, "--stdin cannot be used with operands"),
    (["type-of", "--stdni"], 2, "did you mean '--stdin'?"),
    (["type-of", "-x"], 2, "write '--' before a name that begins with '-'"),
    (["types", "--ext", "ts"], 2, "did you mean '--extension'?"),
    (["types", "--extension"], 2, "needs a value"),
    (["types", "--json=1"], 2, "takes no value"),
    (
      ["types", "--extension", "a", "--mime", "a/b"], 2,
      "'types' takes one tag"
    ),
    (["types", "jpg"], 2, "'utcli types .jpg'"),
    (["types", "--tag", "jpg"], 2, "--tag needs CLASS=TAG"),
    (["conforms"], 2, "'conforms' needs two types: TYPE|FILE SUPERTYPE"),
    (["conforms", "public.jpeg"], 2, "usage: utcli conforms TYPE|FILE SUPERTYPE"),
    (["conforms", "a.b", "c.d", "e.f"], 2, "unexpected argument 'e.f'"),
    (["never", ".jpg"], 2, "what to block for, and an application: OPERAND... BUNDLE"),
    (["dyn"], 2, "'dyn' needs 'encode' or 'decode'"),
    (["types", "--embedded", "--system"], 2, "--embedded cannot be used with --system"),
    (["search", ""], 2, "'search' needs a text: TEXT"),
    (["negotiate", "--offer", "public.jpeg"], 2, "needs --accept"),
    (["dyn", "make"], 2, "'encode' or 'decode'"),
    (["dyn", "decode"], 2, "needs an identifier"),
    (["dyn", "encode"], 2, "needs one tag"),
    (["image"], 2, "needs -o"),
    (["image", "--core", "missing", "--write", "x"], 3, "missing: "),
    (["types", "--mime", "jpeg"], 3, "MIME type 'jpeg'"),
    (["types", "--extension", ""], 3, "extension '' is empty"),
    (["types", "--conforming-to", "a b"], 3, "byte 1"),
    (["info", "--type", "public..png"], 3, "type identifier 'public..png'"),
    (["dyn", "decode", "dyn.ah62d4rv4ge8042pwrrwg875"], 3, "bits left over"),
    (["dyn", "encode", "--ostype", "ABCDE"], 3, "has 5 characters"),
    (["negotiate", "--offer", "x", "--accept", "a.b"], 3, "'x' has only one part"),
    (["type-of", "file://elsewhere/a"], 3, "another host"),
    (["type-of", "file:///a%2"], 3, "bad escape '%2'"),
    (["why", "file:a"], 3, "is not an absolute file URL"),
    (["lint", "missing.json"], 1, "missing.json: no such file or directory"),
    (["info", ".zzz"], 1, "no declared type for '.zzz'"),
    (["info", "news:"], 1, "utcli types --scheme news"),
    (["info", "image/zzz"], 1, "no declared type for 'image/zzz'"),
    (["info", ""], 1, "'' is neither"),
    (["info", "public.jpge"], 1, "did you mean 'public.jpeg'"),
    (["type-of", ""], 1, "'': no such file or directory"),
    (["type-of", "missing"], 1, "missing: no such file or directory"),
    (["type-of", "https://example.org/a.pdf"], 1, ".pdf: a URL names no file"),
    (["why", "missing"], 1, "--name-only"),
    (["conforms", "public.jpeg", "public.text"], 1, ""),
    (["search", "zeppelin"], 0, "no type has 'zeppelin'"),
    (["types", "--extension", "qqq"], 0, ""),
    (["subtypes", "public.jpeg"], 0, ""),
    (["--version"], 0, ""),
  ])
  func isThatOfTheQuestion(_ words: [String], _ status: Int32, _ remark: String) throws {
    let outcome = try Installation().run(words)
    #expect(outcome.status == status)
    #expect(remark.isEmpty ? outcome.errors.isEmpty : outcome.errorText.contains(remark))
    if status == 2 { #expect(outcome.output.isEmpty) }
  }

  @Test(arguments: [
    (["type-of", "a", "b"], "a: no such file or directory"),
    (["why", "public.jpeg", "missing", "public.png"], "missing: no such file or directory"),
    (["tyep-of"], "no command 'tyep-of'"),
    (["types", "--extensoin", "ts"], "'types' has no option '--extensoin'"),
    (["info", ".ts"], "'.ts' is also a tag of"),
  ])
  func remarksAreDocumentsWhereTheAnswerIs(_ words: [String], _ message: String) throws {
    let outcome = try Installation().run(words + ["--json"])
    for line in outcome.errorText.split(separator: "\n") {
      #expect(line.hasPrefix("{") && line.hasSuffix("}"))
      #expect(line.contains("\"schema\":1"))
    }
    #expect(outcome.errorText.contains(message))
  }

  @Test
  func anAnswerThatCannotBeWrittenIsNoAnswer() throws {
    let installation = try Installation()
    let full = try installation.shell("utcli conforms public.jpeg public.text >/dev/full")
    #expect(full.status == 74)
    #expect(full.errorText == "utcli: cannot write output: no space left on device\n")
    let closed = try installation.shell("utcli types >&-")
    #expect(closed.status == 74)
    #expect(closed.errorText == "utcli: cannot write output: standard output is closed\n")
  }

  @Test
  func aRemarkThatCannotBeWrittenKeepsNoAnswerBack() throws {
    let installation = try Installation()
    for line in ["utcli info .ts 2>/dev/full", "utcli info .ts 2>&-"] {
      let outcome = try installation.shell(line)
      #expect(outcome.lines.first == "identifier\tpublic.mpeg-2-transport-stream")
      #expect(outcome.status == 0)
    }
  }

  @Test
  func aReaderThatGoesAwayDrawsNoRemark() throws {
    let installation = try Installation()
    let line = "yes a.jpg | head -n 200000 | utcli type-of --name-only --stdin | head -n 1"
    for prefix in ["", "trap '' PIPE; "] {
      let outcome = try installation.shell(prefix + line)
      #expect(outcome.text == "a.jpg\tpublic.jpeg\n")
      #expect(!outcome.errorText.contains("utcli"))
    }
  }

  // ThreadSanitizer keeps its shadow in a file.
  @Test(.disabled(if: isSanitized))
  func aLimitOnTheSizeOfFilesDoesNotKeepFromAnswering() throws {
    let installation = try Installation()
    let outcome = try installation.shell("ulimit -f 1; utcli type-of --name-only a.jpg")
    #expect(outcome.text == "public.jpeg\n")
    #expect(outcome.status == 0)
  }

  @Test(arguments: [
    (RegistryClientError.unreachable("no daemon"), utcli.ExitStatus.unreachable, "no daemon"),
    (
      .refused(error: "a.b.C", parameter: "x"), .unreachable,
      "the daemon answers with the error 'a.b.C' about 'x'"
    ),
    (.invalidAnswer("types"), .unreachable, "the daemon's answer has an invalid 'types'"),
    (.tooLong, .badData, "the question is too long"),
    (
      .notPermitted, .unreachable,
      "only the user whom the daemon serves may change bindings and registrations"
    ),
    (.store(problem: "the store is damaged", hint: "h"), .store, "the store is damaged"),
    (
      .registration(.tooMany(limit: 9)), .store, "9 bundles are registered, and no more can be"
    ),
    (
      .binding(.noSuchApplication("a.b", nearest: [])), .negative, "application 'a.b' not found"
    ),
  ])
  func isThatOfTheErrorOfAClient(
    _ error: RegistryClientError, _ status: utcli.ExitStatus, _ message: String
  ) {
    let failure = Failure(error)
    #expect(failure.status == status)
    #expect(failure.message == message)
    #expect(failure.reason == nil)
  }

  @Test(arguments: [
    (RegistryClientError.unreachable("x"), "--embedded answers without a daemon" as String?),
    (.invalidAnswer("x"), "--embedded answers without a daemon"), (.tooLong, nil),
    (.notPermitted, nil), (.store(problem: "x", hint: "make room"), "make room"),
    (.store(problem: "x", hint: nil), nil),
    (.binding(.noSuchApplication("a.b", nearest: [])), "'utcli apps' lists the applications"),
  ])
  func theErrorOfAClientHasTheHintThatHelps(_ error: RegistryClientError, _ hint: String?) {
    #expect(Failure(error).hint == hint)
  }

  @Test(arguments: [
    (RegistrationProblem.noBundle(path: "a", reason: "x"), utcli.ExitStatus.negative),
    (.installed(path: "a"), .negative), (.notRegistered("a"), .negative),
    (.unusablePath("x"), .badData), (.invalid([]), .badData), (.tooMany(limit: 1), .store),
    (.replaced, .store),
  ])
  func isThatOfTheProblemOfARegistration(_ problem: RegistrationProblem, _ status: utcli.ExitStatus)
  {
    #expect(problem.status == status)
  }

  @Test(arguments: [
    (BindingProblem.noSuchApplication("a.b", nearest: []), utcli.ExitStatus.negative),
    (.typeLacksTag(.test("public.png"), .test(.filenameExtension, "a"), others: []), .negative),
    (.roleCannotBeChosen(.none), .badData), (.notATag(.type(.test("public.png"))), .badData),
  ])
  func isThatOfTheProblemOfAChoice(_ problem: BindingProblem, _ status: utcli.ExitStatus) {
    #expect(problem.status == status)
  }

  @Test func becomesHigherAndNeverLower() {
    var status = utcli.ExitStatus.answered
    status.raise(to: .badData)
    #expect(status == .badData)
    status.raise(to: .negative)
    #expect(status == .badData)
    status.raise(to: .unwritable)
    #expect(status == .unwritable)
  }
}
