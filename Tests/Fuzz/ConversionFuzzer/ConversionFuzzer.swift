// SPDX-License-Identifier: MIT

import TypeRegistry

/// One round of the fuzzer: checks the laws for the bytes of up to three files, each read as a property list, as
/// JSON, as a desktop entry, as a package of MIME types or as a list of applications; converted together, and
/// exported beside one another.
///
/// A NUL ends a file, unless the bytes are a binary property list.
///
/// A broken law traps, and libFuzzer keeps the bytes. Build with `UT_FUZZ=1` and
/// `--sanitize=fuzzer`, and set `SWIFT_BACKTRACE=enable=no` when running.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  let inputs = files(in: bytes).enumerated()
    .compactMap { read($1, path: "file\($0)", origin: .local) }
  for input in inputs { convert([input]) }
  if inputs.count > 1 { convert(inputs) }
  guard !inputs.isEmpty else { return 0 }
  exportTogether(inputs)
  exportCore(inputs)
  for input in inputs {
    switch input.bundle.kind {
    case .desktopEntry: writeEntry(input.bundle)
    case .mimePackage: writePackage(input.bundle)
    case .declarations: writeDeclarations(input.bundle)
    case .associations: break
    }
  }
  return 0
}

private func files(in bytes: [UInt8]) -> [[UInt8]] {
  if bytes.starts(with: "bplist".utf8) { return [bytes] }
  return bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false).map(Array.init)
}

/// A file in the format that it looks like; `nil` if it is refused.
private func read(_ bytes: [UInt8], path: String, origin: Origin) -> Conversion.Input? {
  let (bundle, diagnostics) =
    switch ForeignFormat(of: bytes) {
    case .desktopEntry:
      DesktopEntryParser.parse(bytes, path: path, identifier: "org.example.a", origin: origin)
    case .mimePackage: MIMEPackageParser.parse(bytes, path: path + ".xml", origin: origin)
    case .associations: MIMEAppsParser.parse(bytes, path: path, level: 0, origin: origin)
    case nil: BundleParser.parse(bytes, path: path, origin: origin)
    }
  precondition(
    diagnostics.count <= DeclarationLimits.maximumDiagnostics + 1, "findings are limited")
  guard let bundle else {
    precondition(!diagnostics.isEmpty, "a refusal has a reason")
    return nil
  }
  return Conversion.Input(bytes: bytes, bundle: bundle)
}

// MARK: - Conversions

/// Converts some files to the other format.
private func convert(_ inputs: [Conversion.Input]) {
  let conversion: Conversion
  do throws(Conversion.Problem) {
    conversion = try Conversion(of: inputs, core: core)
  } catch {
    precondition(
      inputs.contains { "\(error)".contains("'\($0.bundle.path)'") }, "a problem names a file")
    precondition(
      inputs.count > 1 || inputs[0].bundle.kind == .associations, "one file can be converted")
    return
  }
  guard !conversion.identifier.isEmpty else { return }
  convertToDeclarations(conversion)
  if conversion.isOfDeclarations { convertToFreedesktop(conversion) }
}

/// Both forms of a declaration file are read again, and say the same.
private func convertToDeclarations(_ given: Conversion) {
  var (conversion, other) = (given, given)
  let value = conversion.declarations(forApple: true)
  precondition(
    value == other.declarations(forApple: false), "the reader of the file decides the losses alone")
  precondition(!(conversion.losses + other.losses).contains(""), "a loss is a sentence")
  checkStrings(of: conversion)
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
  // A property list cannot hold all characters that JSON can.
  guard !conversion.losses.contains(where: { $0.contains("control characters") }) else { return }
  precondition(
    first.declarations.map(\.identifier) == second.declarations.map(\.identifier),
    "JSON and the property list declare the same types")
  precondition(first.launchArguments == second.launchArguments, "arguments stay")
}

/// The files for Apple's systems are read without errors.
private func checkStrings(of conversion: Conversion) {
  for (language, bytes) in conversion.strings {
    let findings = StringsFile.read(bytes, path: language).diagnostics
    precondition(
      !findings.contains { $0.severity == .error },
      "a file of translations that is written can be read")
  }
}

/// What is written is read without errors, and declares the types that it should.
private func convertToFreedesktop(_ given: Conversion) {
  var conversion = given
  let export = conversion.freedesktop()
  precondition(export.losses.allSatisfy(conversion.losses.contains), "no loss is forgotten")
  check(export)
}

// MARK: - Exports

