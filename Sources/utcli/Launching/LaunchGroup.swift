// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// An application to start.
struct LaunchApplication: Equatable {
  /// Its identity.
  var identity: HandlerIdentity
  /// Its name.
  var name: String
  /// Its argument vector, with placeholders.
  var arguments: [String]
  /// Whether it needs a terminal.
  var isTerminal: Bool
  /// The directory that it starts in; `nil` for this process's own.
  var workingDirectory: String?
  /// Whether it is newly installed and was not chosen or confirmed.
  var isUnconfirmed: Bool

  /// The application of a handler.
  init(_ handler: Handler) {
    identity = handler.identity
    name = handler.name
    arguments = handler.arguments
    isTerminal = handler.isTerminal
    workingDirectory = handler.workingDirectory
    isUnconfirmed = handler.isUnconfirmed
  }

  /// An application that the user named.
  init(_ application: ApplicationInformation) {
    identity = application.identity
    name = application.name
    arguments = application.arguments
    isTerminal = application.isTerminal
    workingDirectory = application.workingDirectory
    // To name it is to choose it.
    isUnconfirmed = false
  }

  /// An application with the given parts.
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

  /// The argument vector, checked.
  ///
  /// - Throws: ``Failure`` if it cannot be started.
  func vector() throws(Failure) -> LaunchVector {
    do throws(LaunchVector.Problem) {
      return try LaunchVector(arguments, declaration: identity.path)
    } catch .notAbsolute {
      throw Failure(
        .notLaunched, "'\(identity.bundle)' cannot be started: its program is a relative path",
        hint: "'\(identity.path)' contains its 'TRLaunch.Arguments'")
    } catch {
      throw Failure(.notLaunched, "'\(identity.bundle)' has a NUL among its arguments")
    }
  }
}

/// An application and the targets that it opens.
struct LaunchGroup {
  var application: LaunchApplication
  var targets: [LaunchTarget]

  /// Each application once, with its targets; both in the order of first appearance.
  static func groups(
    of choices: [(application: LaunchApplication, target: LaunchTarget)]
  ) -> [LaunchGroup] {
    var groups: [LaunchGroup] = []
    var indices: [HandlerIdentity: Int] = [:]
    for (application, target) in choices {
      if let index = indices[application.identity] {
        groups[index].targets.append(target)
      } else {
        indices[application.identity] = groups.count
        groups.append(LaunchGroup(application: application, targets: [target]))
      }
    }
    return groups
  }
}
