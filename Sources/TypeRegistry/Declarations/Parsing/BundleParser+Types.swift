// SPDX-License-Identifier: MIT

internal import StrictJSON

// Declarations of types, and supplements to them.

extension BundleParser {
  mutating func readDeclarations(
    _ value: JSONValue, _ key: JSONValue, kind: TypeDeclaration.Kind
  ) {
    let objects = objects(value, key)
    bundle.declarations.reserveCapacity(bundle.declarations.count + objects.count)
    declared.reserveCapacity(declared.count + objects.count)
    for object in objects {
      guard let declaration = readDeclaration(object, kind) else { continue }
      guard countType(object) else { return }
      bundle.declarations.append(declaration)
    }
  }

  mutating func readSupplements(_ value: JSONValue, _ key: JSONValue) {
    for object in objects(value, key) {
      guard let supplement = readSupplement(object) else { continue }
      guard countType(object) else { return }
      bundle.supplements.append(supplement)
    }
  }

  /// Rejects the file if the bundle already has too many types.
  private mutating func countType(_ object: JSONValue) -> Bool {
    let count = bundle.declarations.count + bundle.supplements.count
    guard count >= DeclarationLimits.maximumTypesPerBundle else { return true }
    sink.add(
      .error, .tooManyTypes, at: object,
      "bundle declares more than \(DeclarationLimits.maximumTypesPerBundle) types",
      hint: "split the file")
    isRefused = true
    return false
  }

  private mutating func readDeclaration(
    _ object: JSONValue, _ kind: TypeDeclaration.Kind
  ) -> TypeDeclaration? {
    guard let (identifier, identifierValue) = readTypeIdentifier(object) else { return nil }
    var declaration = TypeDeclaration(
      identifier: identifier, kind: kind, location: sink.location(of: identifierValue))
    var iconFile: String?
    for (name, value) in object.members {
      if name.equals("UTTypeIdentifier") {
        continue
      } else if name.equals("UTTypeConformsTo") {
        guard let parents = readParents(value, name, of: identifier) else { return nil }
        declaration.parents = parents
      } else if name.equals("UTTypeTagSpecification") {
        guard let tags = readTags(value, name, of: identifier) else { return nil }
        declaration.tags = tags
      } else if name.equals("UTTypeDescription") {
        declaration.typeDescription = displayString(value, name)
      } else if name.equals("UTTypeReferenceURL") {
        declaration.referenceURL = string(value, name)
      } else if name.equals("UTTypeVersion") {
        declaration.version = versionText(value, name)
      } else if name.equals("UTTypeIconFile") || name.equals("UTTypeIconFiles") {
        iconFile = iconFile ?? iconName(value, name)
      } else if name.equals("UTTypeIconName") {
        declaration.iconName = iconName(value, name)
      } else if name.equals("UTTypeIcons") {
        readIcons(value, name, into: &declaration)
      } else if name.equals("UTTypeIsWildcard") {
        declaration.isWildcard = boolean(value, name)
      } else if name.equals("TRContentRules") {
        readContentRules(value, name, into: &declaration.content)
      } else if name.equals("TRFreedesktopMIMEType") {
        // Like the next one, it has no effect in any other bundle than the core's.
        if bundle.origin == .core { declaration.freedesktopMIMEType = tag(.mimeType, value) }
      } else if name.equals("TRPreferredExtensions") {
        guard bundle.origin == .core else { continue }
        let values = value.kind == .string ? [value] : Array(value.elements)
        declaration.preferredTags = values.compactMap { tag(.filenameExtension, $0) }
      } else if !name.equals("TRSwiftConstant") {
        unknownKey(name, in: KnownKeys.type)
      }
    }
    declaration.iconName = declaration.iconName ?? iconFile
    checkIdentifier(identifier, kind, identifierValue)
    return declaration
  }

  private mutating func readIcons(
    _ value: JSONValue, _ key: JSONValue, into declaration: inout TypeDeclaration
  ) {
    if rejectUnlessObject(value, key.nameText) { return }
    for (name, value) in value.members {
      if name.equals("UTTypeIconName") {
        declaration.iconName = iconName(value, name)
      } else {
        unknownKey(name, in: KnownKeys.icons)
      }
    }
  }

  private mutating func readSupplement(_ object: JSONValue) -> TypeSupplement? {
    guard let (identifier, identifierValue) = readTypeIdentifier(object) else { return nil }
    var supplement = TypeSupplement(
      identifier: identifier, location: sink.location(of: identifierValue))
    for (name, value) in object.members {
      if name.equals("UTTypeConformsTo") {
        guard let parents = readParents(value, name, of: identifier) else { return nil }
        supplement.parents = parents
      } else if name.equals("UTTypeTagSpecification") {
        guard let tags = readTags(value, name, of: identifier) else { return nil }
        supplement.tags = tags
      } else {
        unknownKey(name, in: KnownKeys.supplement)
      }
    }
    return supplement
  }

  // MARK: - Identifiers

