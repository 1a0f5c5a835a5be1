// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing
import TypeRegistry

/// Types that a program exports and imports by name.
///
/// Each test has identifiers of its own: what a process says of one holds for all of its values.
@Suite struct UniformTypeDeclaringTests {
  @Test func anUndeclaredTypeConformsToItsParent() {
    let type = UniformType(exportedAs: "org.declaring.Menu", conformingTo: .json)
    #expect(type.identifier == "org.declaring.menu")
    #expect(!type.isDeclared && !type.isDynamic && type.tags.isEmpty)
    #expect(type.conforms(to: type) && type.conforms(to: .json) && type.conforms(to: .text))
    #expect(type.isSubtype(of: .data) && UniformType.json.isSupertype(of: type))
    #expect(!type.conforms(to: .image) && !UniformType.json.conforms(to: type))
    #expect(type.supertypes == UniformType.json.supertypes.union([.json]))
    #expect(type.debugDescription == "org.declaring.menu (not declared)")
  }

  @Test func withoutAParentItIsData() {
    let exported = UniformType(exportedAs: "org.declaring.plain")
    let imported = UniformType(importedAs: "org.declaring.other")
    for type in [exported, imported] {
      #expect(type.conforms(to: .data) && type.conforms(to: .item) && !type.conforms(to: .text))
      #expect(type.supertypes == [.data, .item])
    }
  }

