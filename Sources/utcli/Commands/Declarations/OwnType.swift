// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

/// A type that `register --extension` declares: a bundle with this one type.
///
/// Its identifier follows from its first extension alone, so that choices of applications for it mean
/// the same type on another computer of the same person. It begins with `local.type.`: no domain ends in
/// `.local` (RFC 6762, section 3), so that no application has such an identifier.
struct OwnType {
  let identifier: TypeIdentifier
  let tags: [Tag]
  let parents: [TypeIdentifier]
  let description: String?

  private static let prefix = "local.type."

  /// A type of the user; `nil` if the first tag is too long for an identifier.
  ///
  /// - Parameters:
  ///   - tags: Its extensions, and then its MIME types.
  ///   - parents: The types that it conforms to.
  ///   - description: Its name in words.
  init?(tags: [Tag], parents: [TypeIdentifier], description: String?) {
    guard let first = tags.first, let identifier = Self.identifier(of: first.value) else {
      return nil
    }
    self.identifier = identifier
    self.tags = tags
    self.parents = parents
    self.description = description
  }

  /// The identifier for an extension, in which another byte than a letter, a digit or a dot within the
  /// extension is `-XX-`, in hexadecimal digits.
  private static func identifier(of fileExtension: String) -> TypeIdentifier? {
    var text = Array(prefix.utf8)
    let digits = Array("0123456789abcdef".utf8)
    let bytes = Array(fileExtension.utf8)
    for (index, byte) in bytes.enumerated() {
      let isPlain =
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        // No label may be empty.
        case UInt8(ascii: "."): index + 1 < bytes.count && text.last != UInt8(ascii: ".")
        default: false
        }
      text +=
        isPlain
        ? [byte]
        : [UInt8(ascii: "-"), digits[Int(byte >> 4)], digits[Int(byte & 15)], UInt8(ascii: "-")]
    }
    return try? TypeIdentifier(String(decoding: text, as: UTF8.self))
  }

  /// Whether a type that is declared already is the same as this one.
  func isSame(as other: TypeInformation) -> Bool {
    other.identifier == identifier && other.tags == tags && other.parents == parents
      && (other.descriptionInheritedFrom == nil ? other.description : nil) == description
  }

  /// The text of the declaration, in lines for a user who reads its file.
  var declaration: [UInt8] {
    var writer = JSONWriter(layout: .pretty)
    writer.beginObject()
    writer.member("CFBundleIdentifier", identifier.text)
    writer.member("CFBundleName", description ?? tags[0].spelling)
    writer.objects("UTExportedTypeDeclarations", [self]) { writer, type in
      writer.member("UTTypeIdentifier", type.identifier.text)
      writer.member("UTTypeDescription", type.description)
      writer.member("UTTypeConformsTo", type.parents.map(\.text))
      writer.object("UTTypeTagSpecification") { writer in
        for tagClass in [TagClass.filenameExtension, .mimeType] {
          writer.member(tagClass.text, type.tags.filter { $0.tagClass == tagClass }.map(\.value))
        }
      }
    }
    writer.endObject()
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}

extension Session {
  /// The type that the options of `register` describe, if they describe one.
  ///
  /// - Throws: ``Failure`` if an option is missing or wrong, or if a type has a tag of it already.
  func ownType(_ arguments: Arguments) throws(Failure) -> OwnType? {
    let extensions = arguments.values("--extension")
    guard arguments.has("--extension") else {
      for option in ["--as", "--describe", "--mime"] where arguments.has(option) {
        throw .usage("'\(option)' needs --extension", hint: "such as --extension .survey")
      }
      return nil
    }
    guard arguments.operands.isEmpty else {
      throw .usage("--extension cannot be used with a file")
    }
    guard let supertype = arguments.bytes("--as") else {
      throw .usage(
        "'--extension' needs --as TYPE, the type that it is a kind of",
        hint: "such as --as public.plain-text, or --as public.data")
    }
    var tags: [Tag] = []
    for text in extensions {
      tags.append(
        try tag(.filenameExtension, text.hasPrefix(".") ? String(text.dropFirst()) : text))
    }
    for text in arguments.values("--mime") { tags.append(try tag(.mimeType, text)) }
    tags = tags.enumerated().filter { !tags[..<$0.offset].contains($0.element) }.map(\.element)
    let description = arguments.value("--describe").flatMap { $0.isEmpty ? nil : $0 }
    let parents = try parents(ofTypeAs: try type(supertype, arguments))
    guard tags.first?.tagClass == .filenameExtension else {
      throw .usage("option '--extension' needs a value: --extension EXT,...")
    }
    guard let type = OwnType(tags: tags, parents: parents, description: description) else {
      throw Failure(
        .badData, "extension '\(tags[0].value)' is too long for the identifier of a type",
        hint: "'utcli register FILE' registers a declaration with an identifier of your own")
    }
    for tag in tags { try checkUnused(tag, by: type) }
    return type
  }

  /// A type, and `public.data` if files of it would be neither a file's bytes nor a directory.
  private func parents(ofTypeAs type: TypeIdentifier) throws(Failure) -> [TypeIdentifier] {
    guard !type.isDynamic else {
      throw Failure(
        .badData, "'\(type)' is a dynamic type, to which no type can conform",
        hint: "such as --as public.data")
    }
    for name in ["public.data", "public.directory"] {
      guard let kind = try? TypeIdentifier(name) else { continue }
      let path = try ask { try $0.path(from: type, to: kind) }
      if type == kind || path != nil { return [type] }
    }
    return [type, FileKind.regular.typeIdentifier]
  }

  private func checkUnused(_ tag: Tag, by type: OwnType) throws(Failure) {
    let answer = try ask { try $0.usualTypes(tag: tag) }
    guard let other = answer.types.first, !answer.isDynamic else { return }
    let known = try ask { try $0.information(on: [other], in: languages) }.first.flatMap(\.self)
    if let known, type.isSame(as: known) { return }
    let own = known?.descriptionInheritedFrom == nil ? known?.description : nil
    let name = own.map { " (\($0))" } ?? ""
    let word = tag.spelling.shellWord
    var isRegistered = false
    let bundle = known?.declarations.first?.source.bundle ?? ""
    if !bundle.isEmpty {
      let removal = try askToRegister { try $0.unregister(.bundle(bundle), dryRun: true) }
      if case .success = removal { isRegistered = true }
    }
    throw Failure(
      .badData, "\(tag.phrase) already means '\(other)'\(name)",
      hint: isRegistered
        ? "'utcli unregister \(bundle.shellWord)' removes that type"
        : "'utcli prefer \(word) TYPE' chooses among the types that have it; TRTypeSupplements in a "
          + "declaration gives it to one more: see typed-declarations(5)")
  }
}
