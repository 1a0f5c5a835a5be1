// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry
@testable import utcli

@Suite("Hints of the library name the commands that help")
struct CommandHintsTests {
  @Test(arguments: [
    (".jpg", ".jpg"), (".it's", #"'.it'\''s'"#),
    (".a' means 'b', not 'c", #"'.a'\'' means '\''b'\'', not '\''c'"#),
  ])
  func aTagOfAnotherTypeCanBePreferred(_ tag: String, _ word: String) {
    let finding = Diagnostic(
      .note, .tagOfAnotherType, path: "a.json",
      message: "'\(tag)' means 'public.jpeg', not 'org.example.drawing'", hint: "choose")
    #expect(
      finding.withCommands.hint
        == "'utcli why \(word)' explains why; 'utcli prefer \(word) org.example.drawing' would choose it"
    )
  }

  /// A daemon of another version may say it in another way.
  @Test(arguments: ["'.jpg' is 'public.jpeg', not 'org.example.drawing'", "'.jpg' means", ""])
  func anotherMessageKeepsItsHint(_ message: String) {
    let finding = Diagnostic(
      .note, .tagOfAnotherType, path: "a.json", message: message, hint: "choose")
    #expect(finding.withCommands == finding)
  }

  @Test(arguments: [
    (
      Diagnostic.Code.foreignFormat, ForeignFormat.associations.hint as String?,
      "make a choice with 'utcli default set', or the choices of 'utcli dump' with 'utcli apply'"
        as String?
    ),
    (.foreignFormat, ForeignFormat.desktopEntry.hint, ForeignFormat.desktopEntry.hint),
    (.foreignFormat, ForeignFormat.mimePackage.hint, ForeignFormat.mimePackage.hint),
    (.registeredBundleMissing, "remove it", "remove it with 'utcli gc'"),
    (.registeredBundleMissing, nil, nil),
    (
      .untrustedDefaults, "old",
      "install the file where only root may write ('utcli lint --origin local' checks it for there); "
        + "a user's choices are not kept in declarations"
    ),
  ])
  func aFindingNamesTheCommand(_ code: Diagnostic.Code, _ hint: String?, _ shown: String?) {
    let finding = Diagnostic(.note, code, path: "a.json", message: "m", hint: hint)
    #expect(finding.withCommands.hint == shown)
  }

  @Test(arguments: [
    (ForeignFormat.desktopEntry, ForeignFormat.desktopEntry.hint),
    (.mimePackage, ForeignFormat.mimePackage.hint),
    (
      .associations,
      "make a choice with 'utcli default set', or the choices of 'utcli dump' with 'utcli apply'"
    ),
  ])
  func aListOfAssociationsIsReplacedByCommands(_ format: ForeignFormat, _ hint: String) {
    #expect(format.commandHint == hint)
  }

  @Test(
    arguments: [
      ("input-unreadable", "read it", "read it; 'utcli doctor' lists all of them"),
      ("input-unreadable", nil, nil),
      ("registration-damaged", "mend it", "'utcli doctor' lists the files; mend it"),
      ("registration-damaged", nil, nil),
      ("not-watched", nil, "'utcli reload' has the declarations read at once"),
      ("not-watched", "other", "'utcli reload' has the declarations read at once"),
      ("store", "make room", "make room"), ("store", nil, nil),
    ] as [(String, String?, String?)])
  func aProblemOfADaemonNamesTheCommand(_ kind: String, _ hint: String?, _ shown: String?) {
    #expect(RegistryStatus.Problem(kind, "message", hint: hint).commandHint == shown)
  }

  @Test(
    arguments: [
      (
        RegistrationProblem.tooMany(limit: 3),
        "'utcli gc' removes registrations without a file; a package installs its file in a directory "
          + "that is searched"
      ),
      (
        .notRegistered("a"),
        "'utcli bundles' lists the bundles; a path is written with a slash, such as './app.json'"
      ),
      (.replaced, "unset TYPED_DECLARATIONS, or put the file into a directory that it names"),
      (.unusablePath("x"), "name an absolute path"),
      (.invalid([]), nil),
      (
        .invalid([
          Diagnostic(.note, .registeredBundleMissing, path: "a", message: "m", hint: "first"),
          Diagnostic(.error, .registeredBundleMissing, path: "a", message: "m", hint: "remove it"),
        ]), "remove it with 'utcli gc'"
      ),
    ] as [(RegistrationProblem, String?)])
  func aProblemOfARegistrationNamesTheCommand(_ problem: RegistrationProblem, _ hint: String?) {
    #expect(problem.commandHint == hint)
  }

  @Test(arguments: [
    (RegistryFileError.Reason.notARegistry, "'utcli image -o FILE' writes one"),
    (.notRegular(kind: "directory"), "'utcli image -o FILE' writes one"),
    (.tooLong(byteCount: 2, limit: 1), "'utcli image -o FILE' writes one"),
    (
      .otherFormat(found: 1, supported: 2),
      "write it anew with this version of utcli, or use the version that wrote it"
    ),
  ])
  func aFileThatIsNoRegistryCanBeWritten(_ reason: RegistryFileError.Reason, _ hint: String) {
    #expect(RegistryFileError(path: "a", reason: reason).commandHint == hint)
  }

  @Test func aFileThatCannotBeReadKeepsItsHint() {
    for reason in [RegistryFileError.Reason.notRead, .damaged, .notOpened(code: 2)] {
      let error = RegistryFileError(path: "a", reason: reason)
      #expect(error.commandHint == error.hint)
    }
  }

  @Test(arguments: [
    (
      BindingProblem.noSuchApplication("a.b", nearest: []), "'utcli apps' lists the applications"
    ),
    (.noSuchApplication("a.b", nearest: ["a.c", "a.d"]), "did you mean 'a.c' or 'a.d'?"),
    (.notATag(.type(.test("public.png"))), "name an extension such as '.ts'"),
    (
      .roleCannotBeChosen(.none),
      "choose 'editor', 'viewer' or 'shell', or leave the role out"
    ),
  ])
  func aRequestThatCannotBeFulfilledNamesTheCommand(_ problem: BindingProblem, _ hint: String) {
    #expect(problem.commandHint == hint)
  }
}
