// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The registry without any user's choices, which the loop's thread replaces between calls.
protocol RegistrySource: AnyObject {
  /// The current registry. A call takes it once.
  var published: PublishedRegistry { get }

  /// The number of the current registry: asked for far more often than the registry itself.
  var generation: UInt64 { get }

  /// Where the declarations of ``published`` come from.
  var locations: RegistryLocations { get }

  /// The state of the program that serves the registry; `nil` where none does.
  var serving: ServingStatus? { get }

  /// The number of the present period in which no input of the registry has changed; `nil` while
  /// that is not known.
  ///
  /// A result about these files and directories holds as long as the number is the same.
  var quietPeriod: Int? { get }

  /// How often the declarations have been read again.
  var reloads: Int { get }

  /// Requests that the declarations are read again, at once or soon.
  ///
  /// - Parameter names: The names of the desktop whose lists of applications are read from now on; `nil`
  ///   for those of before.
  /// - Returns: The value of ``reloads`` when that is done. A series of replies that waits for it is
  ///   queried again then.
  func requestReload(forDesktop names: [UInt8]?) -> Int

  /// Requests that the declarations are read again if they differ from those that were read.
  ///
  /// - Returns: As ``requestReload(forDesktop:)``.
  func requestCheck() -> Int
}

extension RegistrySource {
  /// Requests that the declarations are read again; returns as ``requestReload(forDesktop:)``.
  func requestReload() -> Int { requestReload(forDesktop: nil) }

  /// As ``requestReload()``, for a source that does not compare.
  func requestCheck() -> Int { requestReload() }
}

extension RegistrySource {
  var generation: UInt64 { published.generation }
  var serving: ServingStatus? { nil }
  var quietPeriod: Int? { nil }
}

/// The part of `Status` about the program that serves a registry.
struct ServingStatus {
  /// When it was started, in seconds since 1970.
  var startedAt: Int
  /// When the registry was last found to be that of its declarations, in seconds since 1970; `nil` if
  /// that was when it was loaded.
  var comparedAt: Int?
  /// How it notices changes.
  var watching: RegistryStatus.Watching
  /// The limits of a client.
  var limits: [RegistryStatus.Limit]
  /// The path of the socket that it was started with; `nil` if it listens by itself, and so listens again
  /// when the path is gone.
  var passedSocket: FilePath?
}
