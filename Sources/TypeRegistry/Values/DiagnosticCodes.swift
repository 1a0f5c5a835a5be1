// SPDX-License-Identifier: MIT

// Every code that the registry emits, with its meaning. Scripts depend on the texts.

extension Diagnostic.Code {
  /// The number of the findings in one file; raised with each code that a file's parser begins to report,
  /// and with each change of what it reports, so that files are parsed again.
  package static let revision = 2
}

// MARK: - Files and search paths
extension Diagnostic.Code {
  /// There is no file at the path, or the path is a broken link.
  public static let fileMissing = Self(rawValue: "file-missing")
  /// The file cannot be opened or read.
  public static let fileUnreadable = Self(rawValue: "file-unreadable")
  /// The file that the caller names for output cannot be written.
  public static let fileUnwritable = Self(rawValue: "file-unwritable")
  /// The file is longer than ``DeclarationLimits/maximumFileBytes``.
  public static let fileTooLong = Self(rawValue: "file-too-long")
  /// The file changed while it was read, twice in a row.
  public static let fileChanged = Self(rawValue: "file-changed")
  /// The path leads to a directory, pipe, socket or device.
  public static let notARegularFile = Self(rawValue: "not-a-regular-file")
  /// A symbolic link that is not followed.
  public static let untrustedLink = Self(rawValue: "untrusted-link")
  /// A directory cannot be listed.
  public static let directoryUnreadable = Self(rawValue: "directory-unreadable")
  /// A directory has more entries, or the search path more files, than the limit allows.
  public static let tooManyFiles = Self(rawValue: "too-many-files")
  /// An element of the search path is ignored.
  public static let ignoredSearchPath = Self(rawValue: "ignored-search-path")
  /// A directory or file that users other than root may change is treated as the user's.
  public static let untrustedDirectory = Self(rawValue: "untrusted-directory")
  /// There is no bundle at a path that was registered.
  public static let registeredBundleMissing = Self(rawValue: "registered-bundle-missing")
  /// A file in the directory of registered bundles was changed since it was written.
  public static let damagedRegistration = Self(rawValue: "damaged-registration")
}

// MARK: - Formats
extension Diagnostic.Code {
  /// The bytes are in no format that holds declarations.
  public static let unknownFormat = Self(rawValue: "unknown-format")
  /// A file of freedesktop.org where a declaration file is expected: a desktop entry,
  /// `mimeapps.list`, a MIME package.
  public static let foreignFormat = Self(rawValue: "foreign-format")
  /// A property list in the old text format of NeXT and GNUstep.
  public static let openStepFormat = Self(rawValue: "openstep-format")
  /// The text is not valid JSON.
  public static let invalidJSON = Self(rawValue: "invalid-json")
  /// The text is JSON except for comments.
  public static let commentInJSON = Self(rawValue: "comment-in-json")
  /// The text is not well-formed XML.
  public static let invalidXML = Self(rawValue: "invalid-xml")
  /// The XML text or the binary file is not a property list.
  public static let invalidPropertyList = Self(rawValue: "invalid-property-list")
  /// A `.strings` file is not well-formed.
  public static let invalidStrings = Self(rawValue: "invalid-strings")
  /// A line of a desktop entry or of `mimeapps.list` is neither group, entry nor comment.
  public static let invalidKeyFile = Self(rawValue: "invalid-key-file")
  /// Two groups of a desktop entry or of `mimeapps.list` have the same name.
  public static let duplicateGroup = Self(rawValue: "duplicate-group")
  /// A backslash in a desktop entry or in `mimeapps.list` begins no escape sequence.
  public static let invalidEscape = Self(rawValue: "invalid-escape")
  /// The text, or a part of it, is not UTF-8.
  public static let invalidEncoding = Self(rawValue: "invalid-encoding")
  /// A file has more entries than the limit allows.
  public static let tooManyEntries = Self(rawValue: "too-many-entries")
  /// The XML text is not a package of MIME types.
  public static let notAMIMEPackage = Self(rawValue: "not-a-mime-package")
  /// An element of a package of MIME types cannot be read, and is left out.
  public static let invalidMIMEPackage = Self(rawValue: "invalid-mime-package")
  /// Two members of one object have the same name.
  public static let duplicateKey = Self(rawValue: "duplicate-key")
  /// A string holds a NUL character.
  public static let nulInString = Self(rawValue: "nul-in-string")
  /// The text starts with a byte order mark.
  public static let byteOrderMark = Self(rawValue: "byte-order-mark")
  /// There is white space before `<?xml`.
  public static let blankBeforeXML = Self(rawValue: "blank-before-xml")
}

