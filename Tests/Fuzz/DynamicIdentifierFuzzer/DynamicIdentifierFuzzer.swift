// SPDX-License-Identifier: MIT

import TypeRegistry

/// One round of the fuzzer: checks the laws for all bytes, read as an identifier, as the
/// specification that an identifier encodes, and as a MIME type.
///
/// A broken law traps, and libFuzzer keeps the bytes. Build with `UT_FUZZ=1` and
/// `--sanitize=fuzzer`, and set `SWIFT_BACKTRACE=enable=no` when running.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  let text = String(decoding: bytes, as: UTF8.self)
  if let identifier = try? TypeIdentifier(text) { check(identifier) }
  if let identifier = try? TypeIdentifier("dyn.a" + text) { check(identifier) }
  var spelt = Array("dyn.a".utf8)
  DynamicIdentifier.appendBase32(bytes.span, to: &spelt)
  if let identifier = try? TypeIdentifier(String(decoding: spelt, as: UTF8.self)) {
    check(identifier)
  }
  if let tag = try? Tag(.filenameExtension, text) { check(tag) }
  checkSpecification(text)
  checkNames(text)
  return 0
}

/// Checks that an accepted identifier can be encoded again, with the same meaning and a stable
/// spelling.
private func check(_ identifier: TypeIdentifier) {
  do throws(DynamicIdentifier.SyntaxError) {
    let decoded = try DynamicIdentifier(decoding: identifier)
    _ = (decoded.supertype, decoded.tags.count)
    // An unusual spelling may be shorter than the usual one, by escapes and a mark.
    guard let usual = DynamicIdentifier(decoded.items) else {
      precondition(identifier.text.utf8.count > 100, "a decoded specification can be encoded")
      return
    }
    guard let again = try? DynamicIdentifier(decoding: usual.identifier) else {
      preconditionFailure("an encoded specification can be decoded")
    }
    precondition(again.items == decoded.items, "decoding gives the encoded specification")
    precondition(DynamicIdentifier(again.items) == usual, "the usual spelling is stable")
    precondition(
      DynamicIdentifier(specification: decoded.specification) == usual,
      "a specification for people means the same identifier")
  } catch {
    precondition(0...identifier.text.utf8.count ~= error.offset, "an error is in the text")
    precondition(!error.description.isEmpty, "an error has a description")
  }
}

/// Checks that a specification as people write it is shown as one that means the same.
private func checkSpecification(_ text: String) {
  guard let made = DynamicIdentifier(specification: text) else { return }
  precondition(!made.items.isEmpty, "a specification has items")
  precondition(
    DynamicIdentifier(specification: made.specification) == made, "a specification is stable")
  check(made.identifier)
}

/// Checks that both encoders give the same identifier for an extension, and that decoding returns it.
private func check(_ tag: Tag) {
  let bytes = Array(tag.value.utf8)
  let general = (try? TypeIdentifier("public.data")).flatMap {
    DynamicIdentifier(tag, conformingTo: $0)
  }
  precondition(
    DynamicIdentifier.canSpell(filenameExtension: bytes.span) == (general != nil), "limits agree")
  guard let general else { return }
  var streamed: [UInt8] = []
  DynamicIdentifier.append(filenameExtension: bytes.span, to: &streamed)
  precondition(streamed == Array(general.identifier.text.utf8), "both encoders agree")
  guard let decoded = try? DynamicIdentifier(decoding: general.identifier) else {
    preconditionFailure("a tag's identifier can be decoded")
  }
  precondition(decoded.tags == [tag], "decoding gives the encoded tag")
}
