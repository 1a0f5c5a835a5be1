// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing
import TypeRegistry

/// The story of the README: an application borrows a type until its owner's application arrives.
@Suite struct RestaurantTests {
  private let directory: TemporaryDirectory
  private let registry: EmbeddedRegistry
  private let foodList = "com.compy.foodlist"

  init() throws {
    directory = try TemporaryDirectory()
    let applications = directory.path + "/applications"
    try FileManager.default.createDirectory(
      atPath: applications, withIntermediateDirectories: true)
    registry = EmbeddedRegistry(
      RegistryLocations(
        core: TestFiles.checkout + "/Declarations",
        environment: Environment(declarations: "user=" + applications),
        cache: directory.path + "/cache"))
  }

  private func installed(_ sample: String) -> String {
    directory.path + "/applications/" + sample
  }

  private func install(_ sample: String) throws {
    try FileManager.default.copyItem(
      atPath: TestFiles.checkout + "/Tests/Data/Samples/" + sample, toPath: installed(sample))
    #expect(registry.refresh())
  }

  private func remove(_ sample: String) throws {
    try FileManager.default.removeItem(atPath: installed(sample))
    #expect(registry.refresh())
  }

  private func information(_ identifier: String) throws -> TypeInformation {
    try #require(registry.current.information(on: TypeIdentifier(identifier)))
  }

  @Test func theExportOfAnApplicationCounts() throws {
    #expect(UniformType("com.example.restaurantmenu", in: registry.current) == nil)
    try install("restaurant.json")
    let menu = try #require(
      UniformType(filenameExtension: "restaurantmenu", in: registry.current))
    #expect(menu.identifier == "com.example.restaurantmenu")
    #expect(menu.isDeclared)
    let declarations = try information("com.example.restaurantmenu").declarations
    #expect(declarations.map(\.kind) == [.exported])
    #expect(declarations.map(\.isActive) == [true])
    let json = try #require(UniformType("public.json", in: registry.current))
    let content = try #require(UniformType("public.content", in: registry.current))
    #expect(menu.conforms(to: json) && menu.conforms(to: content))
  }

  @Test func theImportCountsUntilTheOwnerArrives() throws {
    try install("restaurant.json")
    let borrowed = try information(foodList)
    #expect(borrowed.declarations.map(\.kind) == [.imported])
    #expect(borrowed.declarations.map(\.isActive) == [true])
    #expect(borrowed.description == "Compy Food List")
    #expect(borrowed.parents.map(\.text) == ["public.data", "public.content"])

    try install("compy.json")
    let owned = try information(foodList)
    #expect(owned.declarations.map(\.kind) == [.exported, .imported])
    #expect(owned.declarations.map(\.isActive) == [true, false])
    #expect(owned.declarations[1].reason == .imported)
    #expect(owned.description == "Food List")
    #expect(owned.parents.map(\.text) == ["public.json", "public.content"])

    try remove("compy.json")
    #expect(try information(foodList) == borrowed)
  }

  @Test func installingInEitherOrderGivesTheSame() throws {
    try install("restaurant.json")
    try install("compy.json")
    let digest = registry.current.digest
    try remove("restaurant.json")
    #expect(registry.current.digest != digest)
    try install("restaurant.json")
    #expect(registry.current.digest == digest)
  }

  @Test func anImportedTypeFollowsItsOwner() throws {
    try install("restaurant.json")
    let before = UniformType(importedAs: foodList, in: registry.current)
    #expect(before.localizedDescription == "Compy Food List")
    #expect(before.preferredMIMEType == nil)

    try install("compy.json")
    let after = UniformType(importedAs: foodList, in: registry.current)
    #expect(after.localizedDescription == "Food List")
    #expect(after.preferredMIMEType == "application/vnd.compy.foodlist+json")
    #expect(
      UniformType(filenameExtension: "food", in: registry.current)?.identifier == foodList)

    // A value kept from before answers from the registry that it was looked up in.
    #expect(before.localizedDescription == "Compy Food List")
    #expect(before.preferredMIMEType == nil)
    #expect(!before.conforms(to: try #require(UniformType("public.json", in: registry.current))))
    #expect(after == before, "it is the same type all the same")
  }

  @Test func anImportedTypeGivesWayToTheOneThatIsPreferredForItsExtension() throws {
    try install("restaurant.json")
    try Data(
      """
      {
        "CFBundleIdentifier": "com.compy.food2",
        "UTExportedTypeDeclarations": [{
          "UTTypeIdentifier": "com.compy.food2.list",
          "UTTypeConformsTo": "public.data",
          "UTTypeTagSpecification": { "public.filename-extension": "foodlist" }
        }]
      }
      """.utf8
    ).write(to: URL(fileURLWithPath: installed("food2.json")))
    #expect(registry.refresh())
    #expect(
      UniformType(importedAs: foodList, in: registry.current).identifier
        == "com.compy.food2.list")
  }

  @Test func everyMacBookIsAMac() throws {
    let registry = registry.current
    let mac = try TypeIdentifier("com.apple.mac")
    let macBooks = registry.declaredTypes.filter { $0.text.hasPrefix("com.apple.macbook") }
    #expect(macBooks.count > 50)
    for type in macBooks {
      #expect(registry.conforms(type, to: mac), "\(type)")
    }
    #expect(!registry.conforms(try TypeIdentifier("com.apple.iphone"), to: mac))
  }
}
