// SPDX-License-Identifier: MIT

package import StrictJSON

// From a bundle to its unit, and back.

extension DeclarationUnit {
  /// The unit of a bundle, without findings.
  package init(_ bundle: Bundle) {
    self = UnitWriter.unit(bundle, findings: [], paths: [])
  }

  /// The unit of a file that was read.
  ///
  /// - Parameters:
  ///   - bundle: The declarations of the file; `nil` if it was rejected.
  ///   - findings: The findings about the file and its translations.
  ///   - paths: The path of the file, then those of its translations.
  package init(_ bundle: Bundle?, findings: [Diagnostic], paths: [String]) {
    self = UnitWriter.unit(bundle, findings: findings, paths: paths)
  }

  /// The line and column of a record; `nil` without a line.
  package static func location(_ line: UInt32, _ column: UInt32) -> SourceLocation? {
    line == 0 ? nil : SourceLocation(line: Int(line), column: Int(column))
  }

  /// The findings, about files of these paths: the unit's own, then those of its translations.
  package func findings(paths: [String]) -> [Diagnostic] {
    (0..<findings.count).map { index in
      let record = findings[index]
      let severities = Diagnostic.Severity.allCases
      let position: Diagnostic.Position =
        Self.location(record.line, record.column).map { .location($0) }
        ?? optionalText(record.keyPath).map { .keyPath($0) } ?? .file
      return Diagnostic(
        severities[min(Int(record.severity), severities.count - 1)],
        Diagnostic.Code(rawValue: text(record.code)),
        path: paths.indices.contains(Int(record.file)) ? paths[Int(record.file)] : "",
        position: position, message: text(record.message), hint: optionalText(record.hint),
        isAcceptedByApple: record.acceptedByApple == 0 ? nil : record.acceptedByApple == 2)
    }
  }

  /// The identifier of the bundle as written; empty if the file was rejected.
  package var bundleIdentifier: String { text(bundle?.identifier ?? 0) }

  /// How far the bundle is trusted.
  package var origin: Origin {
    Origin(rawValue: UInt8(truncatingIfNeeded: bundle?.origin ?? 0)) ?? .user
  }

  /// The bundle of a file that declares types alone: with the rules about contents, but without
  /// claims, choices, and the parts that only MIME packages and desktop entries have.
  ///
  /// Translations of texts that the file does not have are not in a unit.
  ///
  /// - Parameter path: The path of the file, which a unit does not have.
  /// - Returns: `nil` if the file was rejected.
  /// - Complexity: O(*n*) for *n* bytes of the unit.
  package func declaredTypes(ofFileAt path: String) -> Bundle? {
    guard let record = bundle else { return nil }
    var bundle = Bundle(
      identifier: bundleIdentifier, name: optionalText(record.name),
      version: BundleVersion(text(record.version)),
      developmentRegion: optionalText(record.developmentRegion), path: path, origin: origin,
      declarations: (0..<declarations.count).map { declaration(declarations[$0]) },
      supplements: (0..<supplements.count).map { supplement(supplements[$0]) },
      iconName: optionalText(record.icon))
    bundle.kind = record.kind
    addContentRules(to: &bundle)
    for index in 0..<translations.count {
      let translation = translations[index]
      bundle.localizedStrings[text(translation.language), default: [:]][text(translation.key)] =
        text(translation.value)
    }
    return bundle
  }

  private static func array(_ bytes: ImageBytes) -> [UInt8] {
    var array: [UInt8] = []
    bytes.append(to: &array)
    return array
  }

  private func addContentRules(to bundle: inout Bundle) {
    for index in 0..<magic.count {
      let record = magic[index]
      guard bundle.declarations.indices.contains(Int(record.declaration)) else { continue }
      var rule = ContentRule<MagicMatch>(priority: Int(record.priority))
      rule.location = Self.location(record.line, record.column)
      for match in record.matches..<record.matches + record.count {
        let match = magicMatches[match]
        var read = MagicMatch(
          depth: Int(match.depth), start: Int(match.start), offsets: Int(match.offsets),
          value: Self.array(bytes(match.value)), mask: Self.array(bytes(match.mask)))
        read.test = ContentTest(rawValue: match.test)
        rule.matches.append(read)
      }
      bundle.declarations[Int(record.declaration)].content.magic.append(rule)
    }
    for index in 0..<rootElements.count {
      let record = rootElements[index]
      guard bundle.declarations.indices.contains(Int(record.declaration)) else { continue }
      var element = RootElement(
        namespace: text(record.namespace), localName: text(record.localName))
      element.location = Self.location(record.line, record.column)
      bundle.declarations[Int(record.declaration)].content.rootElements.append(element)
    }
  }

  private func declaration(_ record: UnitDeclaration) -> TypeDeclaration {
    let parents = record.references..<record.references + record.parents
    let tags = parents.upperBound..<parents.upperBound + record.tags
    let preferredTags = tags.upperBound..<tags.upperBound + record.preferredTags
    var declaration = TypeDeclaration(
      identifier: identifier(record.identifier), kind: record.isExported ? .exported : .imported,
      parents: parents.map { identifier(references[$0]) }, tags: tags.map { tag(references[$0]) },
      typeDescription: optionalText(record.description), iconName: optionalText(record.icon),
      version: optionalText(record.version), referenceURL: optionalText(record.referenceURL),
      isWildcard: record.flags & UnitDeclaration.wildcard != 0,
      location: Self.location(record.line, record.column))
    declaration.preferredTags = preferredTags.map { tag(references[$0]) }
    declaration.freedesktopMIMEType = record.mimeType == 0 ? nil : tag(record.mimeType - 1)
    declaration.freedesktopMIMEName = optionalText(record.mimeName)
    declaration.genericIconName = optionalText(record.genericIcon)
    return declaration
  }

  private func supplement(_ record: UnitSupplement) -> TypeSupplement {
    let parents = record.references..<record.references + record.parents
    let tags = parents.upperBound..<parents.upperBound + record.tags
    return TypeSupplement(
      identifier: identifier(record.identifier),
      parents: parents.map { identifier(references[$0]) },
      tags: tags.map { tag(references[$0]) }, location: Self.location(record.line, record.column))
  }

  /// The argument vector that starts the application.
  package var launchArguments: [String] { (0..<arguments.count).map { text(arguments[$0]) } }

  /// The directories of programs that the file names.
  package var namedProgramDirectories: [ProgramDirectory] {
    (0..<programDirectories.count).map { index in
      let record = programDirectories[index]
      return ProgramDirectory(
        path: text(record.path), location: Self.location(record.line, record.column))
    }
  }

  /// The choices of the site.
  package var choices: [SiteBinding] {
    (0..<siteBindings.count).map { index in
      let record = siteBindings[index]
      let subject: Binding.Subject =
        switch record.subject.kind {
        case UnitSubject.tag: .tag(tag(record.subject.number))
        case UnitSubject.family: .family(identifier(record.subject.number))
        default: .type(identifier(record.subject.number))
        }
      return SiteBinding(
        subject: subject,
        role: record.role == 0 ? nil : Role(bit: UInt8(truncatingIfNeeded: record.role - 1)),
        handler: text(record.handler), isNever: record.isNever != 0,
        location: Self.location(record.line, record.column))
    }
  }
}
