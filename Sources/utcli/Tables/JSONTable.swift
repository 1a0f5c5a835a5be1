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
    writer.object("extensions") { writer in
      for row in rows {
        writer.object(row.filenameExtension.value) {
          $0.member("mimeType", row.mimeType)
          $0.member("mimeTypeFrom", row.mimeTypeSource?.text)
          $0.member("mimeTypes", row.mimeTypes)
          $0.member("type", row.type.text)
        }
      }
    }
    writer.object("mimeTypes") { writer in
      for name in names {
        writer.object(name.mimeType) {
          $0.member("extension", name.extensions.first?.value)
          $0.member("extensions", name.extensions.map(\.value))
          $0.member("type", name.type.text)
        }
      }
    }
    writer.member("schema", 1)
    writer.endObject()
    writer.endText(terminator: UInt8(ascii: "\n"))
    var text = TableText("", losses, mimeTypes: names.map(\.mimeType))
    text.bytes = writer.bytes
    return text
  }
}
