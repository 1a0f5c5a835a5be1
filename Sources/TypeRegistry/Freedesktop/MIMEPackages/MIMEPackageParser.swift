// SPDX-License-Identifier: MIT

/// Reads the bytes of a package of shared-mime-info (`mime/packages/*.xml`) as a bundle.
///
/// Every `<mime-type>` becomes an imported declaration under the identifier that ``FreedesktopName`` makes of
/// it, with its names, patterns and relations. The parser follows the Shared MIME-info Database specification
/// 0.21, and accepts the deviations that `update-mime-database` accepts. An element that cannot be read is
/// left out alone, with a finding; only a file that is not well-formed, is not a package, or exceeds a limit
/// is rejected.
///
/// ```swift
/// let text = #"<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info"/>"#
/// let (bundle, diagnostics) = MIMEPackageParser.parse(
///   Array(text.utf8), path: "/usr/share/mime/packages/freedesktop.org.xml", origin: .system)
/// ```
///
/// - Complexity: O(*n*) for *n* bytes, in one pass.
package struct MIMEPackageParser {
  var scanner: XMLScanner
  var sink: DiagnosticSink
  var bundle: Bundle
  /// The declaration of each type so far: a package may name one several times.
  var indices: [TypeIdentifier: Int] = [:]
  /// The package's declarations of types beyond the specification, by index of the type.
  var ownDeclarations: [Int: OwnDeclaration] = [:]
  /// The identifiers in these.
  var ownIdentifiers: Set<TypeIdentifier> = []
  /// How many matches the package has so far, by the names of their elements.
  var matchCounts: [String: Int] = [:]
  /// The namespace prefix of the package's elements, with its colon; nearly always empty.
  private(set) var prefix: [UInt8] = []

  /// The namespace of the elements of a package.
  static let namespace = "http://www.freedesktop.org/standards/shared-mime-info"

  /// Parses a package.
  ///
  /// - Parameters:
  ///   - bytes: The XML text.
  ///   - path: The path of the file, for display; its last component is the bundle's identifier.
  ///   - origin: How far the file is trusted.
  /// - Returns: The bundle, or `nil` with at least one error if the file is rejected; and at most
  ///   101 diagnostics, in the order of the file.
  package static func parse(
    _ bytes: [UInt8], path: String, origin: Origin
  ) -> (bundle: Bundle?, diagnostics: [Diagnostic]) {
    var sink = DiagnosticSink(path: path, text: bytes)
    do throws(XMLError) {
      let scanner = try XMLScanner(bytes, documentType: .withoutEntities)
      var parser = MIMEPackageParser(scanner, sink, path: path, origin: origin)
      defer { sink = parser.sink }
      guard try parser.readPackage() else { return (nil, parser.sink.finish()) }
      #if DEBUG
        parser.bundle.checkInvariants()
      #endif
      return (parser.bundle, parser.sink.finish())
    } catch {
      sink.add(
        .error, .invalidXML, offset: error.offset, error.description, hint: error.hint)
      return (nil, sink.finish())
    }
  }

  private init(_ scanner: XMLScanner, _ sink: DiagnosticSink, path: String, origin: Origin) {
    self.scanner = scanner
    self.sink = sink
    bundle = Bundle(identifier: Self.identifier(ofPath: path), path: path, origin: origin)
    bundle.kind = .mimePackage
    bundle.descriptionTranslations = DescriptionTranslations(of: scanner.bytes)
  }

  /// The file's name, with `-` for each character that a bundle identifier must not have.
  private static func identifier(ofPath path: String) -> String {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? []
    let bytes = name.prefix(TypeIdentifier.maximumLength).map { byte in
      byte.isIdentifierByte || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
        ? byte : UInt8(ascii: "-")
    }
    return bytes.isEmpty ? "mime-package" : String(decoding: bytes, as: UTF8.self)
  }

  /// Reads everything; returns whether there is a bundle.
  private mutating func readPackage() throws(XMLError) -> Bool {
    _ = try nextTag()
    guard checkRoot() else { return false }
    // The core's own declarations are in effect anyway, whatever version of them the package has.
    if isOfCore { return true }
    while try nextTag() == .startTag {
      if isNamed("mime-type") {
        guard try readType() else { return false }
      } else {
        noteForeignElement()
        try skipElement()
      }
    }
    _ = try scanner.next()
    for index in bundle.declarations.indices { finishType(at: index) }
    if bundle.declarations.isEmpty {
      sink.add(.note, .emptyBundle, offset: 0, "package has no 'mime-type'")
    }
    return true
  }

  /// Checks the root element, and takes its namespace prefix.
  private mutating func checkRoot() -> Bool {
    let name = scanner.bytes[scanner.nameRange]
    if let colon = name.firstIndex(of: UInt8(ascii: ":")) { prefix = Array(name[...colon]) }
    let attribute =
      prefix.isEmpty ? "xmlns" : "xmlns:" + String(decoding: prefix.dropLast(), as: UTF8.self)
    let declaration = scanner.attributes.first { scanner.name(of: $0) == attribute }
    guard isNamed("mime-info") else {
      sink.add(
        .error, .notAMIMEPackage, offset: scanner.offset,
        "expected element 'mime-info', found '\(scanner.name.shortened)'",
        hint: "put packages of MIME types into 'mime/packages', and no other files")
      return false
    }
    guard let declaration else {
      sink.add(
        .warning, .notAMIMEPackage, offset: scanner.offset, "'mime-info' has no namespace",
        hint: "write '<mime-info xmlns=\"\(Self.namespace)\">'")
      return true
    }
    let namespace = scanner.value(of: declaration)
    guard namespace == Self.namespace else {
      sink.add(
        .error, .notAMIMEPackage, offset: declaration.offset,
        "namespace '\(namespace.shortened)' is not the namespace of MIME packages",
        hint: "write 'xmlns=\"\(Self.namespace)\"'")
      return false
    }
    return true
  }
}

