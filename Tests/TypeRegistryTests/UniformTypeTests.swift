// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite struct UniformTypeTests {
  @Test func findsTypesByExtensionAndMIMEType() {
    let registry = Shipped.registry
    #expect(UniformType(filenameExtension: "JPG", in: registry) == .jpeg)
    #expect(UniformType(mimeType: "text/html; charset=utf-8", in: registry) == .html)
    #expect(
      UniformType(tag: "rtfd", tagClass: .filenameExtension, conformingTo: .package, in: registry)
        == .rtfd)
    #expect(UniformType("public.png", in: registry) == .png)
  }

  @Test func rejectsUndeclaredTypes() {
    #expect(UniformType("org.nobody.nothing", in: Shipped.registry) == nil)
    #expect(UniformType("not an identifier", in: Shipped.registry) == nil)
    #expect(UniformType(filenameExtension: "a b", in: Shipped.registry) == nil)
    #expect(UniformType(mimeType: "nonsense", in: Shipped.registry) == nil)
  }

  @Test func unknownTagsMeanDynamicTypes() throws {
    let type = try #require(UniformType(filenameExtension: "zzyzx", in: Shipped.registry))
    #expect(type.isDynamic)
    #expect(!type.isDeclared)
    #expect(type.conforms(to: .data))
    #expect(type.preferredFilenameExtension == "zzyzx")
    #expect(UniformType(type.identifier.text, in: Shipped.registry) == type)
  }

  @Test func theFirstTypeOfATagIsTheOneThatItMeans() {
    let types = UniformType.types(
      tag: "ts", tagClass: .filenameExtension, conformingTo: .data, in: Shipped.registry)
    #expect(types.first == .mpeg2TransportStream)
    #expect(types.count > 1)
  }

  @Test func relationsAreStrictWhereTheyShouldBe() throws {
    let jpeg = try #require(UniformType("public.jpeg", in: Shipped.registry))
    #expect(jpeg.conforms(to: .jpeg))
    #expect(!jpeg.isSubtype(of: .jpeg))
    #expect(jpeg.isSubtype(of: .image))
    #expect(UniformType.image.isSupertype(of: jpeg))
    #expect(jpeg.supertypes == [.image, .data, .content, .item])
  }

  @Test func propertiesAreThoseOfTheActiveDeclaration() throws {
    let jpeg = try #require(UniformType("public.jpeg", in: Shipped.registry))
    #expect(jpeg.preferredFilenameExtension == "jpeg")
    #expect(jpeg.preferredMIMEType == "image/jpeg")
    #expect(jpeg.localizedDescription == "JPEG image")
    #expect(jpeg.isPublic && jpeg.isDeclared && !jpeg.isDynamic)
    #expect(jpeg.tags[.filenameExtension]?.contains("jpg") == true)
  }

  @Test func constantsUseTheCurrentRegistry() {
    #expect(UniformType.jpeg.isDeclared)
    #expect(UniformType.jpeg.conforms(to: .image))
    #expect(UniformType.png.preferredMIMEType == "image/png")
  }

  /// The constants' registry is that of the process, which must not be the one of its user.
  @Test func theTestsUseNothingOfTheirUser() throws {
    let locations = RegistryLocations.current
    #expect(locations.cache?.description == "/dev/null/tests/typed")
    #expect(locations.searchPath.directories.isEmpty)
    #expect(StoreLocation.current?.database.description == "/dev/null/tests/typed/registry.sqlite")
  }

  @Test func aMalformedExportedIdentifierTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = UniformType.exported("not an identifier")
    }
  }
}
