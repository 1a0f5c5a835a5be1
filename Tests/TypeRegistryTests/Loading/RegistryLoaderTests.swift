// SPDX-License-Identifier: MIT

import Testing

@testable import TypeRegistry

/// A registry as it was loaded.
@Suite struct RegistryLoaderTests {
  @Test(arguments: [
    (["/a.json"], "'/a.json'"), (["/b.json", "/a", "/c"], "'/a' and 2 more"),
  ])
  func aNoteNamesAFileThatCannotBeRead(_ unread: [String], _ names: String) {
    let whole = RegistryLoader.load(
      RegistryLocations(core: nil, environment: Environment(declarations: ""), cache: nil))
    #expect(whole.unreadNote == nil)
    let loaded = RegistryLoader.Loaded(
      registry: whole.registry, source: .declarations, wasDamaged: false, unread: unread.sorted())
    #expect(
      loaded.unreadNote
        == "\(names) cannot be read at present; the answer is without what is declared there")
  }

  /// Neither a program of other rules nor one of another format uses a cached image.
  @Test func theNameOfAnImageHasTheVersionOfItsCompiler() {
    #expect(CompilerVersion.ofImages.starts(with: CompilerVersion.current))
    #expect(CompilerVersion.ofImages != CompilerVersion.current)
  }
}