// MARK: - Values and keys
extension Diagnostic.Code {
  /// A value is of another kind than its key requires.
  public static let wrongType = Self(rawValue: "wrong-type")
  /// A value that must have contents is empty.
  public static let emptyValue = Self(rawValue: "empty-value")
  /// A key that is not documented.
  public static let unknownKey = Self(rawValue: "unknown-key")
  /// A variable that a build step should have replaced.
  public static let unexpandedVariable = Self(rawValue: "unexpanded-variable")
  /// A display name holds characters that cannot be seen or change the direction of writing.
  public static let invisibleCharacter = Self(rawValue: "invisible-character")
  /// A string or number is used as a boolean.
  public static let looseBoolean = Self(rawValue: "loose-boolean")
  /// A value that is compared with case is written in another case.
  public static let oddCase = Self(rawValue: "odd-case")
  /// The file drew more diagnostics than are kept.
  public static let tooManyDiagnostics = Self(rawValue: "too-many-diagnostics")
  /// A group of a list of applications that has no effect in a file of this name.
  public static let ignoredAssociations = Self(rawValue: "ignored-associations")
  /// A file has neither declarations nor claims.
  public static let emptyBundle = Self(rawValue: "empty-bundle")
}

// MARK: - Bundles, types and tags
extension Diagnostic.Code {
  /// The name of an icon is not valid, such as a path.
  public static let invalidIconName = Self(rawValue: "invalid-icon-name")
  /// A bundle has no identifier.
  public static let missingBundleIdentifier = Self(rawValue: "missing-bundle-identifier")
  /// A bundle's identifier is not valid.
  public static let invalidBundleIdentifier = Self(rawValue: "invalid-bundle-identifier")
  /// A declaration has no identifier.
  public static let missingIdentifier = Self(rawValue: "missing-identifier")
  /// A text is not a type identifier.
  public static let invalidIdentifier = Self(rawValue: "invalid-identifier")
  /// A type conforms to itself.
  public static let conformsToItself = Self(rawValue: "conforms-to-itself")
  /// A type is named as a parent twice.
  public static let duplicateParent = Self(rawValue: "duplicate-parent")
  /// A bundle both exports and imports a type.
  public static let exportedAndImported = Self(rawValue: "exported-and-imported")
  /// A type of `com.example.`, which is reserved for examples.
  public static let exampleIdentifier = Self(rawValue: "example-identifier")
  /// A tag class is misspelt or not valid.
  public static let unknownTagClass = Self(rawValue: "unknown-tag-class")
  /// A tag specification is nested in a tag specification.
  public static let nestedTagSpecification = Self(rawValue: "nested-tag-specification")
  /// A text is not a tag of its class.
  public static let invalidTag = Self(rawValue: "invalid-tag")
  /// A tag is written with a leading dot or blanks around it.
  public static let untidyTag = Self(rawValue: "untidy-tag")
  /// An extension with a dot inside, which Apple's tools never match.
  public static let compoundExtension = Self(rawValue: "compound-extension")
  /// A tag appears twice in one declaration.
  public static let duplicateTag = Self(rawValue: "duplicate-tag")
  /// A declaration has more tags than the limit allows.
  public static let tooManyTags = Self(rawValue: "too-many-tags")
  /// A bundle, or all bundles together, declare more types than the limit allows.
  public static let tooManyTypes = Self(rawValue: "too-many-types")
  /// A type has more parents or supertypes than the limit allows.
  public static let tooManySupertypes = Self(rawValue: "too-many-supertypes")
  /// A rule about the contents of files cannot be used.
  public static let invalidContentRule = Self(rawValue: "invalid-content-rule")
  /// A rule about the contents of files holds for very many files.
  public static let weakContentRule = Self(rawValue: "weak-content-rule")
}

