// SPDX-License-Identifier: MIT

internal import TypeRegistry

// The formats of web servers, and the one that many programs share.

extension TypeTable {
  /// The format of `/etc/mime.types`: a MIME type and its extensions, between white space.
  ///
  /// A line that begins with `#` is a comment, and so is the text after a word that does. There are no
  /// quotes. Apache's server is one of the readers.
  var mimeTypes: TableText {
    var losses = TableLosses()
    let groups = groups(&losses) { row in
      if row.hasSeveralParts { return .severalParts }
      guard row.filenameExtension.value.isPlainWord, row.mimeType?.hasPrefix("#") == false else {
        return .characters
      }
      return Self.runsPrograms(row.mimeType ?? "") ? .program : nil
    }
    var text = comment(.mimeTypes, [])
    for group in groups {
      for line in group.rows.map(\.filenameExtension.value).wrapped {
        text += "\(group.mimeType)\t\(line.joined(separator: " "))\n"
      }
    }
    return TableText(text, losses, mimeTypes: groups.map(\.mimeType))
  }

  /// The block `types` of nginx's configuration.
  ///
  /// nginx takes the text after the last dot, in lower case. It refuses a key that fills more than a bucket
  /// of its table of 64 bytes, which is the usual size, and warns if the table is too small for short ways.
  var nginx: TableText {
    var losses = TableLosses()
    let groups = groups(&losses) { row in
      let text = row.filenameExtension.value
      if row.hasSeveralParts { return .severalParts }
      if text.utf8.count > Self.longestNginxKey { return .length }
      return text.isVisible ? nil : .characters
    }
    let count = groups.reduce(0) { $0 + $1.rows.count }
    var size = 1_024
    while size < 4 * count { size *= 2 }
    var text = comment(
      .nginx,
      [
        "To be included in the block 'http', instead of mime.types, with these directives:",
        "    types_hash_max_size \(size); default_type application/octet-stream;",
      ])
    text += "types {\n"
    for group in groups {
      for line in group.rows.map({ Self.nginxWord($0.filenameExtension.value) }).wrapped {
        text += "    \(Self.nginxWord(group.mimeType)) \(line.joined(separator: " "));\n"
      }
    }
    return TableText(text + "}\n", losses, mimeTypes: groups.map(\.mimeType))
  }

  /// The longest extension in bytes that fits a bucket of 64 bytes: two pointers, and the length in two
  /// bytes, are beside it (`NGX_HASH_ELT_SIZE` in `src/core/ngx_hash.c`).
  private static let longestNginxKey = 46

  /// A word of nginx's configuration, between quotes if it has to be.
  private static func nginxWord(_ text: String) -> String {
    if text.isPlainWord, text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  /// Directives of Apache's HTTP server.
  ///
  /// `AddType` is about one part of an extension; an extension of several parts is a pattern of names. Of two
  /// patterns that match, the later one decides: the longer.
  var apache: TableText {
    var losses = TableLosses()
    let groups = groups(&losses) { row in
      guard row.filenameExtension.value.isPlainWord else { return .characters }
      return Self.runsPrograms(row.mimeType ?? "") ? .program : nil
    }
    var text = comment(
      .apache,
      ["To be included in the server's configuration, after the module 'mime' was loaded."])
    for group in groups {
      let words = group.rows.filter { !$0.hasSeveralParts }.map { ".\($0.filenameExtension.value)" }
      for line in words.wrapped {
        text += "AddType \(Self.apacheWord(group.mimeType)) \(line.joined(separator: " "))\n"
      }
    }
    let long = groups.flatMap { group in
      Dictionary(grouping: group.rows.filter(\.hasSeveralParts), by: \.partCount).map {
        (partCount: $0.key, mimeType: group.mimeType, rows: $0.value)
      }
    }.sorted { ($0.partCount, $0.mimeType) < ($1.partCount, $1.mimeType) }
    for group in long {
      for line in group.rows.map({ Self.pattern($0.filenameExtension.value) }).wrapped {
        text += """
          <FilesMatch "(?i).\\.(?:\(line.joined(separator: "|")))$">
              ForceType \(Self.apacheWord(group.mimeType))
          </FilesMatch>

          """
      }
    }
    return TableText(text, losses, mimeTypes: groups.map(\.mimeType))
  }

  /// Whether Apache takes a MIME type for the name of a handler, so that files with it are run or read
  /// as something else: those of mod_cgi, mod_php, mod_include, mod_imagemap, mod_negotiation, mod_asis
  /// and of directories.
  ///
  /// Where no handler is set, `ap_invoke_handler` of the server looks for one by the MIME type.
  private static func runsPrograms(_ mimeType: String) -> Bool {
    mimeType.hasPrefix("application/x-httpd-") || mimeType.hasPrefix("httpd/")
      || mimeType.hasPrefix("text/x-server-parsed-html") || mimeType == "application/x-type-map"
  }

  /// A word of Apache's configuration; no MIME type has a quote or a backslash.
  private static func apacheWord(_ text: String) -> String {
    text.isPlainWord ? text : "\"\(text)\""
  }

  /// A regular expression that matches a plain word.
  private static func pattern(_ text: String) -> String {
    var pattern = ""
    for scalar in text.unicodeScalars {
      if ".+^".unicodeScalars.contains(scalar) { pattern += "\\" }
      pattern.unicodeScalars.append(scalar)
    }
    return pattern
  }

  /// The lines of a comment, each with a hash sign before it.
  func comment(_ format: TableFormat, _ lines: [String]) -> String {
    (heading(format) + lines).map { "# \($0)\n" }.joined()
  }
}

extension TypeTable.Row {
  /// The number of parts of the extension.
  fileprivate var partCount: Int { filenameExtension.value.utf8.count { $0 == UInt8(ascii: ".") } }
}
