// SPDX-License-Identifier: MIT

internal import Glibc

/// The files of a folder under Tests, read without Foundation.
public enum TestFiles {
  /// The directory of the checkout.
  public static let checkout = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

  /// The names of the files in `folder`, which is relative to Tests, in byte order.
  public static func names(in folder: String) -> [String] {
    names(at: path(folder)).filter { !$0.hasPrefix(".") }
  }

  /// The names of the entries of any directory, in byte order; none if it cannot be read.
  public static func names(at path: String) -> [String] {
    guard let directory = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The bytes of a file; none if it cannot be read.
  public static func bytes(of name: String, in folder: String) -> [UInt8] {
    bytes(at: path(folder + "/" + name)) ?? []
  }

  /// The bytes of any file; nil if it cannot be read.
  ///
  /// Foundation's `Data(contentsOf:)` loses a buffer for each empty file, which LeakSanitizer sees.
  public static func bytes(at path: String) -> [UInt8]? {
    guard let file = unsafe fopen(path, "rb") else { return nil }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe fread(&buffer, 1, buffer.count, file)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  private static func path(_ relative: String) -> String { checkout + "/Tests/" + relative }
}
