// SPDX-License-Identifier: MIT

// Reads a package's elements in a namespace of ours: the declaration that the type was exported from.
// `update-mime-database` and other programs skip them (Shared MIME-info specification, section 2.2).
//
// ```xml
// <uti:declaration xmlns:uti="https://typeregistry.org/declaration" identifier="org.example.notes">
//   <uti:conforms-to type="public.plain-text"/>
//   <uti:tag class="com.apple.ostype" value="NOTE"/>
// </uti:declaration>
// ```

/// The declaration of a type in our namespace.
struct OwnDeclaration {
  /// The identifier; `nil` if it is not valid.
  var identifier: TypeIdentifier?
  /// Where it is in the file.
  var offset: Int
  var parents: [TypeIdentifier] = []
}

extension MIMEPackageParser {
  /// The namespace of our elements.
  package static let ownNamespace = "https://typeregistry.org/declaration"

  /// The attribute of a package, in our namespace, for the origin of its types: `uti:origin="core"`.
  static let originAttribute = "origin"

  /// Whether the package is marked as having the types of the core.
  var isOfCore: Bool {
    scanner.attributes.contains { attribute in
      let name = scanner.name(of: attribute)
      guard name.hasSuffix(":" + Self.originAttribute),
        scanner.value(of: attribute) == "\(Origin.core)"
      else { return false }
      let namespace = "xmlns:" + name.dropLast(Self.originAttribute.utf8.count + 1)
      return scanner.attributes.contains {
        scanner.name(of: $0) == namespace && scanner.value(of: $0) == Self.ownNamespace
      }
    }
  }

  /// Whether the current element is a `declaration` of our namespace, which it declares itself.
  var isOwnDeclaration: Bool {
    let name = scanner.bytes[scanner.nameRange]
    guard let colon = name.firstIndex(of: UInt8(ascii: ":")),
      name[(colon + 1)...].elementsEqual("declaration".utf8)
    else { return false }
    let attribute = "xmlns:" + String(decoding: name[..<colon], as: UTF8.self)
    return scanner.attributes.contains {
      scanner.name(of: $0) == attribute && scanner.value(of: $0) == Self.ownNamespace
    }
  }

  /// Reads the declaration, up to its end tag.
  mutating func readOwnDeclaration(
    of type: inout TypeDeclaration, at index: Int
  ) throws(XMLError) {
    let prefix = Array(scanner.bytes[scanner.nameRange].dropLast("declaration".utf8.count))
    var own = OwnDeclaration(offset: scanner.offset)
    if let (text, offset) = value("identifier", of: "declaration") {
      own.offset = offset
      own.identifier = identifier(text, at: offset)
    }
    type.version = attributeText("version") ?? type.version
    type.referenceURL = attributeText("reference") ?? type.referenceURL
    let depth = scanner.depth
    while true {
      let event = try nextTag()
      if event == .endTag, scanner.depth < depth { break }
      guard event == .startTag else { continue }
      let name = scanner.bytes[scanner.nameRange]
      if name.starts(with: prefix) {
        let local = name.dropFirst(prefix.count)
        if local.elementsEqual("conforms-to".utf8) {
          readOwnParent(into: &own)
        } else if local.elementsEqual("tag".utf8) {
          readOwnTag(of: &type)
        }
      }
      try skipElement()
    }
    ownDeclarations[index] = own
  }

  private mutating func attributeText(_ name: StaticString) -> String? {
    guard let attribute = scanner.attribute(name) else { return nil }
    let text = scanner.value(of: attribute)
    return text.isEmpty || text.utf8.count > DeclarationLimits.maximumTextBytes ? nil : text
  }

  private mutating func identifier(_ text: String, at offset: Int) -> TypeIdentifier? {
    do throws(TypeIdentifier.SyntaxError) {
      let identifier = try TypeIdentifier(text)
      if !identifier.isDynamic { return identifier }
      warn(
        offset,
        "type '\(identifier)' cannot be declared: 'dyn.' is for types made from unknown tags",
        hint: "choose an identifier in a domain of your own")
    } catch {
      warn(
        offset, "identifier '\(text.shortened)' \(error)",
        hint: "write letters, digits, hyphens and dots")
    }
    return nil
  }

  private mutating func readOwnParent(into own: inout OwnDeclaration) {
    guard let (text, offset) = value("type", of: "conforms-to"),
      let parent = identifier(text, at: offset), !own.parents.contains(parent)
    else { return }
    guard own.parents.count < DeclarationLimits.maximumParentsPerType else {
      sink.add(
        .warning, .tooManySupertypes, offset: offset,
        "a type conforms to more than \(DeclarationLimits.maximumParentsPerType) types; '\(parent)' "
          + "is left out",
        hint: "name a type that conforms to the others")
      return
    }
    own.parents.append(parent)
  }

  private mutating func readOwnTag(of type: inout TypeDeclaration) {
    guard let (name, offset) = value("class", of: "tag"),
      let (text, _) = value("value", of: "tag")
    else { return }
    guard let tagClass = try? TagClass(name), let tag = try? Tag(tagClass, text) else {
      warn(
        offset, "'\(text.shortened)' is not a tag of class '\(name.shortened)'",
        hint: "write a tag class and a tag, such as 'com.apple.ostype' and 'TEXT'")
      return
    }
    add(tag, to: &type, at: offset)
  }

  /// Sets the identity and the supertypes of a type from its declaration.
  mutating func finish(_ own: OwnDeclaration, at index: Int) {
    var type = bundle.declarations[index]
    if let identifier = own.identifier, identifier != type.identifier {
      if indices[identifier] == nil, ownIdentifiers.insert(identifier).inserted {
        type.identifier = identifier
      } else {
        warn(
          own.offset, "type '\(identifier)' is declared twice",
          hint: "give each type an identifier of its own")
      }
    }
    // The elements for other programs were derived from these.
    type.parents = own.parents.filter { $0 != type.identifier }
    type.genericIconName = nil
    bundle.declarations[index] = type
  }
}
