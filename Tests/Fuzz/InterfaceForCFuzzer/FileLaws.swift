// SPDX-License-Identifier: MIT

import CTypeRegistry
import TypeRegistryC

extension Calls {
  /// Checks that a file has one type and one first application, however they are asked for.
  mutating func checkContents(_ registry: OpaquePointer?) {
    let (name, contents) = (fileName(), block())
    let path = World.shared.directory + "/input/" + name
    guard World.write(contents, to: path) else { return }
    defer { World.remove(path) }
    var (ofFile, ofContents) = (0 as UInt64, 0 as UInt64)
    var (certainty, other) = (0 as CInt, 0 as CInt)
    let code = unsafe typeOfFile(registry, path, &ofFile, &certainty)
    precondition(
      unsafe typeOfContents(
        registry, contents, contents.count, 0, name, name.utf8.count, &ofContents, &other) == code)
    precondition(ofFile == ofContents && certainty == other, "a file has the type of its contents")
    unsafe checkPartOfContents(registry, name, contents)
    unsafe checkFiles(registry, path, type: ofFile, certainty, code)
    unsafe checkHandlers(registry, path, type: ofFile, code)
  }

  /// A name that a file can have, from the bytes up to the next NUL.
  private mutating func fileName() -> String {
    let name = String(decoding: text().dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let part = name.replacing("/", with: "-")
    guard part != ".", part != "..", !part.isEmpty, part.utf8.count < 200 else { return "none" }
    return part
  }

  /// Asks about contents that are the beginning of a longer file.
  private mutating func checkPartOfContents(
    _ registry: OpaquePointer?, _ name: String, _ contents: [UInt8]
  ) {
    var type: UInt64 = 0
    let longer = contents.count + Int(byte()) << 12
    let code = unsafe typeOfContents(
      registry, contents, length(contents.count), longer, name, length(name.utf8.count), &type, nil)
    precondition((code == TR_OK) == (type != 0), "a type or an error")
  }

  private func checkFiles(
    _ registry: OpaquePointer?, _ path: String, type: UInt64, _ certainty: CInt, _ code: CInt
  ) {
    let paths = "\(path)\0\(path)-none\0/"
    var types = [UInt64](repeating: 7, count: 3)
    var certainties = [CInt](repeating: 7, count: 3)
    var count = 0
    for capacity in [3, 1] {
      let found = unsafe typesOfFiles(
        registry, paths, paths.utf8.count, &types, &certainties, capacity, &count)
      precondition(found == code, "many files are asked for as one is")
      guard code == TR_OK else { continue }
      precondition(count == 3, "all paths are counted")
      precondition(types[0] == type && certainties[0] == certainty, "files have the same types")
      precondition(types[1] == 0 && certainties[1] == TR_ERROR_FILE, "a missing file has none")
    }
    var missing: UInt64 = 0
    let answer = unsafe typeOfFile(registry, path + "-none", &missing, nil)
    let expected = code == TR_OK ? CInt(TR_ERROR_FILE) : code
    precondition(answer == expected, "a missing file is an error")
  }

  private func checkHandlers(
    _ registry: OpaquePointer?, _ path: String, type: UInt64, _ code: CInt
  ) {
    var file = unsafe tr_file()
    precondition(unsafe lookAtFile(registry, path, nil, &file) == code, "one code for a file")
    var (ofPath, ofURL) = ([String](), [String]())
    precondition(unsafe handlersOfFile(registry, path, nil, &ofPath) == code, "one code")
    precondition(unsafe handlersOfURL(registry, url(path), nil, &ofURL) == code, "one code")
    guard code == TR_OK else { return }
    precondition(unsafe file.type == type && file.kind == TR_REGULAR, "a regular file")
    precondition(ofPath == ofURL, "a URL of a file is about the file")
    let first = unsafe file.handler.bundle.map { unsafe String(cString: $0) }
    precondition(first == ofPath.first, "a list shows the first application")
  }

  private func url(_ path: String) -> String {
    path.utf8.reduce(into: "file://") { url, byte in
      let isPlain = byte == UInt8(ascii: "/") || byte == UInt8(ascii: "-")
      let digits = String(byte, radix: 16)
      url += isPlain ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }
  }

  /// Checks that the files of the world look the same one by one and together.
  mutating func checkLook(_ registry: OpaquePointer?) {
    let names = ["report", "notes.txt", "folder", "Tool.app", "link", "broken", "pipe", "none"]
    let files = names.map { World.shared.directory + "/files/" + $0 } + ["/", "/dev/null"]
    let paths = files.joined(separator: "\0")
    var seen = unsafe [tr_file](repeating: tr_file(), count: files.count)
    var count = 0
    let code = unsafe lookAtFiles(
      registry, paths, paths.utf8.count, nil, &seen, Int(byte() % 11), &count)
    guard code == TR_OK else { return }
    precondition(count == files.count, "all paths are counted")
    _ = unsafe lookAtFiles(registry, paths, paths.utf8.count, nil, &seen, files.count, &count)
    for (index, path) in files.enumerated() {
      var file = unsafe tr_file()
      let isThere = unsafe lookAtFile(registry, path, nil, &file) == TR_OK
      guard isThere else {
        precondition(unsafe seen[index].kind == TR_ERROR_FILE, "a missing file is an error")
        continue
      }
      precondition(unsafe seen[index].type == file.type, "a file has one type")
      precondition(unsafe seen[index].kind == file.kind, "a file has one kind")
      precondition(unsafe seen[index].identifier == file.identifier, "a text is stored once")
      precondition(unsafe seen[index].icon == file.icon, "a text is stored once")
      precondition(unsafe seen[index].flags == file.flags, "a file has the same flags")
    }
  }
}

/// The bundles of the applications of a file.
private func handlersOfFile(
  _ registry: OpaquePointer?, _ path: String, _ locale: UnsafePointer<CChar>?,
  _ bundles: inout [String]
) -> CInt {
  unsafe handlers(&bundles) {
    unsafe TypeRegistryC.handlersOfFile(registry, path, locale, $0, $1, $2)
  }
}

/// The bundles of the applications of a URL.
private func handlersOfURL(
  _ registry: OpaquePointer?, _ url: String, _ locale: UnsafePointer<CChar>?,
  _ bundles: inout [String]
) -> CInt {
  unsafe handlers(&bundles) {
    unsafe TypeRegistryC.handlersOfURL(registry, url, locale, $0, $1, $2)
  }
}

private func handlers(
  _ bundles: inout [String],
  _ find: (UnsafeMutablePointer<tr_handler>?, Int, UnsafeMutablePointer<Int>) -> CInt
) -> CInt {
  var count = 0
  let code = unsafe find(nil, 0, &count)
  guard code == TR_OK else { return code }
  var found = unsafe [tr_handler](repeating: tr_handler(), count: count)
  let again = unsafe find(&found, count, &count)
  precondition(unsafe again == TR_OK && found.count == count, "as many as were counted")
  for index in unsafe found.indices {
    let handler = unsafe found[index]
    let arguments = unsafe handler.arguments
    precondition(unsafe arguments?[handler.argument_count] == nil, "a vector ends in NULL")
    unsafe bundles.append(String(cString: handler.bundle))
  }
  return code
}
