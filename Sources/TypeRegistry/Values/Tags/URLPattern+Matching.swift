// SPDX-License-Identifier: MIT

extension URLPattern {
  /// Whether a URL matches.
  ///
  /// - Complexity: O(*n* + *m*) for *n* bytes of the URL and *m* of the pattern; no allocation.
  public func matches(_ url: TargetURL) -> Bool {
    guard !url.host.isEmpty else { return false }
    if let scheme {
      if scheme != url.scheme.value { return false }
    } else if url.scheme.value != "http", url.scheme.value != "https" {
      return false
    }
    if let port, port != url.port { return false }
    let bytes = url.text.utf8.span
    let name = bytes.extracting(url.host)
    switch host {
    case .any: break
    case .domain(let domain):
      let domain = domain.utf8.span
      guard name.ends(with: domain),
        name.count == domain.count || name[name.count - domain.count - 1] == UInt8(ascii: ".")
      else { return false }
    case .exactly(let own):
      guard name.count == own.utf8.count, name.ends(with: own.utf8.span) else { return false }
    }
    return matches(path: bytes.extracting(url.path))
  }

  private func matches(path text: Span<UInt8>) -> Bool {
    let pattern = path.utf8.span
    let star = UInt8(ascii: "*")
    var index = 0
    while index < pattern.count, pattern[index] != star {
      guard index < text.count, pattern[index] == text[index] else { return false }
      index += 1
    }
    if index == pattern.count { return index == text.count }
    var last = pattern.count - 1
    while pattern[last] != star { last -= 1 }
    let end = text.count - (pattern.count - last - 1)
    guard index <= end, text.ends(with: pattern.extracting((last + 1)...)) else { return false }
    // Of each piece between two stars the first occurrence: a later one leaves less for the others.
    var position = index
    var piece = index + 1
    while piece <= last {
      var next = piece
      while pattern[next] != star {
        guard position < end else { return false }
        while next > piece, pattern[next] != text[position] {
          next = piece + Int(remaining[next - 1])
        }
        if pattern[next] == text[position] { next += 1 }
        position += 1
      }
      piece = next + 1
    }
    return true
  }
}

extension Span<UInt8> {
  /// Whether the last bytes are those of `other`.
  fileprivate func ends(with other: Span<UInt8>) -> Bool {
    let start = count - other.count
    guard start >= 0 else { return false }
    for index in other.indices where self[start + index] != other[index] { return false }
    return true
  }
}
