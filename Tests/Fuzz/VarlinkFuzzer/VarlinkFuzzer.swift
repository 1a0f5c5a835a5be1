// SPDX-License-Identifier: MIT

import VarlinkLaws

/// One round of the fuzzer: checks the laws of a conversation for all bytes.
///
/// A broken law traps, and libFuzzer keeps the bytes. Build with `UT_FUZZ=1` and
/// `--sanitize=fuzzer`, and set `SWIFT_BACKTRACE=enable=no` when running.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  ConversationLaws.check(unsafe Array(UnsafeBufferPointer(start: data, count: size)))
  return 0
}