  /// The identifier of a declaration, and its value in the file.
  private mutating func readTypeIdentifier(
    _ object: JSONValue
  ) -> (TypeIdentifier, JSONValue)? {
    guard let value = object["UTTypeIdentifier"] else {
      sink.add(
        .error, .missingIdentifier, at: object, "declaration has no 'UTTypeIdentifier'",
        hint: "add one, such as \"UTTypeIdentifier\": \"org.example.document\"",
        isAcceptedByApple: false)
      return nil
    }
    guard value.kind == .string else {
      wrongType(value, "UTTypeIdentifier", expected: "a string")
      return nil
    }
    guard !value.equals("") else {
      sink.add(
        .error, .missingIdentifier, at: value, "'UTTypeIdentifier' is empty",
        hint: "write one, such as 'org.example.document'", isAcceptedByApple: false)
      return nil
    }
    guard let identifier = typeIdentifier(value) else { return nil }
    if identifier.isDynamic {
      sink.add(
        .error, .reservedIdentifier, at: value,
        "type '\(identifier)' cannot be declared: 'dyn.' is for types made from unknown tags",
        hint: "choose an identifier in a domain of your own", isAcceptedByApple: false)
      return nil
    }
    return (identifier, value)
  }

  /// The identifier in `value`, also with blanks around it.
  mutating func typeIdentifier(_ value: JSONValue) -> TypeIdentifier? {
    if let cached = parents.find(value) { return cached }
    guard let text = value.string else { return nil }
    do throws(TypeIdentifier.SyntaxError) {
      let identifier = try TypeIdentifier(text)
      parents.insert(identifier)
      return identifier
    } catch {
      return repairedIdentifier(text, error, value)
    }
  }

  private mutating func repairedIdentifier(
    _ text: String, _ error: TypeIdentifier.SyntaxError, _ value: JSONValue
  ) -> TypeIdentifier? {
    if rejectIfUnexpanded(text, value, .error) { return nil }
    let trimmed = text.trimmingBlanks
    if trimmed != text, let identifier = try? TypeIdentifier(trimmed) {
      sink.add(
        .warning, .invalidIdentifier, at: value, "identifier '\(text)' has blanks around it",
        hint: "write '\(trimmed)'", isAcceptedByApple: false)
      return identifier
    }
    let hint =
      switch error.reason {
      case .illegalByte: "write letters, digits, hyphens and dots"
      case .singleLabel: "put a domain before it, such as 'org.example.\(text.shortened)'"
      case .empty, .emptyLabel: "remove the extra dot"
      case .tooLong: "shorten it"
      }
    sink.add(
      .error, .invalidIdentifier, at: value, "identifier '\(text.shortened)' \(error)", hint: hint)
    return nil
  }

  /// Adds notes about a well-formed identifier.
  private mutating func checkIdentifier(
    _ identifier: TypeIdentifier, _ kind: TypeDeclaration.Kind, _ value: JSONValue
  ) {
    let former = declared.updateValue(kind, forKey: identifier)
    if let former, former != kind {
      sink.add(
        .warning, .exportedAndImported, at: value,
        "type '\(identifier)' is both exported and imported",
        hint: "export it if it is yours, else import it", isAcceptedByApple: true)
    }
    if identifier.text.hasPrefix("com.example."), !isSample {
      sink.add(
        .warning, .exampleIdentifier, at: value,
        "'com.example.' is reserved for examples",
        hint: "choose an identifier in a domain of your own", isAcceptedByApple: true)
    }
  }

  /// Whether the file is in a directory of samples or tests.
  private var isSample: Bool {
    bundle.path.split(separator: "/").dropLast().contains { component in
      let name = component.lowercased()
      return name == "samples" || name == "tests" || name == "examples"
    }
  }

  private mutating func readParents(
    _ value: JSONValue, _ key: JSONValue, of identifier: TypeIdentifier
  ) -> [TypeIdentifier]? {
    var parents: [TypeIdentifier] = []
    // The root of a hierarchy has an empty array.
    if value.kind == .array && value.count == 0 { return parents }
    for element in strings(value, key) {
      guard let parent = typeIdentifier(element) else { continue }
      if parent == identifier {
        sink.add(
          .warning, .conformsToItself, at: element, "type '\(identifier)' conforms to itself",
          hint: "remove it from 'UTTypeConformsTo'", isAcceptedByApple: true)
      } else if parents.contains(parent) {
        sink.add(
          .note, .duplicateParent, at: element,
          "type '\(identifier)' conforms to '\(parent)' twice", hint: "remove one of the two",
          isAcceptedByApple: true)
      } else {
        guard parents.count < DeclarationLimits.maximumParentsPerType else {
          sink.add(
            .error, .tooManySupertypes, at: element,
            "type '\(identifier)' conforms to more than "
              + "\(DeclarationLimits.maximumParentsPerType) types and is left out",
            hint: "declare one type that conforms to the others, and conform to that")
          return nil
        }
        parents.append(parent)
      }
    }
    return parents
  }
}
