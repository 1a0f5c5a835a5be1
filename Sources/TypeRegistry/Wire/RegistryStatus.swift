// SPDX-License-Identifier: MIT

/// The state of a registry, and of the daemon or process that holds it.
public struct RegistryStatus: Hashable, Sendable {
  /// A directory that is searched for declarations.
  public struct Directory: Hashable, Sendable {
    /// The directory.
    public var path: String
    /// How far bundles in it are trusted.
    public var origin: Origin
    /// Whether the directory exists.
    public var exists: Bool
  }

  /// How a daemon notices that declarations change.
  public struct Watching: Hashable, Sendable {
    /// Why stamps are compared at intervals; `nil` if everything is watched.
    public var problem: String?
    /// How often they are compared then, in seconds.
    public var interval: Int

    /// How a daemon notices changes.
    public init(problem: String?, interval: Int) {
      self.problem = problem
      self.interval = interval
    }
  }

  /// A limit that a client of a daemon can meet.
  public struct Limit: Hashable, Sendable {
    /// The name; the same as in the option `--limit-NAME`, if there is one.
    public var name: String
    /// The value; its unit is part of the name: a number, bytes, or milliseconds.
    public var value: Int

    /// A limit.
    public init(_ name: String, _ value: Int) {
      self.name = name
      self.value = value
    }
  }

  /// Why a registry is not all that it could be.
  public struct Problem: Hashable, Sendable {
    /// A stable word for the kind: `input-unreadable`, `registration-damaged`, `image-not-written`,
    /// `image-damaged`, `not-watched`, `store`, `socket-lost` or `core-missing`.
    public var kind: String
    /// The problem: the message.
    public var message: String
    /// The advice, if any.
    public var hint: String?

    /// A problem.
    public init(_ kind: String, _ message: String, hint: String? = nil) {
      self.kind = kind
      self.message = message
      self.hint = hint
    }
  }

  /// The version of the daemon; `nil` for a registry in this process.
  public var version: String?
  /// The number of the registry; it grows with each that differs.
  public var generation: UInt64
  /// The digest of the contents.
  public var digest: String
  /// The digest of everything that decides which files are read.
  public var searchPathDigest: String
  /// The digest of the environment that decides which files and which store are used, as text; `nil` for
  /// a daemon of an earlier version.
  public var environment: String?
  /// How the registry came about.
  public var source: String
  /// The number of types, undeclared ones included.
  public var typeCount: Int
  /// The number of bundles.
  public var bundleCount: Int
  /// The number of errors and warnings about declarations.
  public var diagnosticCount: Int
  /// The length of the registry in bytes.
  public var imageSize: Int
  /// The directory of the core declarations; `nil` for those that are part of the library.
  public var core: String?
  /// Whether that directory has other declarations than those that are part of the library.
  public var isOtherCore: Bool
  /// The other directories, the most trusted first.
  public var directories: [Directory]
  /// The directory of the bundles that were registered by call; `nil` if none are read.
  public var registered: String?
  /// The number of registrations whose path has no bundle.
  public var sleepingCount: Int
  /// The file that the registry is kept in; `nil` if none is kept.
  public var image: String?
  /// Why the registry could not be written to ``image``; `nil` if it was, or was not to be.
  public var cacheProblem: String?
  /// When the declarations were read or the image of them was opened, in seconds since 1970.
  public var loadedAt: Int
  /// When the declarations were last found unchanged since the registry was made, in seconds since 1970.
  public var comparedAt: Int
  /// When the daemon was started, in seconds since 1970; `nil` for a registry in this process.
  public var startedAt: Int?
  /// How a daemon notices changes; `nil` for a registry in this process.
  public var watching: Watching?
  /// The limits of a daemon; none for a registry in this process.
  public var limits: [Limit] = []
  /// The problems with the declarations, the image, or the watching of them.
  public var problems: [Problem]
  /// The state of the user's choices; `nil` where no directory for them is known.
  public var store: StoreStatus?

  /// The reasons why it is not healthy; none if it is.
  public var reasons: [Problem] {
    var reasons = problems
    if let watching, let problem = watching.problem {
      reasons.append(
        Problem(
          "not-watched",
          "changes are noticed only every \(watching.interval) s: \(problem)",
          hint: "a call of Reload has the declarations read at once"))
    }
    if let problem = store?.problem {
      reasons.append(Problem("store", problem, hint: store?.hint))
    }
    return reasons
  }
}
