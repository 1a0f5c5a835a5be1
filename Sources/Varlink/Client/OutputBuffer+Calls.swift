// SPDX-License-Identifier: MIT

internal import StrictJSON

extension OutputBuffer {
  /// Writes a call; omits `parameters` if there are none.
  mutating func append(
    method: String, flag: Connection.Flag, _ parameters: (inout JSONWriter) -> Void
  ) {
    let start = end
    begin(method: method, flag: flag)
    writer.name("parameters")
    writer.beginObject()
    let members = end
    parameters(&writer)
    if end == members {
      truncate(to: start)
      begin(method: method, flag: flag)
    } else {
      writer.endObject()
    }
    writer.endObject()
    writer.endText(terminator: 0)
  }

  private mutating func begin(method: String, flag: Connection.Flag) {
    writer.beginObject()
    writer.member("method", method)
    if flag != .none { writer.member(flag.rawValue, true) }
  }
}
