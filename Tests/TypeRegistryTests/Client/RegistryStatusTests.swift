// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry  // How a registry was loaded.

/// What keeps a registry in this process from being all that it could be.
@Suite struct RegistryStatusTests {
  private func problems(core: String?, wasDamaged: Bool) -> [RegistryStatus.Problem] {
    let registry = RegistryCompiler.compile([.test("org.test.core", [.test("public.data")])])
      .registry
    let loaded = RegistryLoader.Loaded(
      registry: registry, source: .declarations, wasDamaged: wasDamaged)
    // A core that is named by a variable has to be there.
    let environment = Environment(declarations: core.map { "core=\($0)" })
    let locations = RegistryLocations(core: core, environment: environment, cache: nil)
    return RegistryStatus(PublishedRegistry(loaded, generation: 1), of: locations).problems
  }

  @Test func aWholeRegistryHasNone() {
    #expect(problems(core: nil, wasDamaged: false).isEmpty)
  }

  @Test func aMissingCoreAndADamagedImageAreProblems() {
    #expect(
      problems(core: "/nowhere/core", wasDamaged: true) == [
        RegistryStatus.Problem(
          "core-missing", "the directory of the core declarations does not exist",
          hint: "name it in TYPED_DECLARATIONS as core=DIRECTORY, or leave it out"),
        RegistryStatus.Problem(
          "image-damaged", "the image was damaged, and was compiled again",
          hint: "check the disk if that happens again"),
      ])
  }
}
