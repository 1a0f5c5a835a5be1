// SPDX-License-Identifier: MIT

import Foundation
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
    #expect(UniformType(type.identifier, in: Shipped.registry) == type)
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

  @Test func eachConstantHasAPlaceOfItsOwn() {
    let identifiers = UniformType.constantIdentifiers
    #expect(Set(identifiers).count == identifiers.count)
    #expect(identifiers.count < CompiledRegistry.mostConstants)
    #expect(UniformType.item.identifier == identifiers.first)
    #expect(identifiers.contains(UniformType.x509Certificate.identifier))
    #expect(UniformType.visualBasicNET.identifier == identifiers.last)
    #expect(identifiers.allSatisfy { UniformType(exportedAs: $0).isDeclared })
  }

  /// The first answer is worked out, later ones are kept.
  @Test func answersAreTheSameAgain() throws {
    let registry = Shipped.registry
    for (name, mimeType) in [("jpeg", "image/jpeg"), ("txt", "text/plain"), ("zzyzx", nil)] {
      let type = UniformType(fileName: "a.\(name)", in: registry)
      let first = (
        type.identifier, type.preferredFilenameExtension, type.preferredMIMEType, type.hashValue
      )
      for _ in 0..<3 {
        #expect(type.identifier == first.0)
        #expect(type.preferredFilenameExtension == first.1)
        #expect(type.preferredMIMEType == first.2)
        #expect(type.hashValue == first.3)
      }
      #expect(first.2 == mimeType)
    }
  }

  /// A name beside a constant and a type of a registry that has it, and of one that has not.
  @Test func aNameIsItsTypeWhereARegistryHasIt() throws {
    let (name, other) = (
      UniformType(exportedAs: "public.jpeg"), UniformType(exportedAs: "org.no.where")
    )
    let jpeg = try #require(UniformType("public.jpeg", in: Shipped.registry))
    for type in [UniformType.jpeg, jpeg, .init(exportedAs: "public.JPEG")] {
      #expect(type == name && name == type && type.hashValue == name.hashValue)
      #expect(type != other && other != type)
      #expect(name.conforms(to: type) && type.conforms(to: name))
      #expect(!other.conforms(to: type) && !type.conforms(to: other))
    }
    #expect(
      other == .init(exportedAs: "org.no.where")
        && other.conforms(to: .init(exportedAs: "org.no.where")))
    #expect(UniformType.jpeg != .png && UniformType.jpeg == .jpeg)
  }

  /// The constants' registry is that of the process, which must not be the one of its user.
  @Test func theTestsUseNothingOfTheirUser() throws {
    let locations = RegistryLocations.current
    #expect(locations.cache?.description == "/dev/null/tests/typed")
    #expect(locations.findSearchPath().directories.isEmpty)
    #expect(StoreLocation.current?.database.description == "/dev/null/tests/typed/registry.sqlite")
  }

  /// One value is found by its place in a registry, another by its name, a third in another registry:
  /// all relations go by the identifier.
  @Test func valuesOfAllKindsAreComparedByIdentifier() throws {
    let world = World.registry()
    defer { withExtendedLifetime(world) {} }
    let jpeg = try #require(UniformType("public.jpeg", in: Shipped.registry))
    let others = [
      try #require(UniformType("public.jpeg", in: world)), UniformType.jpeg,
      UniformType(exportedAs: "public.JPEG"), UniformType(fileName: "a.jpg", in: world),
    ]
    let image = try #require(UniformType("public.image", in: world))
    for other in others {
      #expect(other == jpeg && jpeg == other)
      #expect(other.hashValue == jpeg.hashValue)
      #expect(other.conforms(to: jpeg) && jpeg.conforms(to: other))
      #expect(other.conforms(to: image) && !image.conforms(to: other))
      #expect(other != .png && other < .png && !(other < jpeg))
    }
    #expect(Set(others + [jpeg]).count == 1)
  }

  @Test func dynamicTypesAreComparedByTheirSpelling() throws {
    let registry = Shipped.registry
    let byName = UniformType(fileName: "a.ZZYZX", in: registry)
    let byExtension = try #require(UniformType(filenameExtension: "zzyzx", in: registry))
    let decoded = try #require(UniformType(byName.identifier, in: registry))
    let other = UniformType(fileName: "a.zzyzy", in: registry)
    for type in [byName, byExtension, decoded] {
      #expect(type == byName && type != other && type != .data)
      #expect(type.hashValue == byName.hashValue)
      #expect(type.conforms(to: byName) && type.conforms(to: .data) && type.conforms(to: .item))
      #expect(!type.conforms(to: other) && !type.conforms(to: .image))
      #expect(!UniformType.jpeg.conforms(to: type))
      #expect(type.isDynamic && !type.isDeclared && !type.isPublic)
      #expect(type.tags == [.filenameExtension: ["zzyzx"]])
      #expect(type.preferredMIMEType == nil)
      #expect(type.supertypes == [.data, .item])
      #expect(type.version == nil)
    }
  }

  /// A bundle may name a dynamic type as a parent; it stays dynamic.
  @Test func aDynamicTypeThatIsNamedAsAParentKeepsItsMeaning() throws {
    let dynamic = UniformType(fileName: "a.zzyzx", in: World.registry())
    let registry = World.registry(
      .test(
        "org.test.child",
        [.test("org.test.child", parents: [dynamic.identifier], extensions: ["child"])]))
    defer { withExtendedLifetime(registry) {} }
    let child = try #require(UniformType("org.test.child", in: registry))
    let parent = try #require(child.supertypes.first)
    #expect(parent == dynamic && parent.isDynamic && parent.hashValue == dynamic.hashValue)
    #expect(child.conforms(to: dynamic) && child.conforms(to: parent))
    #expect(!dynamic.conforms(to: child))
  }

  /// The supertype is a node of the registry, but not one with parents.
  @Test func aDynamicTypeConformsToWhatItsDynamicSupertypeConformsTo() throws {
    let outer = UniformType(fileName: "a.zzyzx", in: World.registry())
    let registry = World.registry(
      .test(
        "org.test.child",
        [.test("org.test.child", parents: [outer.identifier], extensions: ["child"])]))
    defer { withExtendedLifetime(registry) {} }
    let inner = try #require(
      UniformType(
        tag: "q", tagClass: .filenameExtension, conformingTo: outer, in: registry))
    #expect(inner.isDynamic && inner.conforms(to: outer) && inner.conforms(to: .data))
    #expect(!outer.conforms(to: inner))
    #expect(inner.supertypes.isSuperset(of: [outer, .data]))
  }

  /// At each length around the longest that fits: the type exists if its identifier does.
  @Test func aDynamicTypeHasAnIdentifierOrIsNone() throws {
    let tagClass = try TagClass("org.test.class")
    let registry = Shipped.registry
    var (made, refused) = (0, 0)
    for supertype in [nil, UniformType.data, UniformType.png] {
      for count in 1...255 {
        for value in [String(repeating: "x", count: count), String(repeating: ":", count: count)] {
          let type = UniformType(
            tag: value, tagClass: tagClass, conformingTo: supertype, in: registry)
          let expected = DynamicIdentifier(
            try Tag(tagClass, value), conformingTo: supertype?.typeIdentifier)
          #expect(type?.typeIdentifier == expected?.identifier)
          if type == nil { refused += 1 } else { made += 1 }
        }
      }
    }
    #expect(made > 300 && refused > 300)
  }

  @Test func anIdentifierOfTheDynamicDomainThatEncodesNothingIsDynamicAndItself() throws {
    let odd = UniformType(exportedAs: "dyn.b")
    #expect(odd.isDynamic && !odd.isDeclared && odd.tags.isEmpty && odd.supertypes.isEmpty)
    #expect(odd.conforms(to: odd) && !odd.conforms(to: .data) && odd != .data)
    #expect(UniformType("dyn.b", in: Shipped.registry) == nil)
  }

  @Test func tagsOfEveryLengthAreFoundAsTheyAreSpelt() throws {
    let registry = Shipped.registry
    for type in registry.declaredTypes(conformingTo: nil) {
      for tag in registry.tags(of: type) {
        let spellings =
          tag.tagClass.ignoresCase ? [tag.value, tag.value.uppercased()] : [tag.value]
        for spelling in spellings where spelling.asciiLowercased == tag.value.asciiLowercased {
          let expected = registry.types(tag: tag).types.first
          let found = UniformType(
            tag: spelling, tagClass: tag.tagClass, conformingTo: nil, in: registry)
          #expect(found?.typeIdentifier == expected, "\(tag)")
        }
      }
    }
  }

  /// Short extensions of ASCII are checked by a rule of their own: at each place of a text, with each
  /// character, it agrees with that of tags.
  @Test func anUnknownExtensionIsATagOrNoType() throws {
    let registry = Shipped.registry
    let data = try TypeIdentifier("public.data")
    var (made, refused) = (0, 0)
    for scalar in UInt8(0)...0xFF {
      let character = String(UnicodeScalar(scalar))
      for text in ["", "Zq", "Zqzqzqz", "Zqzqzqzq"] {
        for spelt in [character + text, text + character, "q" + character + text] {
          let type = UniformType(filenameExtension: spelt, in: registry)
          if type?.isDeclared == true { continue }
          let tag = try? Tag(.filenameExtension, spelt)
          let expected = tag.flatMap { DynamicIdentifier($0, conformingTo: data) }
          #expect(type?.typeIdentifier == expected?.identifier, "\(spelt)")
          if type == nil { refused += 1 } else { made += 1 }
        }
      }
    }
    #expect(made > 1_500 && refused > 300)
  }

  @Test func parametersOfAMIMETypeDoNotCount() {
    let registry = Shipped.registry
    for text in [
      "text/html", "TEXT/HTML;", "text/html; charset=utf-8", "text/html \t;a=b;c",
      "text/html;" + String(repeating: "x", count: 300),
    ] {
      #expect(UniformType(mimeType: text, in: registry) == .html, "\(text)")
    }
    #expect(UniformType(mimeType: ";text/html", in: registry) == nil)
    #expect(UniformType(mimeType: "", in: registry) == nil)
    #expect(UniformType(mimeType: "x-zq/unknown;a", in: registry)?.isDynamic == true)
  }

  @Test func anUndeclaredTypeIsHadOnlyOnRequest() throws {
    let registry = Shipped.registry
    #expect(
      UniformType(identifier: "org.nobody.nothing", allowUndeclared: false, in: registry) == nil)
    #expect(UniformType(identifier: "not one", allowUndeclared: true, in: registry) == nil)
    let type = try #require(
      UniformType(identifier: "org.Nobody.nothing", allowUndeclared: true, in: registry))
    #expect(type.identifier == "org.nobody.nothing")
    #expect(!type.isDeclared && !type.isDynamic && type.supertypes.isEmpty && type.tags.isEmpty)
    #expect(type.conforms(to: type) && !type.conforms(to: .data))
    for allows in [false, true] {
      let jpeg = UniformType(identifier: "public.jpeg", allowUndeclared: allows, in: registry)
      #expect(jpeg == .jpeg)
    }
  }

  @Test func isOrderedAndWrittenByItsIdentifier() {
    let types = [UniformType.png, .jpeg, UniformType(fileName: "a.gif", in: Shipped.registry)]
    #expect(
      types.sorted().map(\.description) == ["com.compuserve.gif", "public.jpeg", "public.png"])
    #expect("a \(UniformType.jpeg) b" == "a public.jpeg b")
    #expect("\(types[2])" == "com.compuserve.gif")
  }

  @Test func isEncodedAsItsIdentifierAndDecodedThroughTheCheckedDoor() throws {
    struct Document: Codable, Equatable { var types: [UniformType] }
    let document = Document(types: [.jpeg, UniformType(fileName: "a.zzyzx", in: Shipped.registry)])
    let data = try JSONEncoder().encode(document)
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"types":["public.jpeg","\#(document.types[1].identifier)"]}"#)
    #expect(try JSONDecoder().decode(Document.self, from: data) == document)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Document.self, from: Data(#"{"types":["not one"]}"#.utf8))
    }
  }

  @Test func aMalformedExportedIdentifierTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = UniformType(exportedAs: "not an identifier")
    }
  }

  @Test func withoutARegistryTheCurrentOneAnswers() throws {
    let current = EmbeddedRegistry.sharedCurrent
    let directory = try TemporaryDirectory()
    try directory.write("report", "%PDF-1.4\n")
    let path = Array("\(directory.path)/report".utf8)
    let contents = Array("%PDF-1.4\n".utf8)
    let found = UniformType.ofContents(contents, name: [])
    #expect(found == UniformType.ofContents(contents, name: [], in: current))
    #expect(found.type == .pdf && found.certainty == .contents)
    let files = try UniformType.ofFiles([path]).map { try $0.get() }
    #expect(files.map(\.type) == [.pdf])
    #expect(try HandlerQuery(fileAt: path) == HandlerQuery(fileAt: path, in: current))
    #expect(TypeBatch().registry.digest == current.digest)
    #expect(UniformType("public.png") == .png)
    #expect(UniformType(identifier: "public.png", allowUndeclared: false) == .png)
  }

  /// A type that declarations only name as a supertype.
  @Test func aTypeThatIsOnlyNamedIsUndeclared() throws {
    let registry = ConformanceTests.registry
    let name = "org.a.undeclared"
    #expect(UniformType(identifier: name, allowUndeclared: false, in: registry) == nil)
    let type = try #require(
      UniformType(identifier: name, allowUndeclared: true, in: registry))
    #expect(type.identifier == name && !type.isDeclared && !type.isDynamic)
    #expect(UniformType(identifier: "no type", allowUndeclared: true, in: registry) == nil)
  }

  /// A tag that no declared type has, or none that conforms, means one dynamic type; another text means none.
  @Test func allTypesOfATagMayBeOneOrNone() {
    func types(_ text: String, _ supertype: UniformType?) -> [UniformType] {
      UniformType.types(
        tag: text, tagClass: .filenameExtension, conformingTo: supertype, in: Shipped.registry)
    }
    #expect(types("zzyzx", nil).map(\.isDynamic) == [true])
    #expect(types("jpg", .data).first == .jpeg)
    let package = types("jpg", .package)
    #expect(package.map(\.isDynamic) == [true])
    #expect(package.first?.conforms(to: .package) == true)
    #expect(types("a b", nil).isEmpty)
  }
}
