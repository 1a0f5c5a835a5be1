// SPDX-License-Identifier: MIT

internal import Varlink

extension TypesInterface {
  /// `org.typeregistry.types` as clients read it.
  static let description = InterfaceDescription(
    literal: """
      # Which type a file, a MIME type or any other tag means, and how types are related.
      #
      # A type is named by an identifier such as public.jpeg. Identifiers are compared without case
      # and answered in lower case. A type conforms to its supertypes: public.jpeg to public.image,
      # and so to public.data. An unknown tag means a dynamic type, whose identifier (dyn.a and
      # so on) encodes the tag.
      #
      # Each call is answered from one registry, whose number is the reply's generation. A list of
      # parameters has 4096 elements at most. A method that supports 'more' gives its answer in
      # several replies if it is long; without 'more' an answer beyond 1 MiB is the error
      # ReplyTooLong. Names that are not UTF-8, or contain NUL, are sent in base 64 (RFC 4648
      # section 4).
      interface org.typeregistry.types

      \(types)

      # The type of each file name, MIME type or tag, in the order of the call: first the 'names',
      # which are names of regular files, then the 'items'. The answer for a malformed item is a
      # problem; a member of another type refuses the call.
      # [Supports 'more' flag]
      method TypeOf(
        # Names of regular files: the last components of their paths.
        names: ?[]string,
        # Other items; with the names 4096 at most.
        items: ?[]Item,
        # Whether to add the reasons.
        explain: ?bool
      ) -> (
        # The answers.
        answers: []Answer,
        # The number of the registry that answered.
        generation: int
      )

      # Every type that a tag can mean, the best one first; without any, one dynamic type. There is
      # no type only if the tag is too long to be encoded in an identifier.
      method TypesForTag(
        # The class of the tag.
        tagClass: string,
        # The tag.
        tag: string,
        # The type that all answers have to conform to.
        conformingTo: ?string
      ) -> (
        # The types.
        types: []string,
        # True if no declared type fits, so that the type is dynamic.
        dynamic: ?bool,
        # True if nothing but the order of identifiers (in core: of the files) decided.
        tie: ?bool,
        # The number of the registry that answered.
        generation: int
      )

      # All declared types, in byte order of their identifiers.
      # [Supports 'more' flag]
      method DeclaredTypes(
        # The type that they are or conform to; absent for all.
        conformingTo: ?string
      ) -> (
        # The types.
        types: []string,
        # The number of the registry that answered.
        generation: int
      )

      # A description of each type, in the order of the call.
      # [Supports 'more' flag]
      method Describe(
        # The types, 4096 at most.
        identifiers: []string,
        # The language of descriptions, such as de_DE.
        locale: ?string,
        # Whether to give only state, description, icon, icons and parents.
        brief: ?bool,
        # Whether to add the path to each supertype; not with brief.
        explain: ?bool
      ) -> (
        # The descriptions.
        types: []Description,
        # The number of the registry that answered.
        generation: int
      )

      # Whether the first type of each pair is the second or conforms to it. An unknown type
      # conforms to itself alone.
      # [Supports 'more' flag]
      method Conforms(
        # The pairs, 4096 at most.
        pairs: []Pair,
        # Whether to add the path from one to the other.
        explain: ?bool
      ) -> (
        # The answers in the order of the pairs.
        answers: []PairAnswer,
        # The number of the registry that answered.
        generation: int
      )

      # The types that a type conforms to, itself excluded: breadth first, in declared order.
      method Supertypes(
        # The type.
        identifier: string
      ) -> (
        # The supertypes, 255 at most.
        supertypes: []string,
        # The number of the registry that answered.
        generation: int
      )

      # The types that conform to a type, itself excluded: breadth first, below each parent in byte
      # order.
      # [Supports 'more' flag]
      method Subtypes(
        # The type.
        identifier: string
      ) -> (
        # The subtypes.
        subtypes: []string,
        # The number of the registry that answered.
        generation: int
      )

      # The tags of a type in declared order; with 'subtypes' followed by those of its subtypes,
      # each tag once. A file picker needs them to show the files of a family.
      # [Supports 'more' flag]
      method Tags(
        # The type.
        identifier: string,
        # Whether to add the tags of subtypes.
        subtypes: ?bool
      ) -> (
        # The tags.
        tags: []Tag,
        # The number of the registry that answered.
        generation: int
      )

      # A file name with the preferred extension of a type, unless it already has an extension that
      # is valid for the type. A type without extension changes nothing.
      method SuggestName(
        # The name. Either this or nameBytes.
        name: ?string,
        # The name in base 64, if it is not UTF-8.
        nameBytes: ?string,
        # The type.
        identifier: string
      ) -> (
        # The suggested name; bytes that are not UTF-8 are replaced by U+FFFD.
        name: string,
        # The suggested name in base 64, if it is not UTF-8.
        nameBytes: ?string,
        # Whether the name differs from that of the call.
        changed: bool,
        # The number of the registry that answered.
        generation: int
      )

      # Every pair of an offered and an accepted type that match, the best first: the same type,
      # then the nearest conformance, then the order of the accepted types, then that of the
      # offered.
      method Negotiate(
        # The types that are offered, the best first; 256 at most.
        offered: []string,
        # The types that are accepted, most preferred first; 256 at most.
        accepted: []string
      ) -> (
        # The pairs; none if nothing matches.
        pairs: []NegotiatedPair,
        # The number of the registry that answered.
        generation: int
      )

      # The declared types whose identifier, description or tags contain a text, the best match
      # first.
      # [Supports 'more' flag]
      method Search(
        # The text, compared without case.
        text: string,
        # The language of descriptions, such as de_DE.
        locale: ?string,
        # Whether to give identifiers that are spelt almost like the text instead; at most three.
        similar: ?bool
      ) -> (
        # The types that were found.
        results: []SearchResult,
        # The number of the registry that answered.
        generation: int
      )

      # The type is not declared, not named as a supertype, and not dynamic.
      error TypeNotFound (
        # The identifier in the call.
        identifier: string,
        # Declared types that are spelt almost the same.
        suggestions: []string
      )

      \(SharedTypes.replyTooLong)

      """)
}
