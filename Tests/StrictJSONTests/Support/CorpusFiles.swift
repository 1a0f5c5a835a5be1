// SPDX-License-Identifier: MIT

import Glibc

/// Reads the files of a folder in Tests without Foundation.
enum CorpusFiles {
  /// The names of the files in `folder`, which is relative to Tests, in byte order.
  static func names(in folder: String) -> [String] {
    guard let directory = unsafe opendir(path(folder)) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// The bytes of a file; none if it cannot be read.
  static func bytes(of name: String, in folder: String) -> [UInt8] {
    guard let file = unsafe fopen(path(folder + "/" + name), "rb") else { return [] }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe fread(&buffer, 1, buffer.count, file)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  private static func path(_ relative: String) -> String {
    let here = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return here.dropLast(3).joined(separator: "/") + "/" + relative
  }
}
