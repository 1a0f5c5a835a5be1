// SPDX-License-Identifier: MIT

import TypeRegistry

/// One round of the fuzzer: checks the laws for the bytes of any file, read as a list of applications
/// by MIME type, and changed as such.
///
/// A broken law traps, and libFuzzer keeps the bytes. Build with `UT_FUZZ=1` and
/// `--sanitize=fuzzer`, and set `SWIFT_BACKTRACE=enable=no` when running.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  for name in ["mimeapps.list", "gnome-mimeapps.list", "defaults.list"] {
    let (bundle, diagnostics) = MIMEAppsParser.parse(
      bytes, path: "/home/person/.config/\(name)", level: 0, origin: .user)
    precondition(
      diagnostics.count <= DeclarationLimits.maximumDiagnostics + 1, "diagnostics are limited")
    guard let bundle else { preconditionFailure("a list is never refused as a whole") }
    bundle.checkInvariants()
    precondition(DeclarationUnit(bundle).isSound, "a unit is sound")
    let compilation = RegistryCompiler.compile([bundle])
    let table = BindingTable([], over: compilation.registry)
    for number in 0..<table.count { _ = table.entry(number) }
  }
  checkChanges(bytes)
  return 0
}

/// Changes the entries of the list, and takes the changes back.
private func checkChanges(_ bytes: [UInt8]) {
  guard var document = MIMEAppsDocument(bytes) else { return }
  if let rejection = document.rejection {
    precondition(!rejection.isEmpty, "a rejection has a reason")
  }
  let keys = document.keys(of: .defaults).prefix(3) + ["text/plain"]
  let applications =
    ["a.desktop"] + keys.prefix(2).flatMap { document.list(.defaults, $0).prefix(2) }
  for key in keys {
    document.set(.defaults, key, to: "a.desktop")
    precondition(document.value(.defaults, key) == "a.desktop", "what is set is there")
    document.append("b.desktop", .added, key)
    precondition(
      document.list(.added, key).contains { $0.withoutSuffix == "b" }, "what is appended is there")
    document.remove("b.desktop", .added, key)
    precondition(
      !document.list(.added, key).contains { $0.withoutSuffix == "b" }, "what is removed is gone")
    for application in applications {
      document.choose(application, .removed, key)
      precondition(document.list(.removed, key) == [application], "one application is chosen")
    }
    document.set(.defaults, key, to: nil)
    precondition(document.value(.defaults, key) == nil, "a removed entry is gone")
  }
  precondition(
    document.hasTooManyEdits
      || MIMEAppsEdit.edits(of: MIMEAppsEdit.text(of: document.edits)) == document.edits,
    "edits are read as they were written")
  addDefaults(to: document, applications)
  undo(document, over: bytes)
}

/// Adds defaults for the keys that the other groups have, beside an empty list that gets the same ones.
private func addDefaults(to given: MIMEAppsDocument, _ applications: [String]) {
  var (document, empty) = (given, MIMEAppsDocument())
  let present = Set(document.keys(of: .defaults).map(\.asciiLowercased))
  var keys: [String: String] = [:]
  for key in document.keys(of: .added) + document.keys(of: .removed) + ["a/b", "c/d"] {
    if !present.contains(key.asciiLowercased) { keys[key.asciiLowercased] = key }
  }
  let new = keys.sorted { $0.key < $1.key }.prefix(4).enumerated().map { index, key in
    MIMEAppsDocument.NewDefault(
      key.value, applications[index % applications.count], isAdded: index < 3)
  }
  let count = document.add(new)
  precondition(!document.hasTooManyEdits || given.hasTooManyEdits, "defaults fit")
  check(document, has: new.prefix(count))
  let all = empty.add(new)
  check(empty, has: new.prefix(all))
}

private func check(
  _ document: MIMEAppsDocument, has defaults: ArraySlice<MIMEAppsDocument.NewDefault>
) {
  for new in defaults {
    precondition(
      document.list(.defaults, new.key) == [new.application], "an added default is there")
    let name = new.application.withoutSuffix
    precondition(
      !new.isAdded || document.list(.added, new.key).contains { $0.withoutSuffix == name },
      "an added default has its association")
  }
}

/// Takes the changes back in the list that has them, and those of an entry that is different there stay.
private func undo(_ document: MIMEAppsDocument, over bytes: [UInt8]) {
  guard var restored = MIMEAppsDocument(document.bytes), let before = MIMEAppsDocument(bytes) else {
    return
  }
  let inverse = document.edits.reversed().map(\.inverse)
  precondition(restored.apply(inverse).isEmpty, "no entry is different from what the edits left")
  for group in MIMEAppsEdit.Group.allCases {
    for key in Set(before.keys(of: group) + ["text/plain"]) {
      precondition(
        restored.value(group, key) == before.value(group, key), "every entry is as before")
    }
  }
  guard let first = inverse.first else { return }
  var other = document
  other.set(first.group, first.key, to: "other-\(first.before ?? "").desktop")
  precondition(other.apply([first]) == [first], "an entry that is different stays")
}

extension String {
  /// The name of an application, as it is compared.
  fileprivate var withoutSuffix: String {
    hasSuffix(".desktop") ? String(dropLast(8)) : self
  }
}
