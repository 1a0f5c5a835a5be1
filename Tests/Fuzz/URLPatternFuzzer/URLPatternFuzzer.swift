// SPDX-License-Identifier: MIT

import TypeRegistry

/// One round of the fuzzer: checks the laws for the first line, read as a pattern of URLs, and the
/// rest, read as a URL.
///
/// A broken law traps, and libFuzzer keeps the bytes. Build with `UT_FUZZ=1` and
/// `--sanitize=fuzzer`, and set `SWIFT_BACKTRACE=enable=no` when running.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
  let pattern = pattern(String(decoding: bytes[..<end], as: UTF8.self))
  let url = url(Array(bytes[end...].dropFirst()))
  guard let pattern else { return 0 }
  // A pattern is a URL that it matches.
  if let own = try? TargetURL(
    pattern.scheme == nil ? "http" + pattern.text.dropFirst() : pattern.text)
  {
    precondition(pattern.matches(own), "a pattern matches its own text")
  }
  if let url, pattern.matches(url) {
    precondition(url.hasHost, "a URL that matches has a host")
    guard let every = try? URLPattern("\(url.scheme.value)://*/*") else {
      // Files are not opened by patterns.
      precondition(url.scheme.value == "file", "every scheme has a pattern")
      return 0
    }
    precondition(every.matches(url), "a pattern of all hosts matches what a narrower one does")
    precondition(
      pattern == every || pattern.scheme == nil || pattern < every, "it is less specific")
  }
  return 0
}

/// Checks that the spelling of a pattern is stable, and that an error is in the text.
private func pattern(_ text: String) -> URLPattern? {
  do {
    let pattern = try URLPattern(text)
    precondition(pattern.text.utf8.count <= URLPattern.maximumLength, "patterns are limited")
    guard let again = try? URLPattern(pattern.text), let tag = try? Tag(.urlPattern, text) else {
      preconditionFailure("a spelling is a pattern")
    }
    precondition(again == pattern && again.text == pattern.text, "a spelling is stable")
    precondition(tag.value == pattern.text, "a tag has the same spelling")
    precondition(!(again < pattern) && !(pattern < again), "equal patterns are equally specific")
    return pattern
  } catch {
    precondition(!error.description.isEmpty, "an error has a description")
    precondition(error.hint != "", "an error has a hint or none")
    if case .tooLong = error.reason { return nil }
    precondition(0...text.utf8.count ~= error.offset, "an error is in the text")
    return nil
  }
}

/// Checks that the spelling of a URL is stable.
private func url(_ bytes: [UInt8]) -> TargetURL? {
  guard let url = try? TargetURL(bytes: bytes) else { return nil }
  precondition(url.text.utf8.count <= TargetURL.maximumLength, "a spelling is limited")
  guard let again = try? TargetURL(url.text) else { preconditionFailure("a spelling is a URL") }
  precondition(again == url, "a spelling is stable")
  return url
}
