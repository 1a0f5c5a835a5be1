// SPDX-License-Identifier: MIT

/// One source of declarations and claims, usually one application: the contents of one file.
public struct Bundle: Hashable, Sendable {
  /// The format of the file.
  public enum Kind: UInt8, Hashable, Sendable {
    /// A declaration file: JSON or a property list.
    case declarations
    /// A package of freedesktop's shared-mime-info.
    case mimePackage
    /// A freedesktop desktop entry.
    case desktopEntry
    /// A list of applications by MIME type (`mimeapps.list`).
    case associations
  }

  /// The format of the file.
  public var kind = Kind.declarations
  /// `CFBundleIdentifier` as written; bundle identifiers are compared with case.
  public var identifier: String
  /// The application's name, which is also the key of its translations.
  public var name: String?
  /// `CFBundleVersion`; 0 if it is missing.
  public var version: BundleVersion
  /// `CFBundleDevelopmentRegion`: the language of the untranslated strings.
  public var developmentRegion: String?
  /// The path of the file that the bundle was read from, for display.
  public var path: String
  /// How far the bundle is trusted.
  public var origin: Origin
  /// Exported and imported declarations, in the order of the file.
  public var declarations: [TypeDeclaration]
  /// Additions to types that others declare, in the order of the file.
  public var supplements: [TypeSupplement]
  /// The claims of the application, in the order of the file.
  public var claims: [HandlerClaim]
  /// The argument vector that starts the application (`TRLaunch.Arguments`); empty if there is
  /// none.
  public var launchArguments: [String]
  /// Whether the application needs a terminal (`TRLaunch.Terminal`).
  public var isTerminal: Bool
  /// Whether the program of ``launchArguments`` was found.
  public var program: LaunchProgram
  /// A further program that must exist; without it the application is not installed (`TryExec`).
  public var tryProgram: String?
  /// The directory that the application starts in (`Path`), an absolute path.
  public var workingDirectory: String?
  /// Whether the file only masks others: its application is deleted (`Hidden`), or it is a desktop entry that is
  /// empty or of another type.
  public var isHidden = false
  /// Whether menus do not list the application (`NoDisplay`); it opens files all the same.
  public var isNotDisplayed = false
  /// How strongly the application is preferred among equals (`InitialPreference`); of desktop entries.
  public var weight = 0
  /// The rank of the file in the order of the directories that are searched.
  ///
  /// The smaller comes first. A list of applications has a rank of its own within its directory, and a
  /// registered bundle the last one.
  public var level = 0
  /// The entries of a list of applications by MIME type, in the order of the file.
  public var associations: [Association] = []
  /// The name of the application's icon.
  public var iconName: String?
  /// Handlers that the administrator chooses (`TRDefaultHandlers`), in the order of the file.
  public var siteBindings: [SiteBinding]
  /// Where programs are searched besides the usual directories (`TRProgramDirectories`), in the order of
  /// the file.
  public var programDirectories: [ProgramDirectory] = []
  /// Translations by language (`pt_BR`, `vi`), then by untranslated string; not those of
  /// `descriptionTranslations`.
  public var localizedStrings: [String: [String: String]]
  /// The translations of a MIME package, which are too many for ``localizedStrings``.
  package var descriptionTranslations = DescriptionTranslations()

  /// A bundle that declares nothing yet.
  public init(
    identifier: String, name: String? = nil, version: BundleVersion = BundleVersion(""),
    developmentRegion: String? = nil, path: String, origin: Origin,
    declarations: [TypeDeclaration] = [], supplements: [TypeSupplement] = [],
    claims: [HandlerClaim] = [], launchArguments: [String] = [],
    isTerminal: Bool = false, program: LaunchProgram = .unchecked, iconName: String? = nil,
    siteBindings: [SiteBinding] = [], localizedStrings: [String: [String: String]] = [:]
  ) {
    self.identifier = identifier
    self.name = name
    self.version = version
    self.developmentRegion = developmentRegion
    self.path = path
    self.origin = origin
    self.declarations = declarations
    self.supplements = supplements
    self.claims = claims
    self.launchArguments = launchArguments
    self.isTerminal = isTerminal
    self.program = program
    self.iconName = iconName
    self.siteBindings = siteBindings
    self.localizedStrings = localizedStrings
  }
}
