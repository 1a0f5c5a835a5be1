// SPDX-License-Identifier: MIT

import TestSupport

/// One round of the fuzzer: an image made of the bytes is refused, or all queries on it succeed.
///
/// Bytes that begin like an image are used as one. Others are changes to a valid image: two bytes
/// for the offset, one for the new value.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  ImageMutation.run(bytes)
  return 0
}
