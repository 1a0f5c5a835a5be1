// SPDX-License-Identifier: MIT

import TestSupport

@testable import TypeRegistry  // The records of an image, which no other module reads.

/// The bytes of a valid image whose rules about contents have every kind of gate.
private let valid: [UInt8] = {
  let text = """
    {"CFBundleIdentifier": "org.example.fuzzer", "UTExportedTypeDeclarations": [
      {"UTTypeIdentifier": "org.example.rules", "UTTypeConformsTo": "public.data",
       "TRContentRules": [{"Offset": 0, "Text": "RULE"}, {"Offset": 2, "Text": "LE"},
         {"Offset": [1, 9], "Text": "ULE"}, {"Offset": 0, "Bytes": "80", "Mask": "80"},
         {"Fact": "FirstLine", "Value": "rule*"}, {"Fact": "Line", "Value": "*rule"},
         {"RootElement": {"Name": "rule"}}]}]}
    """
  guard
    let bundle = BundleParser.parse(Array(text.utf8), path: "/a.json", origin: .user).bundle
  else { preconditionFailure("the declarations are valid") }
  return RegistryCompiler.compile(FullBundles.all + [bundle]).image
}()

/// One round of the fuzzer: an image made of the bytes is refused, or all queries on it succeed.
///
/// Bytes that begin like an image are used as one. Others are changes to a valid image: two bytes
/// for the offset, one for the new value. They are also the contents of a file, gates and reasons.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  ImageMutation.run(bytes)
  checkHeader(bytes)
  checkHeader(DamagedBytes.changed(valid, by: bytes))
  checkGates(bytes)
  checkPairs(bytes)
  for byte in bytes.prefix(16) { check(InactiveReason(rawValue: UInt16(byte))) }
  let image = DamagedBytes.changed(valid, by: bytes, from: 24)
  guard let registry = try? CompiledRegistry(MappedMemory(copying: image)) else { return 0 }
  checkRecords(registry)
  checkMissingRecords(registry)
  checkContents(bytes, in: registry)
  return 0
}

// MARK: - Header

/// Checks that a header that is read can be written again, and that a refusal names what is wrong.
private func checkHeader(_ image: [UInt8]) {
  let memory = MappedMemory(copying: image)
  do throws(ImageHeader.Problem) {
    let header = try ImageHeader(reading: memory)
    let written = header.bytes
    let again = try? ImageHeader(
      reading: MappedMemory(copying: written + image.dropFirst(written.count)))
    precondition(again == header, "a header that is written is read as it was")
  } catch {
    switch error {
    case .tooShort: precondition(image.count < ImageHeader.length, "a short image is refused")
    case .notAnImage:
      precondition(!image.starts(with: "TYPEREG\0".utf8), "an image begins with its mark")
    case .otherFormatVersion(let version):
      precondition(version != ImageHeader.formatVersion, "another version is refused")
    case .wrongLength(let expected, let found):
      precondition(found == image.count && expected != UInt64(found), "another length is refused")
    case .partOutOfBounds, .noTypes: preconditionFailure("a header alone has no parts")
    }
  }
  checkSum(of: image)
}

/// Checks that the checksum of an image does not depend on where it is written itself.
private func checkSum(of image: [UInt8]) {
  let sum = unsafe ImageHeader.checksum(of: image.span.bytes)
  let offset = 24
  guard image.count >= ImageHeader.length else { return }
  let other = DamagedBytes.changed(image, by: [UInt8(offset), 0, ~image[offset]])
  let again = unsafe ImageHeader.checksum(of: other.span.bytes)
  precondition(again == sum, "a checksum leaves itself out")
}

// MARK: - Gates

/// Checks the parts and the order of the gates that bytes spell.
private func checkGates(_ bytes: [UInt8]) {
  let words = stride(from: 0, to: min(bytes.count, 256) - 3, by: 4).map { start in
    (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[start + $1]) }
  }
  var gates = words.map { ContentGate(rawValue: $0) }
  // A number that is no kind of gate is read as none.
  gates.removeAll { $0.kind.rawValue != $0.rawValue >> 28 }
  for gate in gates where gate.kind != .none {
    let isNumbered = gate.kind == .place || gate.kind == .pair
    let again =
      isNumbered
      ? ContentGate(gate.kind, at: gate.place)
      : ContentGate(
        gate.kind, at: gate.place >> 16, first: UInt8(truncatingIfNeeded: gate.rawValue >> 8),
        second: UInt8(truncatingIfNeeded: gate.rawValue))
    precondition(again == gate, "the parts of a gate make it again")
  }
  gates.sort()
  for (gate, next) in zip(gates, gates.dropFirst()) {
    precondition(gate.kind.rawValue <= next.kind.rawValue, "gates of one kind follow each other")
  }
}

