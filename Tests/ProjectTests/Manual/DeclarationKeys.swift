// SPDX-License-Identifier: MIT

/// What the keys of declaration files mean; `ManualTests` insists that each known key is here.
enum DeclarationKeys {
  /// A key, the form of its value and what it means; no meaning for a key that is accepted for its
  /// use elsewhere and has no effect here.
  typealias Row = (key: String, form: String, meaning: String?)

  static let bundle: [Row] = [
    (
      "CFBundleIdentifier", "string",
      "The identifier of the bundle in reverse domain name form. It is required; of several bundles "
        + "with one identifier, one is in effect."
    ),
    ("CFBundleName", "string", "The name of the application."),
    ("CFBundleDisplayName", "string", "The name that is shown, before 'CFBundleName'."),
    (
      "CFBundleVersion", "string",
      "The version; among equally trusted declarations the highest wins."
    ),
    ("CFBundleShortVersionString", "string", "The version, if 'CFBundleVersion' is absent."),
    ("CFBundleDevelopmentRegion", "string", "The language of the texts in the file, such as en."),
    ("CFBundleIconFile", "string", "The icon of the application."),
    ("CFBundleIconName", "string", "The icon of the application, by name."),
    (
      "UTExportedTypeDeclarations", "array of types",
      "The types that the application owns. An exported declaration goes before an imported one."
    ),
    (
      "UTImportedTypeDeclarations", "array of types",
      "The types of others that the application needs."
    ),
    (
      "TRTypeSupplements", "array of supplements",
      "Further tags and supertypes of types that are declared elsewhere."
    ),
    (
      "CFBundleDocumentTypes", "array of document types",
      "The types and tags that the application opens."
    ),
    ("CFBundleURLTypes", "array of URL types", "The schemes of URLs that it opens."),
    ("TRLaunch", "launch", "How the application is started."),
    (
      "TRDefaultHandlers", "object",
      "An administrator's choices: see SITE CHOICES. It has an effect only in files that belong to root."
    ),
    (
      "TRProgramDirectories", "string or array",
      "Absolute directories that are searched for the programs of applications, after those of the "
        + "system and before those of PATH. A directory that users other than root and you can change "
        + "is not searched."
    ),
    (
      "TRLocalizedStrings", "object of objects",
      "Translations: by language, from the text in the file to the text in that language."
    ),
  ]

  static let type: [Row] = [
    (
      "UTTypeIdentifier", "string",
      "The identifier of the type in reverse domain name form: letters, digits, hyphens and dots. It "
        + "is required, and compared without case."
    ),
    ("UTTypeDescription", "string", "A noun that names the type, such as Restaurant Menu."),
    (
      "UTTypeConformsTo", "string or array",
      "The types that it conforms to directly. A type of files conforms to public.data; a "
        + "document also to public.content."
    ),
    (
      "UTTypeTagSpecification", "object of arrays",
      "The tags of the type, by class: see TAG CLASSES. The first of a class is the preferred one."
    ),
    ("UTTypeReferenceURL", "string", "Where the format is described."),
    ("UTTypeVersion", "string", "The version of this declaration."),
    ("UTTypeIconFile", "string", "The icon of the type."),
    ("UTTypeIconFiles", "array", "The icon of the type; the first one is used."),
    ("UTTypeIcons", "object", "The icon of the type, in parts."),
    ("UTTypeIconName", "string", "The icon of the type, by its name in an icon theme."),
    ("UTTypeIsWildcard", "boolean", nil),
    ("UTTypeSize64IconFile", "string", nil), ("UTTypeSize320IconFile", "string", nil),
    (
      "TRContentRules", "array of rules",
      "What files of the type contain: see CONTENT RULES. A file whose name leaves its type open is of the "
        + "type if one of them holds."
    ),
    (
      "TRFreedesktopMIMEType", "string",
      "The name of the type in freedesktop's database. It has an effect in the core alone."
    ),
    (
      "TRPreferredExtensions", "array",
      "Extensions that mean this type before all others. It has an effect in the core alone."
    ),
    (
      "TRSwiftConstant", "string",
      "The constant of the library. It has an effect in the core alone."
    ),
  ]

  static let icons: [Row] = [
    ("UTTypeIconName", "string", "The icon by name."), ("UTTypeIconText", "string", nil),
    ("UTTypeIconBackgroundName", "string", nil), ("UTTypeIconBadgeName", "string", nil),
  ]

