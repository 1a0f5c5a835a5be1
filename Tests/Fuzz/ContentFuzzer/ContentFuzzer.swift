// SPDX-License-Identifier: MIT

import TypeRegistry

/// A registry with rules for every kind of fact, for bytes at the beginning and at the end, and for elements.
private let registry: CompiledRegistry = {
  let facts = ContentFact.allCases.map { fact in
    """
    {"UTTypeIdentifier": "org.example.\(fact.name)", "UTTypeConformsTo": "public.data",
     "UTTypeTagSpecification": {"public.filename-extension": "several"},
     "TRContentRules": [{"Fact": "\(fact.name)", "Value": ["a", "b*", "*c", "*d*", "e*f"],
       "Matches": [{"Offset": [0, 64], "Text": "g"}, {"Offset": [-64, -1], "Text": "h"}]}]}
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
  return RegistryCompiler.compile([bundle]).registry
}()

/// One round of the fuzzer: checks the laws for the bytes of any file, as all of a file, and as the beginning
/// of a longer one.
///
/// A broken law traps, and libFuzzer keeps the bytes. Build with `UT_FUZZ=1` and
/// `--sanitize=fuzzer`, and set `SWIFT_BACKTRACE=enable=no` when running.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  check(FileSample(head: bytes))
  // The first byte says how much of the file is its beginning.
  guard let first = bytes.first else { return 0 }
  let headLength = bytes.count * Int(first) / 256
  check(FileSample(bytes, length: nil, headLength: headLength))
  check(FileSample(bytes, length: bytes.count * 3, headLength: headLength))
  return 0
}

private func check(_ sample: FileSample) {
  if let part = ContentFacts.part(of: sample) {
    precondition(
      part.lowerBound >= sample.head.count && part.upperBound <= sample.length,
      "what is read besides the head is in the file")
    precondition(part.count <= FileSample.maximumPart, "what is read is limited")
  }
  for name in [[UInt8](), Array("a.several".utf8), Array("a.ts".utf8)] {
    let named = registry.resolve(name: name.span, kind: .regular)
    var trace = ContentTrace()
    let decided = registry.resolve(named, contents: sample, tracing: &trace)
    if case .type(let type) = decided.answer {
      precondition(Int(type.value) < registry.types.count, "a type is one of the registry")
    }
    precondition(decided == registry.resolve(named, contents: sample), "answers are stable")
    _ = registry.explanation(of: decided, named: named, trace)
  }
}
