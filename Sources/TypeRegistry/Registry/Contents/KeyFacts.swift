// SPDX-License-Identifier: MIT

// Keys and certificates: ASN.1 in DER (X.690), as X.509, PKCS #7, #8, #10 and #12 and RFC 3161 define them.

extension ContentFacts {
  /// An element of DER: its tag, and where its contents are.
  private struct Element {
    var tag: UInt8
    var start: Int
    var end: Int
  }

  /// Adds what a DER text is.
  mutating func addDER(_ sample: FileSample) {
    // The outermost sequence is all of the file; some programs write a line feed after it.
    guard sample[0] == 0x30, let all = Self.element(sample, 0),
      sample.length - all.end <= 2, all.end <= sample.length,
      let first = Self.element(sample, all.start)
    else { return }
    let second = Self.element(sample, first.end)
    switch first.tag {
    case 0x06: addContentInfo(sample, first)
    case 0x30: addSigned(sample, first, second)
    case 0x02: addVersioned(sample, first, second)
    default: break
    }
  }

  /// A structure that names its kind.
  private mutating func addContentInfo(_ sample: FileSample, _ name: Element) {
    let pkcs7: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07]
    guard name.end - name.start == 9,
      pkcs7.indices.allSatisfy({ sample[name.start + $0] == pkcs7[$0] })
    else { return }
    switch sample[name.start + 8] {
    case 2: add(.derKind, "signed-data")
    case 3: add(.derKind, "enveloped-data")
    default: break
    }
  }

  /// A sequence at the beginning: what is signed, an algorithm, or a status.
  private mutating func addSigned(_ sample: FileSample, _ inner: Element, _ second: Element?) {
    guard let first = Self.element(sample, inner.start) else { return }
    if first.tag == 0x06 {
      // An algorithm: of a public key, or of the encryption of a private one.
      if second?.tag == 0x03 { add(.derKind, "public-key") }
      if second?.tag == 0x04 { add(.derKind, "encrypted-private-key") }
      return
    }
    guard let second, second.tag == 0x30, let algorithm = Self.element(sample, second.start),
      algorithm.tag == 0x06
    else {
      if first.tag == 0x02, first.end - first.start == 1, second?.tag ?? 0x30 == 0x30 {
        add(.derKind, "timestamp")
      }
      return
    }
    let next = Self.element(sample, first.end)
    if first.tag == 0xA0 {
      add(.derKind, "certificate")
    } else if first.tag == 0x02, let next, next.tag == 0x30 {
      guard let inside = Self.element(sample, next.start) else { return }
      if inside.tag == 0x31 {
        add(.derKind, "certificate-request")
      } else if let third = Self.element(sample, next.end), third.tag == 0x30,
        let after = Self.element(sample, third.end)
      {
        add(.derKind, after.tag == 0x30 ? "certificate" : "revocation-list")
      }
    } else if first.tag == 0x30, let next, next.tag == 0x30,
      let after = Self.element(sample, next.end), after.tag == 0x17 || after.tag == 0x18
    {
      add(.derKind, "revocation-list")
    }
  }

  /// A structure that begins with its version.
  private mutating func addVersioned(
    _ sample: FileSample, _ version: Element, _ second: Element?
  ) {
    guard let second else { return }
    let isShort = version.end - version.start == 1
    switch second.tag {
    case 0x30 where isShort && sample[version.start] == 3: add(.derKind, "pkcs12")
    case 0x30 where isShort && (sample[version.start] ?? 9) < 2:
      if let first = Self.element(sample, second.start), first.tag == 0x06 {
        let third = Self.element(sample, second.end)
        if third?.tag == 0x04 { add(.derKind, "private-key") }
      } else {
        add(.derKind, "timestamp-query")
      }
    case 0x02 where isShort && sample[version.start] == 0: add(.derKind, "rsa-private-key")
    case 0x04 where isShort && sample[version.start] == 1: add(.derKind, "ec-private-key")
    case 0x02:
      // The modulus and exponent of RSA.
      if version.end - version.start > 60, second.end == sample.length {
        add(.derKind, "rsa-public-key")
      }
    default: break
    }
  }

  private static func element(_ sample: FileSample, _ start: Int) -> Element? {
    guard let tag = sample[start], let length = sample[start + 1] else { return nil }
    var data = start + 2
    var count = Int(length)
    if length >= 0x80 {
      let width = Int(length & 0x7F)
      guard 1...4 ~= width else { return nil }
      count = 0
      for index in 0..<width {
        guard let byte = sample[data + index] else { return nil }
        count = count << 8 | Int(byte)
      }
      data += width
    }
    return Element(tag: tag, start: data, end: data + count)
  }
}
