// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension LaunchApplication {
  /// The argument vector, checked.
  ///
  /// - Throws: ``Failure`` if it cannot be started.
  func vector() throws(Failure) -> LaunchVector {
    do throws(LaunchFailure) {
      return try LaunchVector(arguments, declaration: identity.path)
    } catch .cannotStart {
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