/// Exports all files beside one another, the packages as installed ones.
private func exportTogether(_ inputs: [Conversion.Input]) {
  let installed = packages(of: inputs)
  let others = inputs.map(\.bundle).filter { $0.kind == .declarations }
  let bundles = core + installed + others
  let declared = Set(bundles.flatMap(\.declarations).map(\.identifier))
  let wanted = Set((installed + others).flatMap(\.declarations).map(\.identifier))
  let selections: [FreedesktopExport.Selection] = [
    .installed(withCore: false), .installed(withCore: true), .types(wanted.sorted()),
  ]
  for selection in selections {
    let export = FreedesktopExport(of: bundles, selecting: selection)
    check(export)
    if case .types = selection {
      precondition(
        export.entries.isEmpty && export.types.allSatisfy { wanted.contains($0.identifier) },
        "the wanted types alone are exported")
    }
    precondition(
      export.types.allSatisfy { declared.contains($0.identifier) }, "declared types are exported")
    let names = export.types.map { $0.identifier }
    precondition(Set(names).count == names.count, "a type is exported once")
  }
}

/// The packages of MIME types among the files; a small one if there is none.
private func packages(of inputs: [Conversion.Input]) -> [Bundle] {
  let found = inputs.map(\.bundle).filter { $0.kind == .mimePackage && !$0.declarations.isEmpty }
  return found.isEmpty ? [database] : found
}

/// What is written is marked, is read without errors, and declares the types that it should.
private func check(_ export: FreedesktopExport) {
  let bytes = MIMEPackageWriter.bytes(export.types)
  precondition(
    ExportMark.isPresent(in: bytes, of: ExportMark.freedesktop), "a package has its mark")
  let (package, findings) = MIMEPackageParser.parse(bytes, path: "a.xml", origin: .user)
  precondition(
    !findings.contains { $0.severity == .error }, "a package that is written can be read")
  let declared = Set(package?.declarations.map(\.identifier) ?? [])
  precondition(
    export.types.allSatisfy { !$0.hasIdentity || declared.contains($0.identifier) },
    "a type keeps its identity")
  for entry in export.entries {
    precondition(ExportMark.isPresent(in: entry.bytes), "an entry has a mark")
    let (read, _) = DesktopEntryParser.parse(
      entry.bytes, path: "a.desktop", identifier: entry.identifier, origin: .user)
    precondition(read != nil, "an entry that is written can be read")
    read?.checkInvariants()
  }
}

/// Exports the core, with the declaration files as its own, for programs that have the packages.
private func exportCore(_ inputs: [Conversion.Input]) {
  let installed = packages(of: inputs)
  let own = inputs.filter { $0.bundle.kind == .declarations }
    .compactMap { BundleParser.parse($0.bytes, path: $0.bundle.path, origin: .core).bundle }
  let package = CorePackage(of: core + own, beyond: installed)
  let names = package.types.map { $0.mimeType.asciiLowercased }
  precondition(Set(names).count == names.count, "a MIME type is written once")
  let bytes = MIMEPackageWriter.bytes(ofCore: package.types)
  precondition(
    ExportMark.isPresent(in: bytes, of: ExportMark.mimePackage)
      && !ExportMark.isPresent(in: bytes, of: ExportMark.freedesktop),
    "the package of the core has a mark of its own")
  let (marked, findings) = MIMEPackageParser.parse(bytes, path: "core.xml", origin: .system)
  precondition(
    findings.isEmpty && marked?.declarations.isEmpty == true,
    "this registry does not read the core again")
  checkAnswers(of: installed, beside: MIMEPackageWriter.bytes(package.types))
}

/// To other programs, the names and patterns of a database mean the same as without the core's package.
private func checkAnswers(of installed: [Bundle], beside bytes: [UInt8]) {
  let (package, findings) = MIMEPackageParser.parse(bytes, path: "core.xml", origin: .system)
  precondition(
    !findings.contains { $0.severity == .error }, "a package that is written can be read")
  // The package relies on the weights of databases, which are not as small.
  let weights = installed.flatMap(\.declarations).flatMap(\.weights.values)
  guard let package, weights.allSatisfy({ $0 >= 10 }) else { return }
  let before = RegistryCompiler.compile(installed).registry
  let after = RegistryCompiler.compile(installed + [package]).registry
  for tag in Set(installed.flatMap(\.declarations).flatMap(\.tags)) {
    precondition(
      before.types(tag: tag, conformingTo: nil).types.first
        == after.types(tag: tag, conformingTo: nil).types.first,
      "a tag of the database means what it meant")
  }
}

