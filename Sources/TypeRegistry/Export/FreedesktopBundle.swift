// SPDX-License-Identifier: MIT

/// One bundle made from a desktop entry and packages of MIME types.
///
/// A MIME type that a type of the core has is that type, as in a registry. A type whose identifier begins
/// like the application's is its own, and exported; others are imported.
struct FreedesktopBundle {
  private(set) var bundle: Bundle
  private(set) var losses: [String] = []
  private let application: Conversion.Input?
  private let packages: [Conversion.Input]
  private let registry: CompiledRegistry
  /// The types that the packages declare, by their MIME types.
  private var declared: [Tag: TypeIdentifier] = [:]

  init(_ application: Conversion.Input?, _ packages: [Conversion.Input], core: [Bundle]) {
    self.application = application
    self.packages = packages
    registry = RegistryCompiler.compile(core).registry
    bundle = application?.bundle ?? Bundle(identifier: "", path: "", origin: .user)
    bundle.kind = .declarations
  }

  mutating func merge(identifier: String) {
    let name = String(
      String.UnicodeScalarView(
        identifier.unicodeScalars.map { $0 == " " || $0.isInvisible ? "-" : $0 }))
    if name != identifier {
      losses.append("the application is called '\(name)': an identifier has no blanks")
    }
    bundle.identifier = name
    for package in packages {
      for declaration in package.bundle.declarations {
        for tag in declaration.tags where tag.tagClass == .mimeType && declared[tag] == nil {
          declared[tag] = declaration.identifier
        }
      }
    }
    for package in packages { add(package) }
    for index in bundle.claims.indices {
      bundle.claims[index].subjects = bundle.claims[index].subjects.map(known).unique
    }
    splitSchemes()
    if let application { addLosses(of: application) }
  }

  // MARK: - Types

  private mutating func add(_ package: Conversion.Input) {
    addLosses(ofElementsIn: package)
    var translations: [String: [String: String]] = [:]
    for declaration in package.bundle.declarations {
      let type = self.type(declaration.identifier)
      addLosses(of: declaration, isAddition: registry.isDeclared(type))
      var tags = declaration.tags.filter {
        FreedesktopName.identifier(ofGeneratedMIMEType: $0) != declaration.identifier
      }
      let parents = parents(of: declaration, as: type)
      guard !registry.isDeclared(type) else {
        let present = Set(registry.tags(of: type))
        tags.removeAll(where: present.contains)
        let others = parents.filter { !registry.conforms(type, to: $0) }
        if !tags.isEmpty || !others.isEmpty {
          bundle.supplements.append(TypeSupplement(identifier: type, parents: others, tags: tags))
        }
        continue
      }
      var own = declaration
      own.identifier = type
      own.tags = tags
      own.parents = parents
      own.content = declaration.content.declarable
      own.kind = isOwn(type) ? .exported : .imported
      bundle.declarations.append(own)
      guard let description = declaration.typeDescription else { continue }
      for (language, text) in package.bundle.translations(of: description) {
        translations[language, default: [:]][description] = text
      }
    }
    bundle.localizedStrings.merge(translations) { $0.merging($1) { own, _ in own } }
  }

  /// The supertypes of a package's type, as a registry of the package has them.
  private func parents(
    of declaration: TypeDeclaration, as type: TypeIdentifier
  ) -> [TypeIdentifier] {
    var named = declaration.parents
    let usual = declaration.usualParent == .none ? nil : named.popLast()
    let parents = named.map(self.type).unique.filter { $0 != type }
    guard let usual, !registry.isDeclared(type) else { return parents }
    let declared = Set(self.declared.values)
    if declaration.usualParent == .lastResort,
      parents.contains(where: { registry.isDeclared($0) || declared.contains($0) })
    {
      return parents
    }
    return (parents + [usual]).unique
  }

  /// Whether a type's identifier begins with the first two labels of the application's identifier.
  private func isOwn(_ type: TypeIdentifier) -> Bool {
    let parts = bundle.identifier.asciiLowercased.split(separator: ".").prefix(2)
    return parts.count == 2 && type.text.split(separator: ".").prefix(2).elementsEqual(parts)
  }

