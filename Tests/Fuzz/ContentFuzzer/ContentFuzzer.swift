// SPDX-License-Identifier: MIT

import TypeRegistry

/// The registry that programs have, whose rules are those of some 2,000 formats.
private let core: CompiledRegistry = {
  guard let registry = BuiltInCore.registry() else {
    preconditionFailure("the image is one of this processor")
  }
  return registry
}()

/// A registry with rules for every kind of fact, for bytes at the beginning and at the end, for elements, and
/// for the files of a directory.
private let every: CompiledRegistry = {
  let facts = ContentFact.allCases.map { fact in
    """
    {"UTTypeIdentifier": "org.example.\(fact.name)", "UTTypeConformsTo": "public.data",
     "UTTypeTagSpecification": {"public.filename-extension": "several"},
     "TRContentRules": [{"Fact": "\(fact.name)", "Value": ["a", "b*", "*c", "*d*", "e*f"],
       "Matches": [{"Offset": [0, 64], "Text": "g"}, {"Offset": [-64, -1], "Text": "h"}]},
       {"Fact": "\(fact.name)", "Value": ["i", "j*", "*k", "*l*"], "IgnoresCase": true}]}
    """
  }
  let text =
    """
    {"CFBundleIdentifier": "org.example.fuzzer", "UTExportedTypeDeclarations": [
      {"UTTypeIdentifier": "public.data"},
      {"UTTypeIdentifier": "public.plain-text", "UTTypeConformsTo": "public.data",
       "UTTypeTagSpecification": {"public.mime-type": "text/plain"}},
      {"UTTypeIdentifier": "org.example.element", "UTTypeConformsTo": "public.plain-text",
       "TRContentRules": [{"RootElement": {"Namespace": "e", "Name": "d"}}]},
      {"UTTypeIdentifier": "org.example.end", "UTTypeConformsTo": "public.data",
       "TRContentRules": [{"Offset": [-64, -2], "Text": "hi"}]},
    """ + facts.joined(separator: ",") + "]}"
  guard
    let bundle = BundleParser.parse(Array(text.utf8), path: "a.json", origin: .core).bundle
  else { preconditionFailure("the declarations are valid") }
  guard
    let package = MIMEPackageParser.parse(Array(volumes.utf8), path: "a.xml", origin: .core).bundle
  else { preconditionFailure("the package is valid") }
  return RegistryCompiler.compile([bundle, package]).registry
}()

/// A package with rules about directories that ask for everything that such rules can ask for.
private let volumes = """
  <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="x-content/several"><treemagic priority="70">
  <treematch path="a" type="directory" non-empty="true">
  <treematch path="a/b" type="file" match-case="true"/>
  <treematch path="a/c" type="link"/></treematch></treemagic></mime-type>
  <mime-type type="x-content/software"><treemagic>
  <treematch path="run" type="file" executable="true"/></treemagic></mime-type>
  <mime-type type="x-content/text"><treemagic priority="30">
  <treematch path="read.several" mimetype="text/plain"/>
  <treematch path="any"/></treemagic></mime-type></mime-info>
  """

/// The names of files, one of which has no type, one several, and one a type of bytes.
private let names: [[UInt8]] = [[], Array("a.several".utf8), Array("a.ts".utf8), Array("a.h".utf8)]

/// The one thread of the fuzzer uses the memory of each file for the next one, as a program does.
nonisolated(unsafe) private var matchings = [ContentMatching(every), ContentMatching(core)]

/// One round of the fuzzer: checks the laws for the bytes of any file.
///
/// The last two bytes choose a name and a registry, and whether the others are all of a file or the beginning
/// of a longer one.
///
/// A broken law traps, and libFuzzer keeps the bytes. Build with `UT_FUZZ=1`, `UT_OPTIMIZED=1` and
/// `--sanitize=fuzzer`, and set `SWIFT_BACKTRACE=enable=no` when running.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  guard input.count > 1 else { return 0 }
  let bytes = Array(input.dropLast(2))
  let (choice, part) = (Int(input[input.count - 2]), Int(input[input.count - 1]))
  let sample =
    switch choice >> 3 & 3 {
    case 0, 1: FileSample(head: bytes)
    case 2: FileSample(bytes, length: nil, headLength: bytes.count * part / 256)
    default: FileSample(bytes, length: bytes.count * 3, headLength: bytes.count * part / 256)
    }
  check(sample, name: names[choice & 3], registry: choice >> 2 & 1)
  let registry = choice >> 2 & 1 == 0 ? every : core
  precondition(
    FileSample(bytes, length: nil, headLength: registry.contentLength).isWhole,
    "all of a short file is read")
  checkVolume(FileListing(bytes), in: registry)
  checkKinds(ofMIMEType: String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self), in: registry)
  return 0
}

private func check(_ sample: FileSample, name: [UInt8], registry number: Int) {
  let registry = number == 0 ? every : core
  if let part = ContentFacts.part(of: sample) {
    precondition(
      part.lowerBound >= 0 && part.upperBound <= sample.length,
      "what is read besides the head is in the file")
    precondition(
      part.upperBound < sample.length || part.count >= min(FileSample.end, sample.length),
      "what is read up to the end has all that rules look at")
    precondition(part.count <= FileSample.maximumPart, "what is read is limited")
  }
  let named = registry.resolve(name: name.span, kind: .regular)
  var trace = ContentTrace()
  let decided = unsafe matchings[number].resolve(named, sample, in: registry, tracing: &trace)
  if case .type(let type) = decided.answer {
    precondition(Int(type.value) < registry.types.count, "a type is one of the registry")
  }
  precondition(
    decided == registry.resolve(named, contents: sample),
    "an answer does not depend on the file before")
  _ = registry.explanation(of: decided, named: named, trace)
}