// MARK: - Claims and launching
extension Diagnostic.Code {
  /// A role is none of the five.
  public static let unknownRole = Self(rawValue: "unknown-role")
  /// A rank is none of the four.
  public static let unknownRank = Self(rawValue: "unknown-rank")
  /// A claim lists no type or tag.
  public static let emptyClaim = Self(rawValue: "empty-claim")
  /// Keys are ignored because a newer one is present.
  public static let ignoredLegacyKeys = Self(rawValue: "ignored-legacy-keys")
  /// A bundle or a claim has more entries than the limit allows.
  public static let tooManyClaims = Self(rawValue: "too-many-claims")
  /// A name, description or version is longer than ``DeclarationLimits/maximumTextBytes``.
  public static let textTooLong = Self(rawValue: "text-too-long")
  /// The argument vector cannot be used.
  public static let invalidArguments = Self(rawValue: "invalid-arguments")
  /// A `%` code is not a placeholder, or is only a part of its argument.
  public static let unknownPlaceholder = Self(rawValue: "unknown-placeholder")
  /// A character that shells interpret is outside of quotes in a desktop entry's `Exec`.
  public static let unquotedCharacter = Self(rawValue: "unquoted-character")
  /// A desktop entry is not of an application, or lacks a key that it must have.
  public static let invalidDesktopEntry = Self(rawValue: "invalid-desktop-entry")
  /// An entry of a list of MIME types is not one.
  public static let invalidMIMEType = Self(rawValue: "invalid-mime-type")
  /// An application claims something, and its arguments have no placeholder for a file or URL.
  public static let missingPlaceholder = Self(rawValue: "missing-placeholder")
  /// A directory of programs is not one that can be searched.
  public static let invalidProgramDirectory = Self(rawValue: "invalid-program-directory")
  /// A directory of programs does not exist.
  public static let missingProgramDirectory = Self(rawValue: "missing-program-directory")
  /// An administrator's choice of a handler is not valid.
  public static let invalidDefaultHandler = Self(rawValue: "invalid-default-handler")
  /// A bundle that any user may write chooses handlers for the site.
  public static let untrustedDefaults = Self(rawValue: "untrusted-defaults")
  /// An application claims to own a type that it does not export.
  public static let ownerWithoutExport = Self(rawValue: "owner-without-export")
  /// The program that starts an application was not found.
  public static let programMissing = Self(rawValue: "program-missing")
  /// A language of translations is not a language tag, or appears twice.
  public static let invalidLanguage = Self(rawValue: "invalid-language")
}

// MARK: - Findings about all bundles together
extension Diagnostic.Code {
  /// A rule about contents never decides, as that of another type holds whenever it does.
  public static let shadowedContentRule = Self(rawValue: "shadowed-content-rule")
  /// A conformance would close a cycle and is dropped.
  public static let conformanceCycle = Self(rawValue: "conformance-cycle")
  /// A type conforms to one that is not declared.
  public static let undeclaredParent = Self(rawValue: "undeclared-parent")
  /// A claim, or an administrator's choice, is for a type that is not declared.
  public static let undeclaredType = Self(rawValue: "undeclared-type")
  /// A tag of an exported type means another type.
  public static let tagOfAnotherType = Self(rawValue: "tag-of-another-type")
  /// A reserved identifier is declared outside the core.
  public static let reservedIdentifier = Self(rawValue: "reserved-identifier")
  /// An export would take tags or supertypes from a more trusted declaration.
  public static let narrowsTrustedDeclaration = Self(rawValue: "narrows-trusted-declaration")
  /// A bundle declares one type twice.
  public static let duplicateDeclaration = Self(rawValue: "duplicate-declaration")
  /// Another declaration of the type is in effect.
  public static let inactiveDeclaration = Self(rawValue: "inactive-declaration")
  /// Another installation of the bundle is in effect.
  public static let maskedBundle = Self(rawValue: "masked-bundle")
  /// Another bundle's default handler for the same subject comes first.
  public static let secondDefaultHandler = Self(rawValue: "second-default-handler")
  /// The application of a default handler is not installed for all users, or cannot be started.
  public static let missingDefaultHandler = Self(rawValue: "missing-default-handler")
  /// A supplement adds a parent to a reserved type.
  public static let supplementOfReservedType = Self(rawValue: "supplement-of-reserved-type")
  /// A supplement to a more trusted type adds a type to open it as, not a supertype.
  public static let opensAs = Self(rawValue: "opens-as")
  /// The class of a tag would be one too many for a registry.
  public static let tooManyTagClasses = Self(rawValue: "too-many-tag-classes")
  /// More types have a tag than the limit allows.
  public static let tooManyTypesPerTag = Self(rawValue: "too-many-types-per-tag")
  /// A registry would have more patterns with wildcards than the limit allows.
  public static let tooManyPatterns = Self(rawValue: "too-many-patterns")
  /// A supplement adds to a type that is not declared.
  public static let supplementWithoutType = Self(rawValue: "supplement-without-type")
}
