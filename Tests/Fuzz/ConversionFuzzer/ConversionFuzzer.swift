// SPDX-License-Identifier: MIT

import TypeRegistry

/// A core of a few types.
private let core: [Bundle] = {
  let text = """
    {"CFBundleIdentifier": "org.example.core", "UTExportedTypeDeclarations": [
      {"UTTypeIdentifier": "public.data"},
      {"UTTypeIdentifier": "public.plain-text", "UTTypeConformsTo": ["public.data"],
       "UTTypeTagSpecification": {"public.mime-type": ["text/plain"]}},
      {"UTTypeIdentifier": "public.image", "UTTypeConformsTo": ["public.data"]},
      {"UTTypeIdentifier": "public.png", "UTTypeConformsTo": ["public.image"],
       "UTTypeTagSpecification": {"public.mime-type": ["image/png"],
         "public.filename-extension": ["png"]}}]}
    """
  guard let bundle = BundleParser.parse(Array(text.utf8), path: "core", origin: .core).bundle
  else { preconditionFailure("the core is valid") }
  return [bundle]
}()

/// One round of the fuzzer: checks the laws for the bytes of any file, read as a property list, as JSON,
/// as a desktop entry or as a package of MIME types, and converted.
///
/// A broken law traps, and libFuzzer keeps the bytes. Build with `UT_FUZZ=1` and
/// `--sanitize=fuzzer`, and set `SWIFT_BACKTRACE=enable=no` when running.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  let (bundle, diagnostics) =
    switch ForeignFormat(of: bytes) {
    case .desktopEntry:
      DesktopEntryParser.parse(bytes, path: "a.desktop", identifier: "org.example.a", origin: .user)
    case .mimePackage: MIMEPackageParser.parse(bytes, path: "a.xml", origin: .user)
    case .associations, nil: BundleParser.parse(bytes, path: "file", origin: .user)
    }
  precondition(
    diagnostics.count <= DeclarationLimits.maximumDiagnostics + 1, "findings are limited")
  guard let bundle else {
    precondition(!diagnostics.isEmpty, "a refusal has a reason")
    return 0
  }
  let input = Conversion.Input(bytes: bytes, bundle: bundle)
  convertToDeclarations(input)
  if bundle.kind == .declarations { convertToFreedesktop(input) }
  return 0
}

/// Both forms of a declaration file are read again, and say the same.
private func convertToDeclarations(_ input: Conversion.Input) {
  guard var conversion = try? Conversion(of: [input], core: core) else { return }
  guard !conversion.identifier.isEmpty else { return }
  let value = conversion.declarations(forApple: true)
  let read = [value.json, value.propertyList].map {
    BundleParser.parse($0, path: "file", origin: .user)
  }
  guard let first = read[0].bundle, let second = read[1].bundle else {
    // What is written can be longer than what is read, or lose its identifier's control characters.
    precondition(
      read.flatMap(\.diagnostics).contains { $0.severity == .error }, "a refusal has a reason")
    return
  }
  first.checkInvariants()
  second.checkInvariants()
  precondition(
    first.declarations.map(\.identifier) == second.declarations.map(\.identifier),
    "JSON and the property list declare the same types")
  precondition(
    conversion.losses.contains { $0.contains("control characters") }
      || first.launchArguments == second.launchArguments, "arguments stay")
}

/// What is written is read without errors, and declares the types that it should.
private func convertToFreedesktop(_ input: Conversion.Input) {
  guard var conversion = try? Conversion(of: [input], core: core) else { return }
  let export = conversion.freedesktop()
  let (package, findings) = MIMEPackageParser.parse(
    MIMEPackageWriter.bytes(export.types), path: "a.xml", origin: .user)
  precondition(
    !findings.contains { $0.severity == .error }, "a package that is written can be read")
  let declared = Set(package?.declarations.map(\.identifier) ?? [])
  precondition(
    export.types.allSatisfy { !$0.hasIdentity || declared.contains($0.identifier) },
    "a type keeps its identity")
  for entry in export.entries {
    let (read, _) = DesktopEntryParser.parse(
      entry.bytes, path: "a.desktop", identifier: entry.identifier, origin: .user)
    precondition(read != nil, "an entry that is written can be read")
    read?.checkInvariants()
  }
}
