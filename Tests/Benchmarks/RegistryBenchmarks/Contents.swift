// SPDX-License-Identifier: MIT

internal import Glibc
internal import TestSupport
internal import TypeRegistry

/// Types by contents: real files whose names say nothing, beside `file`, and files that were made to take
/// long.
struct Contents {
  let quick: Bool
  let utcli: String

  func run(_ registry: CompiledRegistry) {
    files()
    hostile(registry)
  }

  /// A list of files of this machine, under names without extensions.
  private func files() {
    let count = quick ? 1_000 : 10_000
    let directory = scratch.path + "/contents"
    unsafe mkdir(directory, 0o700)
    defer { TemporaryDirectory.remove(directory) }
    let list = scratch.path + "/list"
    guard let copied = copyFiles(to: directory, count, listing: list) else {
      return write("contents: no files below /usr can be copied")
    }
    defer { unsafe unlink(list) }
    let words = [utcli, "type-of", "--stdin"]
    let peer = ["/usr/bin/file", "--files-from", list]
    var (own, other) = (Double.infinity, Double.infinity)
    let hasPeer = unsafe access(peer[0], X_OK) == 0
    for round in 0..<(quick ? 3 : 10) {
      own = min(own, spawn(words, input: list) ?? .infinity)
      if hasPeer, round < 3 { other = min(other, spawn(peer) ?? .infinity) }
    }
    let rate = Double(copied) / own * 1e6
    Line(
      name: "utcli type-of --stdin, \(copied) files by contents", value: rate, unit: "k files/s",
      reference: hasPeer ? ("file --files-from", Double(copied) / other * 1e6) : nil,
      goal: "at least 15 x, 100 k files/s"
    ).print()
  }

  /// Copies the beginnings of files, which are all that is read, and lists them.
  private func copyFiles(to directory: String, _ count: Int, listing list: String) -> Int? {
    var (copied, text) = (0, "")
    guard let walk = unsafe popen("find /usr -xdev -type f -size +0 2>/dev/null | sort", "r") else {
      return nil
    }
    defer { unsafe pclose(walk) }
    var names: [String] = []
    var line = [CChar](repeating: 0, count: 8_192)
    while unsafe fgets(&line, CInt(line.count), walk) != nil {
      let bytes = line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
      names.append(String(decoding: bytes, as: UTF8.self))
    }
    var random = SeededRandom(seed: 27)
    names.shuffle(using: &random)
    for name in names where copied < count {
      let path = "\(directory)/\(copied)"
      guard copy(name, to: path) else { continue }
      text += path + "\n"
      copied += 1
    }
    guard copied > 0, let file = unsafe fopen(list, "w") else { return nil }
    _ = unsafe fputs(text, file)
    unsafe fclose(file)
    return copied
  }

  private func copy(_ name: String, to path: String) -> Bool {
    // Without a copy, where both are on one file system.
    if unsafe link(name, path) == 0 { return true }
    let source = unsafe open(name, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { return false }
    defer { close(source) }
    let target = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard target >= 0 else { return false }
    defer { close(target) }
    var bytes = [UInt8](repeating: 0, count: 256 << 10)
    let length = unsafe read(source, &bytes, bytes.count)
    guard length > 0 else { return false }
    let written = unsafe Glibc.write(target, bytes, length)
    return written == length
  }

  /// The longest time that the contents of one file take, of those that were made to take long.
  private func hostile(_ registry: CompiledRegistry) {
    var worst: [(name: String, time: Double)] = []
    var matching = ContentMatching(registry)
    let name: [UInt8] = []
    let named = registry.resolve(name: name.span, kind: .regular)
    for length in [64 << 10, 1 << 20] {
      for file in HostileContents.files(length: length) {
        let sample = FileSample(file.bytes, length: nil, headLength: registry.contentLength)
        let time = leastTime(rounds: quick ? 5 : 50, count: 1) {
          var trace = ContentTrace()
          let found = matching.resolve(named, sample, in: registry, tracing: &trace)
          return found.match == .none ? 0 : 1
        }
        worst.append(("\(length >> 10) KiB: \(file.name)", time / 1e3))
      }
    }
    worst.sort { $0.time > $1.time }
    for file in worst.prefix(quick ? 3 : 8) {
      Line(
        name: "contents, \(file.name)", value: file.time, unit: "us", reference: nil,
        goal: "at most 200 us"
      ).print()
    }
  }
}
