// SPDX-License-Identifier: MIT

import TestSupport

@testable import TypeRegistry  // The file of units, which no other module reads.

/// The units of a declaration, a desktop entry, a list of applications and a package of MIME types.
private let units: [DeclarationUnit] = {
  let declaration = """
    {"CFBundleIdentifier": "org.example.a", "CFBundleName": "A", "CFBundleVersion": "1.2",
     "UTExportedTypeDeclarations": [
      {"UTTypeIdentifier": "public.data"},
      {"UTTypeIdentifier": "org.example.b", "UTTypeDescription": "b", "UTTypeConformsTo": ["public.data"],
       "UTTypeTagSpecification": {"public.filename-extension": ["b", "c"], "public.mime-type": "a/b",
         "org.freedesktop.filename-glob": ["*.d", "e*"]},
       "TRContentRules": [{"Offset": [0, 9], "Text": "abc"}, {"RootElement": {"Name": "d"}}]}],
     "CFBundleDocumentTypes": [
      {"CFBundleTypeRole": "Editor", "LSHandlerRank": "Owner", "LSItemContentTypes": ["org.example.b"]}],
     "CFBundleURLTypes": [{"CFBundleURLSchemes": ["abc"], "CFBundleTypeRole": "Viewer"}]}
    """
  let entry = """
    [Desktop Entry]
    Type=Application
    Name=A
    Exec=a %U
    MimeType=text/plain;x-scheme-handler/abc;
    """
  let list =
    "[Default Applications]\ntext/plain=a.desktop;b.desktop;\n[Removed Associations]\na/b=c;\n"
  let package = """
    <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
    <mime-type type="a/b"><comment>b</comment><comment xml:lang="de">B</comment><alias type="c/d"/>
    <root-XML namespaceURI="urn:a" localName="b"/><glob pattern="*.b" weight="60"/>
    <magic priority="80"><match type="big16" value="0x0102" mask="0x0f0f" offset="0:64">
    <match type="string" value="ab" offset="8"/></match></magic>
    <treemagic><treematch path="a/b" type="file"/></treemagic></mime-type></mime-info>
    """
  let bundles = [
    BundleParser.parse(Array(declaration.utf8), path: "/a.json", origin: .user).bundle,
    DesktopEntryParser.parse(
      Array(entry.utf8), path: "/a.desktop", identifier: "a", origin: .user
    ).bundle,
    MIMEAppsParser.parse(
      Array(list.utf8), path: "/mimeapps.list", level: 0, origin: .user
    ).bundle,
    MIMEPackageParser.parse(Array(package.utf8), path: "/a.xml", origin: .user).bundle,
  ]
  precondition(!bundles.contains { $0 == nil }, "the files are valid")
  return bundles.compactMap(\.self).map { DeclarationUnit($0) }
}()

/// A file of these units.
private let file: [UInt8] = {
  let entries = units.enumerated().map { number, unit in
    UnitFileEntry(key: [UInt8](repeating: UInt8(number), count: 20), unit: unit, readAt: 1)
  }
  var bytes: [UInt8] = []
  for piece in UnitFile.pieces(entries) { piece.bytes.append(to: &bytes) }
  return bytes
}()

/// One round of the fuzzer: a unit that seems to be sound can be compiled, whatever its bytes are, and a damaged
/// file of units has no damaged unit.
///
/// The first byte chooses the unit; the others change its bytes: see `DamagedBytes`.
///
/// A broken law traps, and libFuzzer keeps the bytes. Build with `UT_FUZZ=1` and `--sanitize=fuzzer`, and set
/// `SWIFT_BACKTRACE=enable=no` when running.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  guard let choice = input.first else { return 0 }
  let changes = input.dropFirst()
  guard Int(choice) % (units.count + 1) < units.count else {
    openFile(DamagedBytes.changed(file, by: changes))
    return 0
  }
  var valid: [UInt8] = []
  units[Int(choice) % (units.count + 1)].bytes.append(to: &valid)
  let bytes = DamagedBytes.changed(valid, by: changes)
  let unit = DeclarationUnit(bytes)
  guard unit.isSound else { return 0 }
  QuerySweep.run(on: compiled([unit]), most: 4)
  return 0
}

private func compiled(_ units: [DeclarationUnit]) -> CompiledRegistry {
  RegistryCompiler.compile(
    units.map { CompilerInput($0, path: "/a") }, diagnostics: [], inputs: [], builtAt: 0
  ).registry
}

private func openFile(_ bytes: [UInt8]) {
  guard let damaged = UnitFile(MappedMemory(copying: bytes)) else { return }
  for entry in damaged.entries { precondition(entry.unit.isSound, "a damaged unit is left out") }
  for number in 0..<units.count {
    _ = damaged.unit(withKey: [UInt8](repeating: UInt8(number), count: 20))
  }
}
