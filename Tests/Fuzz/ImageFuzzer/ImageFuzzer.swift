// SPDX-License-Identifier: MIT

import TestSupport

/// One round of the fuzzer: an image made of the bytes answers every question, or is refused.
///
/// Bytes that begin like an image are one. Others are changes to a valid image: two bytes for the
/// place, one for what is put there.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  ImageMutation.run(bytes)
  return 0
}
