// SPDX-License-Identifier: MIT
//
// Prints the places of Swift files where a change should make a test fail: one JSON object a line.
//
//   sites ROOT PATH…    files by their paths below ROOT

import Glibc
import SwiftOperators
import SwiftParser

let root = CommandLine.arguments.dropFirst().first ?? "."
for path in CommandLine.arguments.dropFirst(2) {
  guard let bytes = contents(of: root + "/" + path) else {
    perror(root + "/" + path)
    exit(1)
  }
  let parsed = bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
  // Where an operator is not known, the expression is left as it is.
  let tree = OperatorTable.standardOperators.foldAll(parsed) { _ in }
  let finder = SiteFinder(bytes: bytes)
  finder.walk(tree)
  for site in finder.sites { print(site.line(path: path)) }
}

/// The bytes of a file; `nil` if it cannot be read.
func contents(of path: String) -> [UInt8]? {
  guard let file = fopen(path, "rb") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0 { return ferror(file) == 0 ? bytes : nil }
    bytes += buffer[..<count]
  }
}
