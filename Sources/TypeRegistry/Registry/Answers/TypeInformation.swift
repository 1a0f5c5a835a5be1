// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Everything that is known of one type.
public struct TypeInformation: Hashable, Sendable {
  /// The type.
  public var identifier: TypeIdentifier
  /// Whether some bundle declares it.
  public var isDeclared: Bool
  /// Whether it is made from a tag.
  public var isDynamic: Bool
  /// The description in the caller's language.
  public var description: String?
  /// The supertype that the description is inherited from; `nil` if it is the type's own.
  public var descriptionInheritedFrom: TypeIdentifier?
  /// The name of the icon.
  public var iconName: String?
  /// The version of the active declaration.
  public var version: String?
  /// Where the format is explained.
  public var referenceURL: String?
  /// The tags in declared order.
  public var tags: [Tag]
  /// The types that it conforms to directly, in declared order.
  public var parents: [TypeIdentifier]
  /// The types that it conforms to, breadth first.
  public var supertypes: [TypeIdentifier]
  /// The declarations of the type, the active one first, then supplements.
  public var declarations: [DeclarationInformation]

  /// The first tag of a class.
  public func preferredTag(_ tagClass: TagClass) -> String? {
    tags.first { $0.tagClass == tagClass }?.value
  }

  /// Whether the identifier lies in the `public.` domain.
  public var isPublic: Bool { identifier.isPublic }
}

/// One declaration or supplement of a type, and whether it counts.
public struct DeclarationInformation: Hashable, Sendable {
  /// What kind of statement it is.
  public enum Kind: String, Hashable, Sendable {
    /// Counts as authoritative.
    case exported
    /// Counts as borrowed.
    case imported
    /// Adds to somebody else's declaration.
    case supplement
  }

  /// The kind as it counts; a reserved identifier's export outside core counts as an import.
  public var kind: Kind
  /// Whether it counts; a supplement always does.
  public var isActive: Bool
  /// Why it does not count; `nil` if it does.
  public var reason: InactiveReason?
  /// Where it stands.
  public var source: SourceReference
}

/// The bundle, file and line that something comes from.
public struct SourceReference: Hashable, Sendable {
  /// `CFBundleIdentifier`.
  public var bundle: String
  /// `CFBundleVersion`.
  public var bundleVersion: String
  /// How far the bundle is trusted.
  public var origin: Origin
  /// The file.
  public var path: String
  /// The line from 1, 0 where the format has none.
  public var line: Int
  /// The column from 1, 0 where the format has none.
  public var column: Int

  /// `path:line:column`, or the path alone.
  public var place: String { line == 0 ? path : "\(path):\(line):\(column)" }
}

extension CompiledRegistry {
  /// Everything that is known of `identifier`; of a dynamic type what it spells.
  ///
  /// - Returns: `nil` for a well-formed identifier of which nothing is known.
  /// - Complexity: O(*e* + *s*²) for *s* supertypes joined by *e* conformances.
  public func information(
    on identifier: TypeIdentifier, in languages: LanguageList = .none
  ) -> TypeInformation? {
    switch reference(identifier) {
    case .registered(let type):
      let record = declarations[types[type.value].declaration]
      let description = localizedDescription(of: type, in: languages)
      return TypeInformation(
        identifier: self.identifier(of: type), isDeclared: record.isActive, isDynamic: false,
        description: description?.text,
        descriptionInheritedFrom: description.flatMap {
          $0.source == type ? nil : self.identifier(of: $0.source)
        },
        iconName: iconName(of: type)?.text,
        version: optionalText(details[record.details].version),
        referenceURL: optionalText(details[record.details].referenceURL),
        tags: tags(of: type), parents: parents(of: type).map(self.identifier(of:)),
        supertypes: supertypes(of: type).map(self.identifier(of:)),
        declarations: declarationInformation(of: type))
    case .dynamic(let dynamic):
      return TypeInformation(
        identifier: dynamic.identifier, isDeclared: false, isDynamic: true,
        description: nil, descriptionInheritedFrom: nil, iconName: nil, version: nil,
        referenceURL: nil, tags: dynamic.tags, parents: parents(of: identifier),
        supertypes: supertypes(of: identifier), declarations: [])
    case .unknown:
      return nil
    }
  }

  /// The declarations and supplements of a type, the active one first.
  package func declarationInformation(of type: TypeIndex) -> [DeclarationInformation] {
    var found: [DeclarationInformation] = []
    var index = Int(types[type.value].declaration)
    while index > 0, index < declarations.count, declarations[index].type == type.value {
      let record = declarations[index]
      found.append(
        DeclarationInformation(
          kind: record.isSupplement ? .supplement : record.isExported ? .exported : .imported,
          isActive: record.isActive || record.isSupplement,
          reason: InactiveReason(rawValue: record.reason),
          source: source(UInt32(index))))
      index += 1
    }
    return found
  }

  /// Where a declaration record stands.
  package func source(_ declaration: UInt32) -> SourceReference {
    let record = declarations[declaration]
    let bundle = bundleRecords[Int(record.bundle)]
    return SourceReference(
      bundle: text(bundle.identifier), bundleVersion: text(bundle.version), origin: record.origin,
      path: text(bundle.path), line: Int(record.line), column: Int(record.column))
  }
}

// MARK: - Bundles and findings

/// A bundle of a registry.
public struct BundleInformation: Hashable, Sendable {
  /// `CFBundleIdentifier`.
  public var identifier: String
  /// The application's name in the caller's language.
  public var name: String?
  /// `CFBundleVersion`.
  public var version: String
  /// The file.
  public var path: String
  /// How far the bundle is trusted.
  public var origin: Origin
  /// The number of type declarations.
  public var declarations: Int
  /// The number of supplements.
  public var supplements: Int
  /// The number of claims.
  public var claims: Int
  /// The file of the bundle that counts in this one's stead; `nil` if this one counts.
  public var maskedBy: String?
}

extension CompiledRegistry {
  /// All bundles: those that count in the order of their origins, then the masked ones.
  public func bundles(in languages: LanguageList = .none) -> [BundleInformation] {
    (0..<bundleRecords.count).map { index in
      let record = bundleRecords[index]
      let name = localized(record.name, ofBundle: UInt16(clamping: index), in: languages)
      return BundleInformation(
        identifier: text(record.identifier), name: name.isEmpty ? nil : name,
        version: text(record.version), path: text(record.path),
        origin: Origin(rawValue: UInt8(truncatingIfNeeded: record.origin)) ?? .user,
        declarations: Int(record.declarations), supplements: Int(record.supplements),
        claims: Int(record.claims),
        maskedBy: record.maskedBy == 0
          ? nil : text(bundleRecords[Int(record.maskedBy) - 1].path))
    }
  }

  /// The errors and warnings of reading and compiling; notes are `lint`'s alone.
  public var diagnostics: [Diagnostic] {
    (0..<diagnosticRecords.count).map { index in
      let record = diagnosticRecords[index]
      let position: Diagnostic.Position =
        record.line != 0
        ? .location(SourceLocation(line: Int(record.line), column: Int(record.column)))
        : record.keyPath != 0 ? .keyPath(text(record.keyPath)) : .file
      return Diagnostic(
        record.severity == 2 ? .error : .warning, Diagnostic.Code(rawValue: text(record.code)),
        path: text(record.path), position: position, message: text(record.message),
        hint: optionalText(record.hint))
    }
  }
}
