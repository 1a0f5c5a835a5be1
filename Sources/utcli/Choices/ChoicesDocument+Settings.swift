// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

// The lines of duti(1)'s settings files:
//
//     # a comment
//     com.apple.Safari   public.html   all
//     org.example.edit   .md           editor
//     org.example.mail   mailto

extension ChoicesDocument {
  /// Reads lines of two or three fields separated by white space.
  mutating func read(settings bytes: [UInt8]) {
    isForeign = true
    var number = 0
    var rest = bytes[...]
    while !rest.isEmpty {
      number += 1
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest.dropFirst(line.count + 1)
      readSetting(line, number)
    }
  }

  private mutating func readSetting(_ line: ArraySlice<UInt8>, _ number: Int) {
    let fields = Self.fields(line, number)
    guard !fields.isEmpty else { return }
    let text = fields.compactMap { String(validating: $0.bytes, as: UTF8.self) }
    guard text.count == fields.count else {
      fail(at: fields[0].location, "this line is not UTF-8")
      return
    }
    switch fields.count {
    case 2:
      guard let subject = scheme(text[1], at: fields[1].location) else { return }
      add(subject, .handler(bundle: text[0]), at: fields[0].location)
    case 3:
      guard let subject = dutiSubject(text[1], at: fields[1].location),
        let role = role(text[2], at: fields[2].location)
      else { return }
      add(subject, role: role, .handler(bundle: text[0]), at: fields[0].location)
    default:
      fail(
        at: fields[fields.count == 1 ? 0 : 3].location,
        "expected an application, what it opens, and a role",
        hint: "such as 'org.example.editor .md editor', or 'org.example.mail mailto'")
    }
  }

  private typealias Field = (bytes: ArraySlice<UInt8>, location: SourceLocation)

  /// The fields of a line before a comment; columns count Unicode scalars.
  private static func fields(_ line: ArraySlice<UInt8>, _ number: Int) -> [Field] {
    var fields: [Field] = []
    let all = Array(line)
    var index = 0
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    while true {
      while index < all.count, isBlank(all[index]) { index += 1 }
      guard index < all.count, all[index] != UInt8(ascii: "#") else { return fields }
      let start = index
      while index < all.count, !isBlank(all[index]) { index += 1 }
      let column = SourceLocation(ofOffset: start, in: all.span).column
      fields.append((all[start..<index], SourceLocation(line: number, column: column)))
    }
  }

  // MARK: - Subjects

  /// A scheme, with or without its colon, or a pattern of URLs.
  mutating func scheme(_ text: String, at location: @autoclosure @escaping () -> SourceLocation?)
    -> Binding.Subject?
  {
    if text.hasPart("://") { return tag(.urlPattern, text, at: location()).map { .tag($0) } }
    let name = text.hasSuffix(":") ? String(text.dropLast()) : text
    return tag(.urlScheme, name, at: location()).map { .tag($0) }
  }

  /// The subject of a type field of duti: `.md` and `md` are extensions, `text/plain` a MIME type.
  mutating func dutiSubject(
    _ text: String, at location: @autoclosure @escaping () -> SourceLocation?
  ) -> Binding.Subject? {
    if text.hasPart("://") { return scheme(text, at: location()) }
    if text.hasPrefix(".") {
      return tag(.filenameExtension, String(text.dropFirst()), at: location()).map { .tag($0) }
    }
    if text.utf8.contains(UInt8(ascii: "/")) {
      return tag(.mimeType, text, at: location()).map { .tag($0) }
    }
    if text.hasSuffix(":") { return scheme(text, at: location()) }
    if !text.utf8.contains(UInt8(ascii: ".")) {
      return tag(.filenameExtension, text, at: location()).map { .tag($0) }
    }
    return type(text, at: location()).map { .type($0) }
  }
}
