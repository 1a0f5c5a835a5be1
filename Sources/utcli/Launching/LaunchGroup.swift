// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// An application as it is started.
struct LaunchApplication: Equatable {
  /// Which one it is.
  var identity: HandlerIdentity
  /// What it is called.
  var name: String
  /// Its argument vector, placeholders not replaced.
  var arguments: [String]
  /// Whether it works in a terminal.
  var isTerminal: Bool
  /// Whether it was chosen by nobody and is new.
  var isUnconfirmed: Bool

  /// A handler as it is started.
  init(_ handler: Handler) {
    identity = handler.identity
    name = handler.name
    arguments = handler.arguments
    isTerminal = handler.isTerminal
    isUnconfirmed = handler.isUnconfirmed
  }

  /// An application that was named.
  init(_ application: ApplicationInformation) {
    identity = HandlerIdentity(
      bundle: application.bundle, origin: application.origin, path: application.path)
    name = application.name
    arguments = application.arguments
    isTerminal = application.isTerminal
    // Whoever names it has chosen it.
    isUnconfirmed = false
  }

  /// An application of known parts.
  init(
    identity: HandlerIdentity, name: String, arguments: [String], isTerminal: Bool = false,
    isUnconfirmed: Bool = false
  ) {
    self.identity = identity
    self.name = name
    self.arguments = arguments
    self.isTerminal = isTerminal
    self.isUnconfirmed = isUnconfirmed
  }

  /// Its vector.
  ///
  /// - Throws: ``Failure`` if it starts nothing.
  func vector() throws(Failure) -> LaunchVector {
    do throws(LaunchVector.Problem) {
      return try LaunchVector(arguments)
    } catch .notAbsolute {
      throw Failure(
        .notLaunched, "'\(identity.bundle)' cannot be started: its program is a relative path",
        hint: "'\(identity.path)' is where its 'TRLaunch.Arguments' stand")
    } catch {
      throw Failure(.notLaunched, "'\(identity.bundle)' has a NUL among its arguments")
    }
  }
}

/// An application with all that it is to open.
struct LaunchGroup {
  var application: LaunchApplication
  var targets: [LaunchTarget]

  /// Each application once, with its targets: both in the order of first appearance.
  static func groups(
    of choices: [(application: LaunchApplication, target: LaunchTarget)]
  ) -> [LaunchGroup] {
    var groups: [LaunchGroup] = []
    var places: [HandlerIdentity: Int] = [:]
    for (application, target) in choices {
      if let place = places[application.identity] {
        groups[place].targets.append(target)
      } else {
        places[application.identity] = groups.count
        groups.append(LaunchGroup(application: application, targets: [target]))
      }
    }
    return groups
  }
}
