// SPDX-License-Identifier: MIT

extension Bundle {
  /// Stops the program if the bundle holds anything that the parser must reject.
  ///
  /// - Complexity: O(*n*) for *n* bytes of text.
  package func checkInvariants() {
    precondition(!identifier.isEmpty && !identifier.utf8.contains(0), "a bundle has an identifier")
    precondition(
      declarations.count + supplements.count <= DeclarationLimits.maximumTypesPerPackage,
      "a bundle has no more types than allowed")
    precondition(claims.count <= DeclarationLimits.maximumClaimsPerBundle, "claims are limited")
    precondition(
      claims.reduce(0) { $0 + $1.subjects.count } <= DeclarationLimits.maximumSubjectsPerBundle,
      "what claims name is limited")
    for declaration in declarations {
      Self.check(declaration.identifier, declaration.parents, declaration.tags)
    }
    for supplement in supplements {
      Self.check(supplement.identifier, supplement.parents, supplement.tags)
    }
    for claim in claims {
      precondition(!claim.subjects.isEmpty, "a claim names something")
      for case .tag(let tag) in claim.subjects { Self.check(tag) }
    }
    precondition(
      launchArguments.allSatisfy { !$0.utf8.contains(0) }, "an argument holds no NUL")
    precondition(
      launchArguments.reduce(0) { $0 + $1.utf8.count } <= DeclarationLimits.maximumLaunchBytes,
      "arguments are limited")
    precondition(launchArguments.first != "", "a program has a name")
    precondition(
      programDirectories.allSatisfy { $0.path.utf8.first == UInt8(ascii: "/") },
      "a directory of programs is an absolute path")
    precondition(
      workingDirectory.map { $0.utf8.first == UInt8(ascii: "/") && !$0.utf8.contains(0) } ?? true,
      "a working directory is an absolute path")
  }

  private static func check(
    _ identifier: TypeIdentifier, _ parents: [TypeIdentifier], _ tags: [Tag]
  ) {
    for identifier in parents + [identifier] {
      precondition(
        (try? TypeIdentifier(identifier.text)) == identifier, "an identifier is well-formed")
    }
    precondition(!identifier.isDynamic, "no dynamic type is declared")
    precondition(!parents.contains(identifier), "no type conforms to itself")
    precondition(Set(parents).count == parents.count, "no parent appears twice")
    precondition(tags.count <= DeclarationLimits.maximumTagsPerType, "tags are limited")
    precondition(Set(tags).count == tags.count, "no tag appears twice")
    for tag in tags { check(tag) }
  }

  private static func check(_ tag: Tag) {
    precondition((try? Tag(tag.tagClass, tag.value)) == tag, "a tag is well-formed")
  }
}
