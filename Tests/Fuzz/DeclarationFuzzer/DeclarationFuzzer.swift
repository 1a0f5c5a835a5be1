// SPDX-License-Identifier: MIT

import TypeRegistry

/// One round of the fuzzer: checks the laws for the bytes of any file, read as a declaration of each origin, as
/// translations, and as XML.
///
/// A broken law traps, and libFuzzer keeps the bytes. Build with `UT_FUZZ=1` and
/// `--sanitize=fuzzer`, and set `SWIFT_BACKTRACE=enable=no` when running.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  let alone = BundleParser.parse(bytes, path: "file", origin: .user)
  let findings = DiagnosticLaws(bytes)
  checkReading(alone, findings)
  checkTranslations(bytes, alone, findings)
  checkOrigins(bytes, alone.bundle, findings)
  checkForeignFormat(bytes, alone)
  findings.check(
    StringsFile.read(bytes, path: "strings").diagnostics, path: "strings",
    limit: DeclarationLimits.maximumDiagnostics + 1)
  checkScanner(bytes)
  return 0
}

private typealias Reading = (bundle: Bundle?, diagnostics: [Diagnostic])

private func checkReading(_ reading: Reading, _ findings: DiagnosticLaws) {
  precondition(
    reading.bundle != nil || reading.diagnostics.contains { $0.severity == .error },
    "a refusal has a reason")
  findings.check(
    reading.diagnostics, path: "file", limit: DeclarationLimits.maximumDiagnostics + 1)
  guard let bundle = reading.bundle else { return }
  bundle.checkInvariants()
  for declaration in bundle.declarations { check(declaration.content) }
  let directories = bundle.programDirectories.map(\.path)
  precondition(Set(directories).count == directories.count, "no directory appears twice")
}

/// Files of translations add translations and their own findings, and change nothing else.
private func checkTranslations(_ bytes: [UInt8], _ alone: Reading, _ findings: DiagnosticLaws) {
  // The last two are no languages, so that their files are not read.
  let files = ["vi", "Base", "no language"].map {
    LocalizedStringsFile(language: $0, bytes: bytes, path: "strings")
  }
  let translated = BundleParser.parse(
    bytes, path: "file", origin: .user, localizedStrings: files)
  precondition(
    translated.diagnostics.starts(with: alone.diagnostics), "findings about the file come first")
  // One finding more is that texts are too long.
  findings.check(
    Array(translated.diagnostics.dropFirst(alone.diagnostics.count)), path: "strings",
    limit: DeclarationLimits.maximumDiagnostics + 2)
  guard var bundle = translated.bundle, let own = alone.bundle?.localizedStrings else {
    precondition(translated.bundle == nil && alone.bundle == nil, "translations refuse no file")
    return
  }
  for (language, strings) in own {
    let all = bundle.localizedStrings[language] ?? [:]
    precondition(
      strings.allSatisfy { all[$0.key] == $0.value }, "the translations of the file come first")
  }
  precondition(
    Set(bundle.localizedStrings.keys).subtracting(own.keys).isSubset(of: ["vi"]),
    "only a language is added")
  bundle.localizedStrings = own
  precondition(bundle == alone.bundle, "translations change nothing else")
}

/// A file of the core has the bundle that it has as one of the user, and what only trusted files may have.
private func checkOrigins(_ bytes: [UInt8], _ ofUser: Bundle?, _ findings: DiagnosticLaws) {
  let path = "/samples/file"
  let trusted = BundleParser.parse(bytes, path: path, origin: .core)
  findings.check(
    trusted.diagnostics, path: path, limit: DeclarationLimits.maximumDiagnostics + 1)
  precondition(
    !trusted.diagnostics.contains { $0.code == .exampleIdentifier },
    "a sample may have an identifier of the examples")
  // Choices can be too many, which only their reader notices.
  guard var bundle = trusted.bundle else { return }
  bundle.checkInvariants()
  for choice in bundle.siteBindings { check(choice) }
  bundle.siteBindings = []
  for index in bundle.declarations.indices {
    precondition(
      bundle.declarations[index].freedesktopMIMEType.map { $0.tagClass == .mimeType } ?? true,
      "the name for Linux programs is a MIME type")
    precondition(
      bundle.declarations[index].preferredTags.allSatisfy { $0.tagClass == .filenameExtension },
      "preferred tags are extensions")
    bundle.declarations[index].freedesktopMIMEType = nil
    bundle.declarations[index].preferredTags = []
  }
  bundle.origin = .user
  bundle.path = "file"
  precondition(bundle == ofUser, "the origin decides about nothing else")
}

private func check(_ choice: SiteBinding) {
  precondition(!choice.handler.isEmpty, "a choice names an application")
  precondition(choice.role != Role.none, "a choice is for a role that opens files")
  if case .tag(let tag) = choice.subject {
    precondition((try? Tag(tag.tagClass, tag.value)) == tag, "the tag of a choice is well-formed")
  }
}

private func check(_ content: ContentRules) {
  precondition(
    content.magic.count + content.rootElements.count <= DeclarationLimits.maximumContentRules,
    "rules are limited")
  for rule in content.magic {
    precondition(0...100 ~= rule.priority, "a priority is between 0 and 100")
    precondition(!rule.matches.isEmpty, "a rule compares something")
    var depth = -1
    for match in rule.matches {
      precondition(match.depth <= depth + 1, "a match refines the one before it")
      depth = match.depth
      precondition(
        match.mask.isEmpty || match.mask.count == match.value.count, "a mask is one of the bytes")
      precondition(
        zip(match.value, match.mask).allSatisfy { $0 & ~$1 == 0 }, "hidden bits are not compared")
      precondition(match.extent <= DeclarationLimits.maximumMagicExtent, "a rule reads the start")
    }
  }
  for element in content.rootElements {
    precondition(!(element.namespace + element.localName).isEmpty, "an element has a name")
  }
}

/// A file of a format that has directories of its own is refused by that name.
private func checkForeignFormat(_ bytes: [UInt8], _ reading: Reading) {
  let found = reading.diagnostics.first { $0.code == .foreignFormat }
  guard let format = ForeignFormat(of: bytes) else {
    precondition(found == nil, "no other format is a foreign one")
    return
  }
  precondition(
    reading.bundle == nil && found?.message == format.message && found?.hint == format.hint,
    "a foreign format is named")
}
