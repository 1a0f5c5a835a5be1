// SPDX-License-Identifier: MIT

extension Session {
  /// Notes that the names that are read probably end in carriage returns by mistake.
  func noteLineEnds(of reader: NameReader) {
    guard reader.beginsWithCRLF else { return }
    note("the names end in a carriage return, as lines of Windows do; tr -d '\\r' removes it")
  }
}
