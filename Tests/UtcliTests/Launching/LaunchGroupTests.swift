// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@testable import utcli

@Suite struct LaunchGroupTests {
  private static func application(
    _ bundle: String, _ arguments: [String] = ["/bin/true", "%f"]
  ) -> LaunchApplication {
    LaunchApplication(
      identity: HandlerIdentity(bundle: bundle, origin: .user, path: "/\(bundle).json"),
      name: bundle, arguments: arguments)
  }

  @Test(arguments: [
    (
      ["true", "%f"], "'org.example.a' cannot be started: its program is a relative path",
      "'/org.example.a.json' contains its 'TRLaunch.Arguments'" as String?
    ),
    (["/bin/true", "a\0b", "%f"], "'org.example.a' has a NUL among its arguments", nil),
  ])
  func aVectorThatCannotBeStartedIsRefused(
    _ arguments: [String], _ message: String, _ hint: String?
  ) throws {
    do throws(Failure) {
      _ = try Self.application("org.example.a", arguments).vector()
      Issue.record("it is accepted")
    } catch {
      #expect(error.status == .notLaunched)
      #expect(error.message == message)
      #expect(error.hint == hint)
    }
  }

  @Test func eachApplicationComesOnceWithItsTargets() {
    func target(_ path: String) -> LaunchTarget { .file(Array(path.utf8)) }
    let (first, second) = (Self.application("org.example.b"), Self.application("org.example.a"))
    let groups = LaunchGroup.groups(of: [
      (first, target("/1")), (second, target("/2")), (first, target("/3")),
    ])
    #expect(groups.map(\.application.identity.bundle) == ["org.example.b", "org.example.a"])
    #expect(
      groups.map { $0.targets.map(\.path) } == [
        [Array("/1".utf8), Array("/3".utf8)], [Array("/2".utf8)],
      ])
  }
}