  @Test func allValuesOfTheIdentifierAgree() throws {
    let name = "org.declaring.agreed"
    let registry = Shipped.registry
    let before = try #require(
      UniformType(identifier: name, allowUndeclared: true, in: registry))
    #expect(!before.conforms(to: .json) && before.supertypes.isEmpty)
    let exported = UniformType(exportedAs: name, conformingTo: .json)
    let decoded = try JSONDecoder().decode([UniformType].self, from: Data("[\"\(name)\"]".utf8))[0]
    for type in [before, exported, decoded, UniformType(importedAs: name, in: registry)] {
      #expect(type == exported && type.conforms(to: .json))
      #expect(type.supertypes.contains(.text))
    }
  }

  @Test func theFirstParentThatIsNotDataIsKept() {
    let name = "org.declaring.first"
    _ = UniformType(importedAs: name)
    let type = UniformType(exportedAs: name, conformingTo: .json)
    #expect(type.conforms(to: .json))
    for parent in [nil, UniformType.data, .image] {
      _ = UniformType(exportedAs: name, conformingTo: parent)
      #expect(type.conforms(to: .json) && !type.conforms(to: .image))
    }
  }

  @Test func parentsThatAreNotDeclaredHaveParents() {
    let base = UniformType(exportedAs: "org.declaring.base", conformingTo: .json)
    let middle = UniformType(exportedAs: "org.declaring.middle", conformingTo: base)
    let last = UniformType(exportedAs: "org.declaring.last", conformingTo: middle)
    #expect(last.conforms(to: middle) && last.conforms(to: base) && last.conforms(to: .text))
    #expect(!base.conforms(to: last))
    #expect(last.supertypes.isSuperset(of: [middle, base, .json, .text, .data]))
  }

  @Test func aCycleOfParentsEnds() {
    let one = UniformType(exportedAs: "org.declaring.one")
    let two = UniformType(exportedAs: "org.declaring.two", conformingTo: one)
    _ = UniformType(exportedAs: "org.declaring.one", conformingTo: two)
    #expect(one.conforms(to: two) && two.conforms(to: one) && !one.conforms(to: .text))
    #expect(one.supertypes == [two] && two.supertypes == [one])
    let own = UniformType(exportedAs: "org.declaring.own")
    _ = UniformType(exportedAs: "org.declaring.own", conformingTo: own)
    #expect(own.conforms(to: own) && own.supertypes.isEmpty && !own.conforms(to: .data))
  }

  /// The declaration decides, whatever the program says.
  @Test func aDeclaredTypeHasItsOwnSupertypes() {
    let registry = World.registry(
      .test("org.test.a", [.test("org.declaring.declared", parents: ["public.text"])]))
    let type = UniformType(
      importedAs: "org.declaring.declared", conformingTo: .image, in: registry)
    #expect(type.isDeclared && type.conforms(to: .text) && !type.conforms(to: .image))
    #expect(!type.supertypes.contains(.image))
    #expect(
      UniformType(exportedAs: "public.jpeg", conformingTo: .text).conforms(to: .text) == false)
  }

  /// A bundle may name a type as a parent that none declares: the registry has it, without supertypes.
  @Test func aTypeThatIsOnlyNamedConformsToItsParent() throws {
    let registry = World.registry(
      .test("org.test.a", [.test("org.declaring.child", parents: ["org.declaring.named"])]))
    defer { withExtendedLifetime(registry) {} }
    let child = try #require(UniformType("org.declaring.child", in: registry))
    let before = try #require(child.supertypes.first)
    #expect(before.identifier == "org.declaring.named" && !before.conforms(to: .text))
    let named = UniformType(
      importedAs: "org.declaring.named", conformingTo: .text, in: registry)
    for type in [named, before] {
      #expect(type == named && !type.isDeclared && type.conforms(to: .text))
      #expect(child.conforms(to: type) && type.supertypes.contains(.data))
    }
    // The supertypes of a declared type are the declarations'.
    #expect(!child.conforms(to: .text))
  }

  /// The owner of the extension conforms to what the program asks for.
  @Test func anImportedTypeIsTheOwnersOfThatParent() {
    let registry = World.registry(
      .test(
        "org.test.a",
        [
          .test("org.declaring.mine", parents: ["public.text"], extensions: ["own"]),
          .test("org.declaring.theirs", parents: ["public.data"], extensions: ["own"]),
        ]))
    defer { withExtendedLifetime(registry) {} }
    let text = UniformType(importedAs: "org.declaring.mine", conformingTo: .text, in: registry)
    #expect(text.identifier == "org.declaring.mine")
    #expect(UniformType(importedAs: "public.png", in: Shipped.registry) == .png)
  }

  @Test func dynamicTypesKeepTheirSupertypes() throws {
    let dynamic = try #require(UniformType(filenameExtension: "declaring", in: Shipped.registry))
    let exported = UniformType(exportedAs: dynamic.identifier, conformingTo: .image)
    #expect(exported == dynamic && exported.isDynamic)
    #expect(exported.conforms(to: .data) && !exported.conforms(to: .image))
    let odd = UniformType(exportedAs: "dyn.declaring", conformingTo: .image)
    #expect(odd.isDynamic && odd.debugDescription == "dyn.declaring (dynamic)")
  }

  @Test(arguments: [
    ("2", 2), ("2.1", 2), ("10.4.11", 10), ("0", 0), ("beta", nil), ("", nil), ("-1", nil),
    ("99999999999999999999", nil), ("3a", 3), ("٣", nil),
  ])
  func theVersionIsTheNumberThatItsTextBeginsWith(_ text: String, _ number: Int?) throws {
    var declaration = TypeDeclaration.test("org.declaring.version", parents: ["public.data"])
    declaration.version = text
    let registry = World.registry(.test("org.test.a", [declaration]))
    defer { withExtendedLifetime(registry) {} }
    let type = try #require(UniformType("org.declaring.version", in: registry))
    #expect(type.version == number)
    #expect(type.versionText == (text.isEmpty ? nil : text))
  }

  @Test func theAddressOfAnExplanationIsText() throws {
    let type = try #require(UniformType("public.geojson", in: Shipped.registry))
    #expect(type.referenceURLText?.hasPrefix("https://") == true)
    #expect(UniformType(fileName: "a.zzyzx").referenceURLText == nil)
  }

  @Test func aDebuggerShowsTagsAndState() {
    #expect(UniformType.jpeg.debugDescription == "public.jpeg (declared)")
    let dynamic = UniformType(fileName: "a.zzyzx", in: Shipped.registry)
    #expect(dynamic.debugDescription == "\(dynamic.identifier) (dynamic: zzyzx)")
    #expect(String(reflecting: [UniformType.png]) == "[public.png (declared)]")
  }
}