  static let contentRule: [Row] = [
    (
      "Priority", "number",
      "From 0 to 100, and 50 if it is absent; of the outermost object of a rule only. Of the rules that "
        + "hold for a file the greatest counts, and then one of a type that conforms to the type found, or "
        + "opens as it. A rule below 10 only tells the types of one name apart. Rules of the user's "
        + "declarations come after all others, whatever their priority: if others hold, too, the type decides "
        + "only if it conforms to theirs, such as public.zip-archive."
    ),
    (
      "Offset", "number or array",
      "Where bytes are: how many come before them (0 if it is absent), or from a negative number on, "
        + "from the end of the file. Two numbers are the first and the last of a range."
    ),
    (
      "Text", "string or array",
      "The bytes, as text in UTF-8. An array holds alternatives, here and in the next ones."
    ),
    ("Bytes", "string or array", "The bytes, as hexadecimal digits, such as 1F 8B 08."),
    ("Mask", "string", "What of each byte of 'Bytes' is compared, in as many hexadecimal digits."),
    ("IgnoresCase", "boolean", "Whether ASCII letters match in both cases."),
    ("Fact", "string", "A fact about the file, in the place of bytes: see the table."),
    (
      "Value", "string or array",
      "The text of the fact. One '*' stands for any text: word/*; two at the ends for any around it."
    ),
    (
      "Matches", "array of objects",
      "Further tests with the same members, of which one must hold, too; or alternatives, in an object "
        + "that has no test of its own."
    ),
    (
      "RootElement", "object",
      "The outermost element of an XML text, in a rule of its own: 'Namespace' and 'Name'. Without a name "
        + "any element of the namespace is meant."
    ),
  ]

  static let rootElement: [Row] = [
    ("Namespace", "string", "The namespace; absent for none."),
    ("Name", "string", "The name without prefix; absent for any."),
  ]

  static let supplement: [Row] = [
    ("UTTypeIdentifier", "string", "The type that is supplemented. It is required."),
    ("UTTypeTagSpecification", "object of arrays", "Further tags."),
    ("UTTypeConformsTo", "string or array", "Further types that it conforms to."),
  ]

  static let documentType: [Row] = [
    ("CFBundleTypeName", "string", "The name of such documents."),
    (
      "LSItemContentTypes", "array",
      "The identifiers of the types that the application opens, and so of all types that conform to "
        + "them."
    ),
    (
      "CFBundleTypeRole", "string",
      "The use that it makes of a document: Editor, Viewer (the default), Shell, QLGenerator or None."
    ),
    (
      "LSHandlerRank", "string",
      "How it ranks among others: Owner, Default (the default), Alternate or None."
    ),
    (
      "CFBundleTypeExtensions", "array",
      "Extensions that it opens, whatever their types; '*' is everything. This and the next two are "
        + "ignored if 'LSItemContentTypes' is present."
    ),
    ("CFBundleTypeMIMETypes", "array", "MIME types that it opens."),
    ("CFBundleTypeOSTypes", "array", "Type codes of four bytes that it opens."),
    ("CFBundleTypeIconFile", "string", "The icon of such documents."),
    ("CFBundleTypeIconFiles", "array", "The icon of such documents; the first one is used."),
    ("LSTypeIsPackage", "boolean", "Whether the extensions belong to directories."),
    ("NSDocumentClass", "string", nil), ("NSExportableTypes", "array", nil),
    ("NSExportableAs", "array", nil), ("NSPersistentStoreTypeKey", "string", nil),
    ("NSUbiquitousDocumentUserActivityType", "string", nil),
    ("CFBundleTypeIconSystemGenerated", "boolean", nil), ("UTTypeIcons", "object", nil),
    ("CFBundleTypeIcons", "object", nil), ("LSIsAppleDefaultForType", "boolean", nil),
    ("LSTypeIsAlwaysPackage", "boolean", nil), ("CFBundleTypeScheme", "string", nil),
    ("NSIsRelatedItemType", "boolean", nil), ("LSDropHandler", "object", nil),
    ("CFBundleTypeSystemRole", "string", nil),
  ]

  static let urlType: [Row] = [
    ("CFBundleURLSchemes", "array", "The schemes, without a colon: mailto."),
    ("CFBundleURLName", "string", "The name of such URLs."),
    ("CFBundleTypeRole", "string", "As in a document type."),
    ("LSHandlerRank", "string", "As in a document type."),
    ("CFBundleURLIconFile", "string", "The icon of such addresses."),
    ("CFBundleURLTypes", "array", nil), ("LSIsAppleDefaultForScheme", "boolean", nil),
    ("CFBundleTypeName", "string", nil),
  ]

  static let launch: [Row] = [
    (
      "Arguments", "array",
      "The program and its arguments; no shell is involved. %f is replaced by one file, %F by all, "
        + "%u and %U by URLs, %k by the path of this declaration; each is an argument of its own or "
        + "the end of an option. The program is an absolute path, or a name that is searched where "
        + "programs are installed, then in TRProgramDirectories, then along PATH."
    ),
    ("Terminal", "boolean", "Whether the program needs a terminal."),
  ]

  /// The members of a choice of `TRDefaultHandlers`.
  static let siteChoice: [Row] = [
    ("Handler", "string", "The identifier of the application."),
    ("Role", "string", "Editor, Viewer or Shell; absent for every role."),
    ("AndSubtypes", "boolean", "Whether it also applies to all types that conform to the type."),
    ("Never", "boolean", "Whether the application is blocked."),
  ]
}
