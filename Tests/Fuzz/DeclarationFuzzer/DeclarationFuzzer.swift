// SPDX-License-Identifier: MIT

import TypeRegistry

/// One round of the fuzzer: checks the laws for the bytes of any file, read as a declaration, as
/// translations, and as XML.
///
/// A broken law traps, and libFuzzer keeps the bytes. Build with `UT_FUZZ=1` and
/// `--sanitize=fuzzer`, and set `SWIFT_BACKTRACE=enable=no` when running.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  let strings = LocalizedStringsFile(language: "vi", bytes: bytes, path: "strings")
  let (bundle, diagnostics) = BundleParser.parse(
    bytes, path: "file", origin: .user, localizedStrings: [strings])
  bundle?.checkInvariants()
  precondition(
    bundle != nil || diagnostics.contains { $0.severity == .error }, "a refusal has a reason")
  check(diagnostics, limit: 2 * (DeclarationLimits.maximumDiagnostics + 1))
  let read = StringsFile.read(bytes, path: "strings")
  check(read.diagnostics, limit: DeclarationLimits.maximumDiagnostics + 1)
  scan(bytes)
  return 0
}

private func check(_ diagnostics: [Diagnostic], limit: Int) {
  precondition(diagnostics.count <= limit, "diagnostics are limited")
  for diagnostic in diagnostics {
    precondition(!diagnostic.message.isEmpty && diagnostic.hint != "", "a diagnostic has a message")
    precondition(!diagnostic.message.hasSuffix("."), "a message has no full stop")
  }
}

private func scan(_ bytes: [UInt8]) {
  do throws(XMLError) {
    var scanner = try XMLScanner(bytes, documentType: .withoutEntities)
    var depth = 0
    var last = 0
    while true {
      let event = try scanner.next()
      precondition(scanner.offset >= last || event == .endTag, "events are in source order")
      last = scanner.offset
      switch event {
      case .startTag: depth += 1
      case .endTag: depth -= 1
      case .text: precondition(!scanner.text.isEmpty, "a text is not empty")
      case .endOfText:
        precondition(depth == 0, "every element is closed")
        return
      }
      precondition(scanner.depth == depth, "tags are balanced")
    }
  } catch {
    precondition(error.offset >= 0 && error.offset <= bytes.count, "an error is in the text")
    precondition(!error.description.isEmpty, "an error has a description")
  }
}
