// SPDX-License-Identifier: MIT

import Glibc
import Testing
import VarlinkLaws

/// Replays the corpus of the fuzzer.
@Suite struct FuzzCorpusTests {
  @Test func everyKeptStreamObeysTheLaws() throws {
    let tests = "\(#filePath)".split(separator: "/").dropLast(3).joined(separator: "/")
    let folder = "/\(tests)/Fuzz/corpus/varlink"
    let names = names(in: folder)
    #expect(names.count >= 16)
    for name in names { ConversationLaws.check(try contents(of: "\(folder)/\(name)")) }
  }

  private func names(in folder: String) -> [String] {
    guard let directory = unsafe opendir(folder) else { return [] }
    defer { unsafe _ = closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { characters in
          unsafe String(cString: characters)
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  private func contents(of path: String) throws -> [UInt8] {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    try #require(number >= 0)
    defer { close(number) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe read(number, buffer.baseAddress, buffer.count)
    }
    try #require(count >= 0)
    return Array(bytes[..<count])
  }
}
