// SPDX-License-Identifier: MIT

import StrictJSON

/// Reads a text that is written as a Swift string.
func parse(
  _ text: String, _ options: JSONReaderOptions = JSONReaderOptions()
) throws(JSONError) -> JSONDocument {
  try JSONDocument(parsing: Array(text.utf8), options: options)
}

/// The text of what `write` writes.
func written(_ layout: JSONWriter.Layout = .compact, _ write: (inout JSONWriter) -> Void) -> String
{
  var writer = JSONWriter(layout: layout)
  write(&writer)
  return String(decoding: writer.bytes, as: UTF8.self)
}
