// SPDX-License-Identifier: MIT

import TestSupport

@testable import TypeRegistry  // The file of units, which no other module reads.

/// The units of a declaration, a desktop entry, a list of applications and a package of MIME types, which have
/// something in every part.
private let units: [DeclarationUnit] = {
  let declaration = """
    {"CFBundleIdentifier": "org.example.a", "CFBundleName": "A", "CFBundleVersion": "1.2",
     "UTExportedTypeDeclarations": [
      {"UTTypeIdentifier": "public.data"},
      {"UTTypeIdentifier": "org.example.b", "UTTypeDescription": "b", "UTTypeConformsTo": ["public.data"],
       "UTTypeTagSpecification": {"public.filename-extension": ["b", "c"], "public.mime-type": "a/b",
         "org.freedesktop.filename-glob": ["*.d", "e*"]},
       "TRContentRules": [{"Offset": [0, 9], "Text": "abc"}, {"RootElement": {"Name": "d"}},
         {"Bytes": "0102", "Mask": "0F0F"}]}],
     "TRTypeSupplements": [{"UTTypeIdentifier": "org.example.b", "UTTypeConformsTo": ["public.text"],
       "UTTypeTagSpecification": {"public.filename-extension": ["f"]}}],
     "TRDefaultHandlers": {"public.data": {"Handler": "org.example.a", "Role": "Viewer"},
       "image/*": "org.example.a", "abc:": {"Handler": "org.example.c", "Never": true}},
     "TRProgramDirectories": ["/opt/a/bin"], "TRLocalizedStrings": {"de": {"b": "B", "A": "Ah"}},
     "CFBundleDocumentTypes": [
      {"CFBundleTypeRole": "Editor", "LSHandlerRank": "Owner", "LSItemContentTypes": ["org.example.b"]},
      {"CFBundleTypeExtensions": ["*"], "LSTypeIsPackage": true}],
     "CFBundleURLTypes": [{"CFBundleURLSchemes": ["abc"], "CFBundleTypeRole": "Viewer"}]}
    """
  let entry = """
    [Desktop Entry]
    Type=Application
    Name=A
    Exec=a %U
    TryExec=b
    Path=/
    Terminal=true
    NoDisplay=true
    MimeType=text/plain;x-scheme-handler/abc;image/*;
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
    WrittenFormat.declaration.read(Array(declaration.utf8)).bundle,
    WrittenFormat.desktopEntry.read(Array(entry.utf8)).bundle,
    WrittenFormat.associations.read(Array(list.utf8)).bundle,
    WrittenFormat.mimePackage.read(Array(package.utf8)).bundle,
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

/// One round of the fuzzer: a file that is written as a unit is read as it was; a unit that seems to be sound can be
/// compiled, whatever its bytes are; and a damaged file of units has no damaged unit.
///
/// The first byte chooses one of the units, the file of these, or a format, in this order. The others change the bytes
/// of the unit or file, see `DamagedBytes`, or are a file of that format.
///
/// A broken law traps, and libFuzzer keeps the bytes. Build with `UT_FUZZ=1` and `--sanitize=fuzzer`, and set
/// `SWIFT_BACKTRACE=enable=no` when running.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  guard let first = input.first else { return 0 }
  let rest = input.dropFirst()
  let formats = WrittenFormat.allCases
  let choice = Int(first) % (units.count + 1 + formats.count)
  if choice < units.count {
    openUnit(units[choice], changedBy: rest)
  } else if choice == units.count {
    openFile(DamagedBytes.changed(file, by: rest))
  } else {
    sweep(checkWriting(Array(rest), as: formats[choice - units.count - 1]))
  }
  return 0
}

private func openUnit(_ unit: DeclarationUnit, changedBy changes: ArraySlice<UInt8>) {
  var valid: [UInt8] = []
  unit.bytes.append(to: &valid)
  let damaged = DeclarationUnit(DamagedBytes.changed(valid, by: changes))
  checkEnds(of: damaged)
  guard damaged.isSound else { return }
  readAll(damaged)
  sweep(damaged)
}

private func openFile(_ bytes: [UInt8]) {
  guard let damaged = UnitFile(MappedMemory(copying: bytes)) else { return }
  for entry in damaged.entries { precondition(entry.unit.isSound, "a damaged unit is left out") }
  for number in 0..<units.count {
    _ = damaged.unit(withKey: [UInt8](repeating: UInt8(number), count: 20))
  }
}

/// Asks a registry of the unit alone.
private func sweep(_ unit: DeclarationUnit) {
  let input = CompilerInput(unit, path: "/a")
  QuerySweep.run(
    on: RegistryCompiler.compile([input], diagnostics: [], inputs: [], builtAt: 0).registry,
    most: 4)
}
