// SPDX-License-Identifier: MIT

internal import Glibc

/// The location of a store: a directory of its own, which only its owner may enter.
///
/// It holds the database (`registry.sqlite`, with SQLite's `-wal` and `-shm`), a flat copy of its
/// bindings for programs that make one query (`registry.bindings`), a lock, damaged files that were
/// set aside, and the directory of the bundles that were registered by call (`registered`).
public struct StoreLocation: Hashable, Sendable {
  /// The directory.
  package let directory: FilePath

  /// The location in `directory`, which need not exist; `nil` for a path that is not absolute.
  public init?(directory: String) { self.init(directory: Array(directory.utf8)) }

  /// The location in `directory`, a path that need not be UTF-8.
  public init?(directory: [UInt8]) {
    guard let path = FilePath(bytes: directory), path.isAbsolute else { return nil }
    self.directory = path.withoutTrailingSlashes
  }

  /// The store of the system instance.
  public static let system = StoreLocation(directory: FilePath.root.appending("var/lib/typed"))

  /// The user's store, by this process's environment.
  public static var current: StoreLocation? {
    user(
      home: Environment.variable("HOME"), stateHome: Environment.variable("XDG_STATE_HOME"))
  }

  /// The store of the user with these environment variables.
  ///
  /// The XDG Base Directory Specification defines the default of `XDG_STATE_HOME` and that relative
  /// paths are ignored.
  ///
  /// - Parameters:
  ///   - home: `HOME`.
  ///   - stateHome: `XDG_STATE_HOME`.
  /// - Returns: `nil` if neither names a directory; then there is no store.
  public static func user(home: String?, stateHome: String? = nil) -> StoreLocation? {
    user(home: home.map { Array($0.utf8) }, stateHome: stateHome.map { Array($0.utf8) })
  }

  private static func user(home: [UInt8]?, stateHome: [UInt8]?) -> StoreLocation? {
    let directory =
      FilePath(absolute: stateHome)?.appending("typed")
      ?? FilePath(absolute: home)?.appending(".local/state/typed")
    return directory.map { StoreLocation(directory: $0) }
  }

  private init(directory: FilePath) {
    self.directory = directory.withoutTrailingSlashes
  }

  /// Whether the directory exists, or cannot be looked at.
  var mayExist: Bool {
    do throws(StoreError) {
      return try StoreFiles.status(directory) != nil
    } catch {
      return true
    }
  }

  // MARK: - Files

  /// The location with the database at a path, as ``databasePath`` has it.
  package init?(ofDatabaseAt path: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    self.init(directory: String(path[..<slash]))
  }

  /// The database's path, for people.
  public var databasePath: String { database.description }

  package var database: FilePath { directory.appending("registry.sqlite") }
  package var writeAheadLog: FilePath { directory.appending("registry.sqlite-wal") }
  package var sharedMemory: FilePath { directory.appending("registry.sqlite-shm") }
  /// A new database that is being built.
  package var building: FilePath { directory.appending("registry.sqlite.building") }
  /// A new database that is complete and not yet renamed to ``database``.
  package var replacement: FilePath { directory.appending("registry.sqlite.new") }
  package var lock: FilePath { directory.appending("registry.sqlite.lock") }
  package var snapshot: FilePath { directory.appending("registry.bindings") }
  /// The directory of the bundles that were registered by call.
  package var registered: FilePath { directory.appending("registered") }
}