// MARK: - Writing what was read

/// Writes an application that was read from a desktop entry, and reads it again.
private func writeEntry(_ bundle: Bundle) {
  guard !bundle.isHidden, !bundle.launchArguments.isEmpty else { return }
  let mimeTypes = bundle.claims.flatMap(\.subjects).compactMap { subject in
    if case .type(let type) = subject { FreedesktopName.mimeType(of: type) } else { nil }
  }
  let writer = DesktopEntryWriter(bundle, mimeTypes: mimeTypes)
  let (read, _) = DesktopEntryParser.parse(
    writer.bytes, path: "b.desktop", identifier: bundle.identifier, origin: .user)
  guard let read else { preconditionFailure("an entry that is written can be read") }
  precondition(read.name == bundle.name ?? bundle.identifier, "the name stays")
  precondition(read.localizedStrings == bundle.localizedStrings, "translations stay")
  precondition(
    !writer.losses.isEmpty || meanings(read.launchArguments) == meanings(bundle.launchArguments),
    "arguments stay")
  precondition(
    read.isTerminal == bundle.isTerminal && read.isNotDisplayed == bundle.isNotDisplayed
      && read.weight == bundle.weight && read.workingDirectory == bundle.workingDirectory,
    "the facts about starting the application stay")
  precondition(
    Set(mimeTypes).isSubset(
      of: read.claims.flatMap(\.subjects).compactMap { subject in
        if case .type(let type) = subject { FreedesktopName.mimeType(of: type) } else { nil }
      }), "MIME types stay")
}

/// What arguments mean: at the end of an option `%F` is one file, as `%f` is.
private func meanings(_ arguments: [String]) -> [String] {
  arguments.map { argument in
    LaunchPlaceholder(argument).map { "\($0.prefix)%\($0.kind.rawValue)" } ?? argument
  }
}

/// Writes types that were read from a package as if declarations had them, and reads them again.
private func writePackage(_ package: Bundle) {
  var bundle = package
  bundle.kind = .declarations
  let types = bundle.declarations.map(\.identifier)
  let export = FreedesktopExport(of: core + [bundle], selecting: .types(types))
  check(export)
  let (read, _) = MIMEPackageParser.parse(
    MIMEPackageWriter.bytes(export.types), path: "b.xml", origin: .user)
  for type in export.types where type.hasIdentity {
    guard let before = bundle.declarations.first(where: { $0.identifier == type.identifier }),
      let after = read?.declarations.first(where: { $0.identifier == type.identifier })
    else { preconditionFailure("a type is there again") }
    precondition(
      before.content.written == after.content.written, "the rules about contents stay")
    precondition(before.deletesPatterns == after.deletesPatterns, "the removal of patterns stays")
  }
}

/// Writes declarations without the text that they were read from, and reads them again.
private func writeDeclarations(_ bundle: Bundle) {
  guard var conversion = try? Conversion(of: [.init(bytes: [], bundle: bundle)], core: core) else {
    preconditionFailure("declarations can be written")
  }
  let text = conversion.declarations(forApple: false).json
  let (read, findings) = BundleParser.parse(text, path: "b.json", origin: .local)
  guard let read, !findings.contains(where: { $0.severity == .error }) else { return }
  precondition(
    Set(read.declarations.map(Facts.init)) == Set(bundle.declarations.map(Facts.init)),
    "types stay")
  precondition(
    Set(read.supplements.map(\.identifier)) == Set(bundle.supplements.map(\.identifier)),
    "additions to types stay")
  precondition(
    read.launchArguments == bundle.launchArguments && read.isTerminal == bundle.isTerminal,
    "the command stays")
}

/// What is compared of a declaration: all but where it is, and the order of its tags.
private struct Facts: Hashable {
  let identifier: TypeIdentifier
  let parents: [TypeIdentifier]
  let tags: Set<Tag>
  let texts: [String?]
  let content: ContentRules

  init(_ declaration: TypeDeclaration) {
    identifier = declaration.identifier
    parents = declaration.parents
    tags = Set(declaration.tags)
    texts = [declaration.typeDescription, declaration.version, declaration.referenceURL]
    content = declaration.content.written
  }
}

extension ContentRules {
  /// The rules that a package of an export has, wherever they are.
  fileprivate var written: ContentRules {
    var rules = self
    rules.trees = []
    for index in rules.magic.indices { rules.magic[index].location = nil }
    for index in rules.rootElements.indices { rules.rootElements[index].location = nil }
    return rules
  }
}
