// SPDX-License-Identifier: MIT

import TypeRegistry

/// One round of the fuzzer: a sequence of edits of a list of applications, beside a plain model, and undone.
///
/// The bytes up to the first NUL are the list. Of the others, one chooses the edit, one the group and the key, and
/// one the application.
///
/// A broken law traps, and libFuzzer keeps the bytes. Build with `UT_FUZZ=1` and
/// `--sanitize=fuzzer`, and set `SWIFT_BACKTRACE=enable=no` when running.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  let list = bytes.prefix { $0 != 0 }
  guard var document = MIMEAppsDocument(Array(list)) else { return 0 }
  let keys = ["text/plain", "Image/PNG", "x-scheme-handler/http", "a b"]
  let applications = ["a.desktop", "b", "b.desktop", "c;d\\e", "ф.desktop"]
  let words = Array(bytes.dropFirst(list.count + 1))
  let before = values(document, keys)
  for index in stride(from: 0, to: words.count - 2, by: 3) {
    let groups = MIMEAppsEdit.Group.allCases
    let group = groups[Int(words[index + 1]) % groups.count]
    let key = keys[Int(words[index + 1]) / groups.count % keys.count]
    let application = applications[Int(words[index + 2]) % applications.count]
    let others = values(document, keys.filter { $0 != key })
    edit(&document, words[index] % 6, group, key, application)
    precondition(
      values(document, keys.filter { $0 != key }) == others,
      "an edit changes entries of its key alone")
    precondition(MIMEAppsDocument(document.bytes) != nil, "an edited list is one")
  }
  // Read again, it says the same.
  guard let again = MIMEAppsDocument(document.bytes) else { return 0 }
  precondition(values(again, keys) == values(document, keys), "what is written is read")
  undo(document, over: again, to: before, keys)
  return 0
}

private typealias Values = [String?]

private func values(_ document: MIMEAppsDocument, _ keys: [String]) -> Values {
  MIMEAppsEdit.Group.allCases.flatMap { group in keys.map { document.value(group, $0) } }
}

private func edit(
  _ document: inout MIMEAppsDocument, _ operation: UInt8, _ group: MIMEAppsEdit.Group,
  _ key: String,
  _ application: String
) {
  switch operation {
  case 0:
    document.choose(application, group, key)
    precondition(
      document.list(group, key) == [application], "one application is chosen")
  case 1:
    let old = document.list(group, key)
    document.append(application, group, key)
    let new = document.list(group, key)
    precondition(new.starts(with: old), "the applications before stay in front")
  case 2:
    document.remove(application, group, key)
    precondition(!document.list(group, key).contains(application), "a removed application is gone")
  case 3:
    document.set(group, key, to: nil)
    precondition(document.value(group, key) == nil, "a removed entry is gone")
  case 4:
    let old = document.value(.defaults, key)
    guard old == nil else { return }
    let count = document.add([.init(key, application, isAdded: group == .added)])
    precondition(count == 0 || document.value(.defaults, key) != nil, "an added default is there")
  default:
    document.set(group, key, to: application + ";")
  }
}

/// Takes all edits back in a list that was read anew, as `undo` does.
private func undo(
  _ document: MIMEAppsDocument, over read: MIMEAppsDocument, to before: Values, _ keys: [String]
) {
  let text = MIMEAppsEdit.text(of: document.edits)
  precondition(
    MIMEAppsEdit.edits(of: text) == document.edits, "edits are read as they were written")
  var restored = read
  let kept = restored.apply(document.edits.reversed().map(\.inverse))
  precondition(kept.isEmpty, "no entry is different from what the edits left")
  precondition(values(restored, keys) == before, "every entry is as before")
  guard let last = document.edits.last?.inverse else { return }
  undo(last, overAnother: read)
  undoInEmptyList(last)
}

/// Takes an edit back in a list whose entry another program has changed meanwhile: it stays.
private func undo(_ inverse: MIMEAppsEdit, overAnother read: MIMEAppsDocument) {
  let value = "another.desktop;"
  guard inverse.before != value else { return }
  var changed = read
  changed.set(inverse.group, inverse.key, to: value)
  precondition(changed.apply([inverse]) == [inverse], "an entry of another program is kept")
  precondition(changed.value(inverse.group, inverse.key) == value, "a kept entry is not changed")
}

/// Takes the removal of an entry back in a list that another program has emptied meanwhile.
private func undoInEmptyList(_ inverse: MIMEAppsEdit) {
  guard inverse.before == nil else { return }
  var empty = MIMEAppsDocument()
  precondition(empty.apply([inverse]).isEmpty, "no entry is different")
  precondition(
    empty.value(inverse.group, inverse.key) == inverse.after, "an entry is restored in a new group")
}
