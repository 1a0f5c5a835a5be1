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
  for name in ["mimeapps.list", "gnome-mimeapps.list"] {
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
  let keys = document.keys(of: .defaults).prefix(3) + ["text/plain"]
  for key in keys {
    document.set(.defaults, key, to: "a.desktop")
    precondition(document.value(.defaults, key) == "a.desktop", "what is set is there")
    document.append("b.desktop", .added, key)
    precondition(document.list(.added, key).contains("b.desktop"), "what is appended is there")
    document.remove("b.desktop", .added, key)
    precondition(!document.list(.added, key).contains("b.desktop"), "what is removed is gone")
    document.set(.defaults, key, to: nil)
    precondition(document.value(.defaults, key) == nil, "a removed entry is gone")
  }
  precondition(
    MIMEAppsEdit.edits(of: MIMEAppsEdit.text(of: document.edits)) == document.edits,
    "edits are read as they were written")
}
