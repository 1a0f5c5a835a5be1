// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension TypeTable {
  /// A document with all answers: also of types without a MIME type of their own, and of MIME types
  /// without extensions.
  var json: TableText {
    var losses = TableLosses()
    losses.add(.pattern, patterns.map(\.value))
    var writer = JSONWriter(layout: .pretty)
    writer.beginObject()
    writer.member("comment", heading(.json).joined(separator: " "))
    writer.member("digest", source.digest)
    writer.name("extensions")
    writer.beginObject()
    for row in rows {
      writer.name(row.filenameExtension.value)
      writer.beginObject()
      writer.member("mimeType", row.mimeType)
      writer.member("mimeTypeFrom", row.mimeTypeSource?.text)
      writer.member("mimeTypes", row.mimeTypes)
      writer.member("type", row.type.text)
      writer.endObject()
    }
    writer.endObject()
    writer.name("mimeTypes")
    writer.beginObject()
    for name in names {
      writer.name(name.mimeType)
      writer.beginObject()
      writer.member("extension", name.extensions.first?.value)
      writer.member("extensions", name.extensions.map(\.value))
      writer.member("type", name.type.text)
      writer.endObject()
    }
    writer.endObject()
    writer.member("schema", 1)
    writer.endObject()
    writer.endText(terminator: UInt8(ascii: "\n"))
    var text = TableText("", losses, mimeTypes: names.map(\.mimeType))
    text.bytes = writer.bytes
    return text
  }
}