/// Checks that no pair of bytes that a file has is ruled out.
private func checkPairs(_ bytes: [UInt8]) {
  var pairs = ContentPairs()
  pairs.read(bytes)
  let window = bytes.prefix(ContentPairs.window)
  let numbers = zip(window, window.dropFirst()).map { ContentPairs.number($0, $1) }
  precondition(numbers.allSatisfy(pairs.has), "a file has its pairs")
  pairs.removeAll()
  precondition(!numbers.contains(where: pairs.has), "no pair is left")
  for number in numbers {
    pairs.insert(number)
    precondition(pairs.has(number), "a pair that was added is there")
  }
}

// MARK: - Records

/// Checks what the fields of damaged records mean.
private func checkRecords(_ registry: CompiledRegistry) {
  for index in 0..<min(registry.declarations.count, 64) {
    let record = registry.declarations[index]
    check(InactiveReason(rawValue: record.reason))
    precondition(UInt16(record.origin.rawValue) == record.flags >> 8 & 3, "an origin is two bits")
  }
  for index in 0..<min(registry.claims.count, 64) {
    let record = registry.claims[index]
    precondition(
      record.role.bit == record.roleBit || record.role == .none, "a role is one of the bits")
  }
}

/// Checks that a reason is found again by its word, and that it has a sentence of its own.
private func check(_ reason: InactiveReason?) {
  guard let reason else { return }
  let all = InactiveReason.allCases
  precondition(all.filter { $0.word == reason.word } == [reason], "a word means one reason")
  precondition(
    all.filter { $0.explanation == reason.explanation } == [reason], "a sentence means one reason")
}

/// Checks that all bytes of a record that an image does not have are zero.
private func checkMissingRecords(_ registry: CompiledRegistry) {
  checkEnd(of: registry.types)
  checkEnd(of: registry.declarations)
  checkEnd(of: registry.details)
  checkEnd(of: registry.bundleRecords)
  checkEnd(of: registry.tagSlots)
  checkEnd(of: registry.longTags)
  checkEnd(of: registry.candidates)
  checkEnd(of: registry.globs)
  checkEnd(of: registry.patternGroups)
  checkEnd(of: registry.supplementedTags)
  checkEnd(of: registry.opensAs)
  checkEnd(of: registry.translations)
  checkEnd(of: registry.claims)
  checkEnd(of: registry.claimDetails)
  checkEnd(of: registry.claimDirectory)
  checkEnd(of: registry.tagClaims)
  checkEnd(of: registry.siteBindings)
  checkEnd(of: registry.associations)
  checkEnd(of: registry.mimeLinks)
  checkEnd(of: registry.magic)
  checkEnd(of: registry.magicMatches)
  checkEnd(of: registry.contentGates)
  checkEnd(of: registry.rootElements)
  checkEnd(of: registry.treeMatches)
  checkEnd(of: registry.diagnosticRecords)
}

private func checkEnd<Record: ImageRecord>(of section: ImageSection<Record>) {
  for index in [-1, section.count, Int.max] {
    let record = section[index]
    let isZero = unsafe withUnsafeBytes(of: record) { bytes in
      unsafe bytes.allSatisfy { $0 == 0 }
    }
    precondition(isZero, "a record that is not there has no bytes but zeros")
  }
}

// MARK: - Contents

/// Checks that damaged rules give a file and a directory an answer, and always the same one.
private func checkContents(_ bytes: [UInt8], in registry: CompiledRegistry) {
  let sample = FileSample(head: bytes)
  let named = registry.resolve(name: [UInt8]().span, kind: .regular)
  var trace = ContentTrace()
  let decided = registry.resolve(named, contents: sample, tracing: &trace)
  precondition(decided == registry.resolve(named, contents: sample), "an answer is the same again")
  _ = registry.explanation(of: decided, named: named, trace)
  let volume = registry.resolve(name: [UInt8]().span, kind: .mountPoint)
  let mounted = registry.resolve(volume, tracing: &trace) { bytes.count > $0.path.count }
  precondition(mounted == volume || mounted.match == .tree, "a volume is found by its files")
}
