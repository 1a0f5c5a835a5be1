// SPDX-License-Identifier: MIT

import TypeRegistry

/// One round of the fuzzer: checks the laws for the bytes of any file, read as a key file and as a
/// desktop entry, and for any text as the value of an `Exec` key.
///
/// A broken law traps, and libFuzzer keeps the bytes. Build with `UT_FUZZ=1` and
/// `--sanitize=fuzzer`, and set `SWIFT_BACKTRACE=enable=no` when running.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  let (file, findings) = KeyFile.read(bytes, path: "file")
  file.checkInvariants()
  check(findings)
  for entry in file.entries where entry.isText {
    precondition(file.string(entry).utf8.count <= entry.value.count, "an escape is shorter")
    precondition(file.list(entry).count <= entry.value.count + 1, "elements are separated")
  }
  let (bundle, diagnostics) = DesktopEntryParser.parse(
    bytes, path: "file", identifier: "file", origin: .user)
  bundle?.checkInvariants()
  check(diagnostics)
  precondition(bundle != nil || !diagnostics.isEmpty, "a refusal has a reason")
  // A file in another encoding is refused, whatever its length.
  let errors = diagnostics.filter { $0.severity == .error && $0.code != .invalidEncoding }
  precondition(errors.isEmpty || size > 1_000, "a file is sloppy")
  if let bundle { check(bundle.launchArguments) }
  let line = ExecLine(String(decoding: bytes, as: UTF8.self), name: "Name", iconName: "icon")
  precondition(
    line.arguments.isEmpty == line.problems.contains { $0.problem.isFatal },
    "a refusal has a reason")
  check(line.arguments)
  return 0
}

private func check(_ diagnostics: [Diagnostic]) {
  precondition(
    diagnostics.count <= DeclarationLimits.maximumDiagnostics + 1, "diagnostics are limited")
  for diagnostic in diagnostics {
    precondition(!diagnostic.message.isEmpty && diagnostic.hint != "", "a diagnostic has a message")
    precondition(!diagnostic.message.hasSuffix("."), "a message has no full stop")
  }
}

/// Whatever is replaced in a vector is a whole argument, or the end of one without any character that
/// has a meaning for a shell.
private func check(_ arguments: [String]) {
  for argument in arguments {
    precondition(argument.utf8.count <= DeclarationLimits.maximumLaunchBytes, "a vector is limited")
    guard let placeholder = LaunchPlaceholder(argument) else { continue }
    precondition(
      placeholder.prefix.utf8.allSatisfy { $0 > 0x20 && !"\"'\\$;|&<>()`*?#%~".utf8.contains($0) },
      "a prefix is no script")
  }
}
