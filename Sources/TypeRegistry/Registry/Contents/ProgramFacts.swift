// SPDX-License-Identifier: MIT

// Programs and libraries: ELF (System V ABI) and the formats of DOS and Windows (Microsoft, "PE Format").

extension ContentFacts {
  // MARK: - ELF

  /// Adds what an ELF file is.
  mutating func addELF(_ sample: FileSample) {
    guard let layout = ELFLayout(sample), let kind = sample.number16(16, isLittle: layout.isLittle)
    else { return }
    switch kind {
    case 1:
      add(.elfKind, "relocatable")
      if layout.isKernelModule(sample) { add(.elfKind, "kernel-module") }
    case 2: add(.elfKind, "executable")
    case 3:
      add(
        .elfKind, layout.isProgram(sample) ? "position-independent-executable" : "library")
    case 4: add(.elfKind, "core")
    default: break
    }
  }

  // MARK: - DOS and Windows

  /// Adds what a file is that begins as a program of DOS does.
  mutating func addPE(_ sample: FileSample) {
    guard sample.has("MZ", at: 0) || sample.has("ZM", at: 0) else { return }
    guard let header = sample.little32(60), header >= 4, sample[header + 1] != nil else {
      add(.peKind, "dos")
      return
    }
    if sample.has("NE", at: header) {
      add(.peKind, "ne")
    } else if sample.has("LE", at: header) {
      add(.peKind, "le")
    } else if sample.has("LX", at: header) {
      add(.peKind, "lx")
    } else if sample.has("PE\u{0}\u{0}", at: header) {
      addPortable(sample, header)
    } else {
      add(.peKind, "dos")
    }
  }

  private mutating func addPortable(_ sample: FileSample, _ header: Int) {
    guard let flags = sample.little16(header + 22) else { return }
    let optional = header + 24
    let magic = sample.little16(optional)
    let hasSubsystem = magic == 0x10B || magic == 0x20B
    switch hasSubsystem ? sample.little16(optional + 68) : nil {
    case 1: add(.peKind, "driver")
    case 10, 11, 12, 13: add(.peKind, "efi")
    default: add(.peKind, flags & 0x2000 != 0 ? "library" : "program")
    }
    guard hasSubsystem else { return }
    let directories = optional + (magic == 0x10B ? 96 : 112)
    if let count = sample.little32(directories - 4), count > 14,
      let address = sample.little32(directories + 14 * 8), address != 0
    {
      add(.peKind, "dotnet")
    }
  }
}

/// Where the parts of an ELF file are that tell programs from libraries.
struct ELFLayout {
  let isLittle: Bool
  private let is64: Bool

  init?(_ sample: FileSample) {
    guard sample.starts(with: 0x7F, 0x45, 0x4C, 0x46), let width = sample[4], 1...2 ~= width,
      let order = sample[5], 1...2 ~= order
    else { return nil }
    is64 = width == 2
    isLittle = order == 1
  }

  /// A number as wide as an address.
  private func word(_ sample: FileSample, _ offset: Int) -> Int? {
    sample.number(offset, isWide: is64, isLittle: isLittle)
  }

  private func half(_ sample: FileSample, _ offset: Int) -> Int? {
    sample.number16(offset, isLittle: isLittle)
  }

  /// Where segments of a kind begin in the file.
  private func segment(_ kind: Int, _ sample: FileSample) -> (start: Int, size: Int)? {
    guard let table = word(sample, is64 ? 32 : 28), let size = half(sample, is64 ? 54 : 42),
      let count = half(sample, is64 ? 56 : 44), size >= 32
    else { return nil }
    for index in 0..<min(count, 64) {
      let entry = table + index * size
      guard let type = sample.number32(entry, isLittle: isLittle) else { return nil }
      guard type == kind else { continue }
      guard let start = word(sample, entry + (is64 ? 8 : 4)),
        let size = word(sample, entry + (is64 ? 32 : 16))
      else { return nil }
      return (start, size)
    }
    return nil
  }

  /// Where something else than the head must be read; `nil` if nothing must.
  func neededPart(_ sample: FileSample) -> Int? {
    switch half(sample, 16) {
    // The names of sections are before the table of sections.
    case 1: sectionTable(sample).map { max($0 - (32 << 10), sample.head.count) }
    case 3: segment(2, sample)?.start
    default: nil
    }
  }

  /// Whether a shared object is a program: a flag marks it as one, or else it names the program
  /// that loads it and has no name as a library.
  func isProgram(_ sample: FileSample) -> Bool {
    let hasInterpreter = segment(3, sample) != nil
    guard let dynamic = segment(2, sample), sample[dynamic.start] != nil else {
      return hasInterpreter
    }
    let width = is64 ? 8 : 4
    for index in 0..<min(dynamic.size / (2 * width), 256) {
      let entry = dynamic.start + index * 2 * width
      guard let tag = word(sample, entry), let value = word(sample, entry + width), tag != 0 else {
        break
      }
      if tag == 0x6FFF_FFFB { return value & 0x0800_0000 != 0 }
      if tag == 14 { return false }
    }
    return hasInterpreter
  }

  // MARK: - Sections

  private func sectionTable(_ sample: FileSample) -> Int? { word(sample, is64 ? 40 : 32) }

  /// Where the names of sections are.
  private func sectionNames(_ sample: FileSample) -> (start: Int, size: Int)? {
    guard let table = sectionTable(sample), let size = half(sample, is64 ? 58 : 46),
      let index = half(sample, is64 ? 62 : 50),
      let start = word(sample, table + index * size + (is64 ? 24 : 16)),
      let count = word(sample, table + index * size + (is64 ? 32 : 20))
    else { return nil }
    return (start, count)
  }

  /// Whether there is a section that only modules of the kernel have.
  func isKernelModule(_ sample: FileSample) -> Bool {
    guard let names = sectionNames(sample) else { return false }
    for offset in names.start..<names.start + min(max(names.size, 0), 4_096)
    where sample[offset] == UInt8(ascii: ".") && sample.has(".modinfo\u{0}", at: offset) {
      return true
    }
    return false
  }
}
