// SPDX-License-Identifier: MIT

import StrictJSON

@testable import TypeRegistry  // The readers of answers, which no other module calls.
@testable import Varlink  // The parameters of a call that no connection has read.

/// One round of the fuzzer: any JSON as an answer of a daemon is refused, or read as a value that is written and
/// read again without a difference; any JSON as a request likewise.
///
/// The bytes after the first are JSON, and the first chooses what it is read as.
///
/// A broken law traps, and libFuzzer keeps the bytes. Build with `UT_FUZZ=1` and
/// `--sanitize=fuzzer`, and set `SWIFT_BACKTRACE=enable=no` when running.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  guard let choice = bytes.first else { return 0 }
  let text = Array(bytes.dropFirst())
  readers[Int(choice) % readers.count](text)
  return 0
}

private let readers: [@Sendable ([UInt8]) -> Void] = [
  { check($0, ApplicationInformation.init(_:)) },
  { check($0, Binding.init(_:)) },
  { check($0, BindingChange.init(_:)) },
  { check($0, BundleInformation.init(_:)) },
  { check($0, DeclarationInformation.init(_:)) },
  { check($0, Diagnostic.init(_:)) },
  { check($0, Handler.init(_:)) },
  { check($0, HiddenHandler.init(_:)) },
  { check($0, NegotiatedPair.init(_:)) },
  { check($0, RegisteredBundle.init(_:)) },
  { check($0, SearchResult.init(_:)) },
  { check($0, SourceReference.init(_:)) },
  { check($0, StoreStatus.init(_:)) },
  { check($0, Tag.init(_:)) },
  { text in
    guard let object = object(text) else { return }
    _ = try? HandlerAnswer(object)
    _ = try? RegistryStatus(object)
    _ = try? RegistryDifference(object)
    _ = try? TypeSummary(object)
  },
  checkBindRequest(_:),
]

/// Without types, so that MIME types stay what they are.
private let registry = RegistryCompiler.compile([]).registry

private func object(_ text: [UInt8]) -> AnswerObject? {
  guard let document = try? JSONDocument(parsing: text) else { return nil }
  return try? AnswerObject(document.root, "answer")
}

private func check<Value: WireValue>(
  _ text: [UInt8], _ read: (AnswerObject) throws(InvalidAnswer) -> Value
) {
  guard let object = object(text), let value = try? read(object) else { return }
  let written = bytes(of: value)
  guard let again = AnswerFuzzer.object(written), let reread = try? read(again) else {
    preconditionFailure("what is written is read")
  }
  precondition(bytes(of: reread) == written, "what is read is written as before")
}

private func bytes(of value: some WireValue) -> [UInt8] {
  var writer = JSONWriter()
  value.write(to: &writer)
  return Array(writer.bytes)
}

/// A request of `Bind` is read from a list, as the daemon does it: from a call that is known to be JSON.
private func checkBindRequest(_ text: [UInt8]) {
  guard (try? JSONDocument(parsing: text))?.root.kind == .object else { return }
  func read(_ text: [UInt8]) -> [BindingRequest] {
    let parameters = Parameters(storage: text, range: 0..<text.count)
    var requests: [BindingRequest] = []
    do throws(MethodError) {
      var members = parameters.members(["requests"])
      while let member = try members.next() {
        var elements = try member.value.elements()
        while let element = elements.next() {
          requests.append(try BindingRequest(element, isUnbind: false, in: registry))
        }
      }
    } catch {
      return []
    }
    return requests
  }
  let requests = read(text)
  guard !requests.isEmpty else { return }
  var writer = JSONWriter()
  writer.beginObject()
  writer.array("requests", requests)
  writer.endObject()
  precondition(read(Array(writer.bytes)) == requests, "a request is read as it was written")
}