// MARK: - Elements
extension MIMEPackageParser {
  /// The next start or end tag.
  mutating func nextTag() throws(XMLError) -> XMLScanner.Event {
    while true {
      let event = try scanner.next()
      if event != .text { return event }
    }
  }

  /// Whether the current element is the package format's of that name.
  func isNamed(_ name: StaticString) -> Bool {
    if prefix.isEmpty { return scanner.isNamed(name) }
    let bytes = scanner.bytes[scanner.nameRange]
    guard bytes.starts(with: prefix) else { return false }
    return unsafe bytes.dropFirst(prefix.count).elementsEqual(
      UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
  }

  /// Reads on to the end of the element whose start tag is the current event.
  mutating func skipElement() throws(XMLError) {
    let depth = scanner.depth
    while true {
      let event = try scanner.next()
      if event == .endTag, scanner.depth < depth { return }
    }
  }

  /// Adds a note about an element that the specification does not have, unless it is in a namespace of
  /// its own.
  mutating func noteForeignElement() {
    let name = scanner.bytes[scanner.nameRange]
    let local = name.dropFirst(name.starts(with: prefix) ? prefix.count : 0)
    guard !local.contains(UInt8(ascii: ":")) else { return }
    sink.add(
      .note, .unknownKey, offset: scanner.offset,
      "element '\(scanner.name.shortened)' is not known and is left out")
  }

  /// An attribute that the current element must have, and its position.
  mutating func value(_ name: StaticString, of element: String) -> (String, offset: Int)? {
    guard let attribute = scanner.attribute(name) else {
      warn(
        scanner.offset, "element '\(element)' has no '\(name)' and is left out",
        hint: "write '<\(element) \(name)=\"…\">'")
      return nil
    }
    return (scanner.value(of: attribute), attribute.offset)
  }

  mutating func mimeType(_ text: String, at offset: Int, of element: String) -> Tag? {
    do throws(Tag.SyntaxError) {
      return try Tag(.mimeType, text)
    } catch {
      warn(
        offset, "'\(text.shortened)' of '\(element)' \(error), and is left out",
        hint: "write a MIME type, such as 'image/png'")
      return nil
    }
  }

  mutating func warn(
    _ offset: Int, _ message: @autoclosure () -> String, hint: @autoclosure () -> String
  ) {
    sink.add(.warning, .invalidMIMEPackage, offset: offset, message(), hint: hint())
  }
}
