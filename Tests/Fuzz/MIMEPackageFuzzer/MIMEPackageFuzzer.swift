// SPDX-License-Identifier: MIT

import TypeRegistry

/// A registry with a rule of each kind, for the bytes read as the contents of a file.
private let registry: CompiledRegistry = {
  let text = """
    <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
    <mime-type type="application/xml"><magic><match type="string" value="&lt;" offset="0:4"/></magic>
    </mime-type>
    <mime-type type="a/b"><root-XML namespaceURI="urn:a" localName="b"/><glob pattern="*.b"/>
    <magic priority="80"><match type="big16" value="0x0102" mask="0x0f0f" offset="0:64">
    <match type="string" value="ab" offset="8"/></match></magic></mime-type>
    <mime-type type="c/d"><glob pattern="*.b"/></mime-type>
    </mime-info>
    """
  guard
    let bundle = MIMEPackageParser.parse(Array(text.utf8), path: "a", origin: .system).bundle
  else { preconditionFailure("the package is valid") }
  return RegistryCompiler.compile([bundle]).registry
}()

/// One round of the fuzzer: checks the laws for the bytes of any file, read as a package of MIME types
/// and as the contents of a file.
///
/// A broken law traps, and libFuzzer keeps the bytes. Build with `UT_FUZZ=1` and
/// `--sanitize=fuzzer`, and set `SWIFT_BACKTRACE=enable=no` when running.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  sniff(bytes, with: registry)
  // The name of the file is that of the bundle, whatever bytes it has.
  let path = "/packages/" + String(decoding: bytes.prefix(12), as: UTF8.self)
  let (bundle, diagnostics) = MIMEPackageParser.parse(bytes, path: path, origin: .user)
  precondition(
    bundle != nil || diagnostics.contains { $0.severity == .error }, "a refusal has a reason")
  precondition(
    diagnostics.count <= DeclarationLimits.maximumDiagnostics + 1, "diagnostics are limited")
  for diagnostic in diagnostics {
    precondition(!diagnostic.message.isEmpty && diagnostic.hint != "", "a diagnostic has a message")
    precondition(!diagnostic.message.hasSuffix("."), "a message has no full stop")
    checkPosition(of: diagnostic, in: bytes)
  }
  guard let bundle else { return 0 }
  bundle.checkInvariants()
  checkMatches(of: bundle)
  let unit = DeclarationUnit(bundle, findings: diagnostics, paths: [path])
  precondition(unit.isSound, "a unit of a package is sound")
  sniff(bytes, with: RegistryCompiler.compile([bundle]).registry)
  return 0
}

/// The place of a finding is in the file.
private func checkPosition(of diagnostic: Diagnostic, in bytes: [UInt8]) {
  guard case .location(let location) = diagnostic.position else { return }
  let lines = 1 + bytes.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  // As it is printed: line and column.
  let numbers = "\(location)".split(separator: ":").compactMap { Int($0) }
  precondition(
    numbers.count == 2 && 1...lines ~= numbers[0] && numbers[1] > 0, "a finding has its place")
}

/// The rules about contents read no more than the limits allow.
private func checkMatches(of bundle: Bundle) {
  for declaration in bundle.declarations {
    for rule in declaration.content.magic {
      precondition(!rule.matches.isEmpty && 0...100 ~= rule.priority, "a rule has a match")
      for match in rule.matches {
        precondition(
          !match.value.isEmpty && match.extent <= DeclarationLimits.maximumMagicExtent,
          "a match reads few bytes")
        precondition(
          match.mask.isEmpty || match.mask.count == match.value.count,
          "a mask is as long as a value")
      }
    }
    for tag in declaration.weights.keys {
      precondition(declaration.tags.contains(tag), "a weight is one of a pattern")
    }
  }
}

/// Reads the bytes as the contents of files with a name that means nothing, and one that means several
/// types.
private func sniff(_ bytes: [UInt8], with registry: CompiledRegistry) {
  for name in [[UInt8](), Array("a.b".utf8)] {
    let resolution = registry.resolve(name: name.span, kind: .regular)
    let decided = registry.resolve(resolution, contents: FileSample(head: bytes))
    if case .type(let type) = decided.answer {
      precondition(Int(type.value) < registry.types.count, "a type is one of the registry")
    }
    precondition(
      decided == registry.resolve(resolution, contents: FileSample(head: bytes)),
      "answers are stable")
  }
  let directory = registry.resolve(name: [UInt8]().span, kind: .directory)
  var trace = ContentTrace()
  let decided = registry.resolve(directory, tracing: &trace) { condition in
    precondition(!condition.path.isEmpty && !condition.path.contains(0), "a path is one of a file")
    return true
  }
  precondition((decided != directory) == (trace.rule != nil), "a rule gives the type")
  _ = registry.explanation(of: decided, named: directory, trace)
}
