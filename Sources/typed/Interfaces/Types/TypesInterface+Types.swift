// SPDX-License-Identifier: MIT

extension TypesInterface {
  /// The types of the interface, in the form of its description.
  static let types = """
    \(SharedTypes.tag)

    # Something whose type is queried: exactly one of name, nameBytes, mimeType and tag. An item of
    # none or several of them is malformed.
    type Item (
      # The last component of a file's path.
      name: ?string,
      # The name in base 64, if it is not UTF-8.
      nameBytes: ?string,
      # The kind of the file: regular (the default), directory, mount-point,
      # symbolic-link, character-device, block-device, named-pipe or socket.
      kind: ?string,
      # A MIME type; its parameters are ignored. A scheme after x-scheme-handler/ is the scheme
      # itself.
      mimeType: ?string,
      # A tag of any class.
      tag: ?Tag,
      # The type that the answer has to conform to; only with mimeType or tag. The default is
      # public.data, unless no declared type with the tag conforms to that.
      conformingTo: ?string
    )

    \(SharedTypes.source)

    # A type that has a tag, in the order of the candidates.
    type Candidate (
      # The type.
      identifier: string,
      # The kind of the declaration that gives it the tag: exported, imported or supplement.
      kind: string,
      # The rule that places it after the candidate before it; for the first candidate, the rule
      # that places it before the second.
      rule: string,
      # The rule in words, with what was compared.
      reason: string,
      # Where the tag is declared.
      source: Source
    )

    # A type that has a tag and is ruled out.
    type Excluded (
      # The type.
      identifier: string,
      # Why it is ruled out.
      reason: string,
      # Where the tag is declared.
      source: Source
    )

    # One pattern that was tried.
    type Step (
      # The tag that was looked up.
      tag: Tag,
      # The pattern in words.
      pattern: string,
      # The types with the tag, the best first.
      candidates: []Candidate,
      # The types with the tag that are ruled out.
      excluded: ?[]Excluded
    )

    # Why an answer is what it is.
    type Explanation (
      # The answer in one sentence.
      verdict: string,
      # The patterns that were tried, in order; the last one decided, if any did.
      steps: []Step
    )

    # The type of one item.
    type Answer (
      # The type; absent only if there is a problem.
      identifier: ?string,
      # True if no declaration has the tag, so that the type is dynamic.
      dynamic: ?bool,
      # True if nothing but the order of identifiers (in core: of the files) decided.
      tie: ?bool,
      # The types between which only that order decided, the answer first.
      candidates: ?[]string,
      # The MIME type by which other programs on Linux know the type, else that of its nearest
      # supertype that has one.
      mimeType: ?string,
      # The supertype that the MIME type is taken from; absent if it is the type's own.
      mimeTypeFrom: ?string,
      # Why there is no type: the item is malformed, or its tag is too long.
      problem: ?string,
      # With 'explain': the reasons.
      explanation: ?Explanation
    )

    # One declaration of a type, or a supplement to it.
    type Declaration (
      # Its kind: exported, imported or supplement.
      kind: string,
      # Whether it is active: in effect.
      active: bool,
      # Why it is not active, as a word: imported, lessTrusted, foreignBundle, lowerVersion,
      # laterBundle, laterInFile, notOwner, narrowsTrusted, dynamic; others may be added.
      reason: ?string,
      # The reason as a part of a sentence.
      explanation: ?string,
      # Where the declaration is.
      source: Source
    )

    # The path from a type to one of its supertypes.
    type Conformance (
      # The supertype.
      supertype: string,
      # The types on a shortest path, both ends included.
      path: []string,
      # Where the conformance is declared; absent if it is indirect.
      source: ?Source
    )

    # A type that another one can be opened as.
    type OpensAs (
      # The type, whose applications open the other one after all others.
      identifier: string,
      # The supplement that says so.
      source: Source
    )

    # A description of a type.
    type Description (
      # The type, in lower case; spelt as in the call if it is unknown.
      identifier: string,
      # declared; undeclared, if it is only named as a supertype; dynamic; or unknown, which has
      # no further members.
      state: string,
      # The description in the language of the locale.
      description: ?string,
      # The supertype that the description is inherited from; absent if it is the type's own.
      descriptionFrom: ?string,
      # The name of the icon, inherited if the type has none of its own.
      icon: ?string,
      # The names of icons in the order in which programs look for them in an icon theme: that of
      # the declaration, those of the type's MIME types (image-png), then those of its supertypes
      # with generic ones (image-x-generic).
      icons: ?[]string,
      # The version of the active declaration.
      version: ?string,
      # The URL of a description of the format.
      referenceURL: ?string,
      # The tags in declared order: the first one of a class is the preferred one.
      tags: ?[]Tag,
      # The types that it conforms to directly, in declared order.
      parents: ?[]string,
      # All types that it conforms to, nearest first.
      supertypes: ?[]string,
      # The types that it can be opened as without conforming to them: a supplement says so that is
      # less trusted than the type.
      opensAs: ?[]OpensAs,
      # The declarations, the active one first, then supplements.
      declarations: ?[]Declaration,
      # With 'explain': the path to each supertype.
      conformances: ?[]Conformance
    )

    # Two types, of which the first may conform to the second.
    type Pair (
      # The type.
      identifier: string,
      # The other type.
      supertype: string
    )

    # Whether one type conforms to another.
    type PairAnswer (
      # Whether it is the other type or conforms to it.
      conforms: bool,
      # With 'explain': the types on a shortest path, both ends included.
      path: ?[]string
    )

    # An offered type and an accepted type that it is or conforms to.
    type NegotiatedPair (
      # The type that is offered.
      offered: string,
      # The type that is accepted.
      accepted: string,
      # The number of conformances between the two: 0 if they are the same.
      distance: int
    )

    # A type that a search found.
    type SearchResult (
      # The type.
      identifier: string,
      # Its description in the language of the locale.
      description: ?string,
      # How well it matches: exact, beginning, containing; or similar, for a misspelt identifier.
      quality: string
    )
    """
}