  /// The type that an identifier means: another one for the name of a known MIME type.
  private func type(_ identifier: TypeIdentifier) -> TypeIdentifier {
    guard let name = FreedesktopName.mimeType(of: identifier), let tag = try? Tag(.mimeType, name)
    else { return identifier }
    if name == "inode/directory" { return TypeIdentifier(trusted: "public.directory") }
    let types = registry.types(tag: tag, conformingTo: nil).types
    if let known = types.first(where: { registry.isDeclared($0) }) { return known }
    return declared[tag] ?? identifier
  }

  private func known(_ subject: HandlerClaim.Subject) -> HandlerClaim.Subject {
    guard case .type(let identifier) = subject else { return subject }
    let type = type(identifier)
    // No declaration has the type, so the MIME type is claimed.
    guard type == identifier, let name = FreedesktopName.mimeType(of: type),
      let tag = try? Tag(.mimeType, name), declared[tag] == nil
    else { return .type(type) }
    return .tag(tag)
  }

  /// Schemes are claimed apart from files.
  private mutating func splitSchemes() {
    bundle.claims = bundle.claims.flatMap { claim in
      var (files, schemes) = (claim, claim)
      files.subjects.removeAll(where: \.isScheme)
      schemes.subjects.removeAll { !$0.isScheme }
      return [files, schemes].filter { !$0.subjects.isEmpty }
    }
  }

  // MARK: - Losses

  private mutating func addLosses(of declaration: TypeDeclaration, isAddition: Bool) {
    let type = declaration.identifier
    func lose(_ what: String) -> String {
      "\(what) of '\(type)': a declaration file cannot hold it"
    }
    for (tag, weight) in declaration.weights.sorted(by: { $0.key < $1.key }) {
      losses.append(lose("left out: the weight \(weight) of '\(tag.spelling)'"))
    }
    let content = declaration.content
    if isAddition, !content.magic.isEmpty || !content.rootElements.isEmpty {
      losses.append(
        "left out: the rules about the contents of '\(self.type(type))': additions to a type of the core "
          + "have none"
      )
    } else if content.declarable.magic.count < content.magic.count {
      losses.append(
        "left out: rules about the contents of '\(type)': a declaration file holds "
          + "\(DeclarationLimits.maximumContentRules) of a type, "
          + "\(DeclarationLimits.maximumContentDepth) levels of 'Matches', and texts and digits of "
          + "\(DeclarationLimits.maximumTextBytes) bytes")
    }
    if declaration.deletesPatterns || content.deletesMagic {
      losses.append(lose("left out: the removal of others' patterns or rules"))
    }
    if declaration.genericIconName != nil { losses.append(lose("left out: the generic icon")) }
  }

  /// Elements that the parser skips.
  private mutating func addLosses(ofElementsIn package: Conversion.Input) {
    guard var scanner = try? XMLScanner(package.bytes, documentType: .withoutEntities) else {
      return
    }
    var locator = SourceLocator(package.bytes)
    while let event = try? scanner.next(), event != .endOfText {
      guard event == .startTag,
        ["acronym", "expanded-acronym", "treemagic"].contains(scanner.name)
      else { continue }
      guard losses.count < DeclarationLimits.maximumDiagnostics else { return }
      let location = locator.location(of: scanner.offset)
      losses.append("\(package.bundle.path):\(location): element '\(scanner.name)' is left out")
    }
  }

  /// Adds the keys of the desktop entry that a declaration file cannot hold.
  private mutating func addLosses(of application: Conversion.Input) {
    let carried: Set<String> = ["Type", "Version", "Name", "Icon", "Exec", "Terminal", "MimeType"]
    let file = KeyFile.read(application.bytes, path: application.bundle.path).file
    var locator = SourceLocator(application.bytes)
    var seen: Set<String> = []
    for entry in file.entries(inGroup: "Desktop Entry") {
      let key = file.key(of: entry)
      guard !carried.contains(key), seen.insert(key).inserted,
        losses.count < DeclarationLimits.maximumDiagnostics
      else { continue }
      let location = locator.location(of: entry.key.lowerBound)
      losses.append("\(application.bundle.path):\(location): key '\(key.shortened)' is left out")
    }
    for group in file.groups where !file.holds("Desktop Entry", group.name) {
      guard losses.count < DeclarationLimits.maximumDiagnostics else { return }
      let location = locator.location(of: group.header.lowerBound)
      losses.append(
        "\(application.bundle.path):\(location): group '\(file.text(group.name).shortened)' is left out"
      )
    }
    if !bundle.claims.isEmpty {
      losses.append("\(application.bundle.path): roles and ranks are guessed from 'Categories'")
    }
  }
}
