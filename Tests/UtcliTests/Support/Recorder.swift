// SPDX-License-Identifier: MIT

import Foundation
import TestSupport

/// The application of the tests, which records how it was started.
enum Recorder {
  /// The program, in the directory of the tests' program.
  static let program = ChildProcess.built("ArgumentRecorder")

  /// The argument vectors in a record, in the order in which the processes ended.
  static func vectors(in path: String) -> [[[UInt8]]] {
    guard let bytes = TestFiles.bytes(at: path) else { return [] }
    var words = bytes.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }[...]
    // The text after the last NUL.
    words.removeLast()
    var vectors: [[[UInt8]]] = []
    while let word = words.popFirst(), let count = Int(String(decoding: word, as: UTF8.self)) {
      vectors.append(Array(words.prefix(count)))
      words = words.dropFirst(count)
    }
    return vectors
  }

  /// The argument vectors in a record; waits until there are `count` of them.
  static func vectors(in path: String, count: Int) -> [[[UInt8]]] {
    for _ in 0..<1_000 {
      let found = vectors(in: path)
      if found.count >= count { return found }
      usleep(10_000)
    }
    return vectors(in: path)
  }
}
