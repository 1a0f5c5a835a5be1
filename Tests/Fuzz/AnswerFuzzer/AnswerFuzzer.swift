// SPDX-License-Identifier: MIT

@testable import TypeRegistry  // The readers of answers, which no other module calls.

/// One round of the fuzzer: any JSON as an answer of a daemon is refused, or read as a value that is written and
/// read again without a difference; any JSON as the parameters of a call likewise.
///
/// The bytes after the first are JSON, or names of files, and the first chooses what they are read as: the position
/// in the list of readers, counted from `@`.
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
  { AnswerLaws.check($0, ApplicationInformation.init(_:)) },  // @
  { AnswerLaws.check($0, Binding.init(_:)) },
  PartLaws.checkChange(_:),
  { AnswerLaws.check($0, BundleInformation.init(_:)) },
  { AnswerLaws.check($0, DeclarationInformation.init(_:)) },
  { AnswerLaws.check($0, Diagnostic.init(_:)) },
  { AnswerLaws.check($0, Handler.init(_:)) },
  { AnswerLaws.check($0, HiddenHandler.init(_:)) },
  { AnswerLaws.check($0, NegotiatedPair.init(_:)) },  // H
  { AnswerLaws.check($0, RegisteredBundle.init(_:)) },
  AnswerLaws.checkSearchResult(_:),
  { AnswerLaws.check($0, SourceReference.init(_:)) },
  { AnswerLaws.check($0, StoreStatus.init(_:)) },
  { AnswerLaws.check($0, Tag.init(_:)) },
  { AnswerLaws.check($0, HandlerAnswer.init(_:)) },
  RequestLaws.checkBindings(_:),
  { AnswerLaws.check($0, RegistryStatus.init(_:)) { $0.writeMembers(to: &$1) } },  // P
  PartLaws.checkDifference(_:),
  { AnswerLaws.check($0, TypeSummary.init(_:)) { $0.writeMembers(to: &$1) } },
  AnswerLaws.checkTypeInformation(_:),
  AnswerLaws.checkExplanation(_:),
  AnswerLaws.checkFileType(_:),
  { AnswerLaws.check($0, Registration.init(_:)) { $0.writeMembers(to: &$1) } },
  AnswerLaws.checkProblems(_:),
  { AnswerLaws.check($0, Binding.Slot.init(_:)) },  // X
  { AnswerLaws.check($0, DeclaredSiteBinding.init(_:)) },
  { AnswerLaws.check($0, ConformanceInformation.init(_:)) },
  { AnswerLaws.check($0, OpensAsInformation.init(_:)) },
  RequestLaws.checkQueries(_:),
  RequestLaws.checkSource(_:),
  RequestLaws.checkSelection(_:),
  FileNameLaws.check(_:),  // _
]
