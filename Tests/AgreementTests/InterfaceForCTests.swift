// SPDX-License-Identifier: MIT

import CTypeRegistry
import Foundation
import TestSupport
import Testing
import TypeRegistry
import TypeRegistryC

/// One answer: the interface for C, and its batches, over the registry that the library is asked.
@Suite("The interface for C answers as the library does")
@safe final class InterfaceForCTests {
  private let registry: CompiledRegistry
  private let client: EmbeddedClient
  private let image: [UInt8]
  private var handle: OpaquePointer?

  /// The shipped declarations with the sample applications, in a file.
  init() throws {
    let locations = RegistryLocations(
      core: Questions.sources + "/Declarations",
      environment: Environment(declarations: "user=\(Questions.sources)/Tests/Data/Samples"),
      cache: nil)
    let compilation = RegistryLoader.compile(locations)
    registry = compilation.registry
    image = compilation.image
    client = EmbeddedClient(PublishedRegistry(registry, generation: 1), of: locations)
    let directory = try TemporaryDirectory()
    let file = directory.path + "/image"
    try directory.write("image", compilation.image)
    unsafe try #require(chmod(file, 0o600) == 0)
    try #require(unsafe TypeRegistryC.openImage(file, &handle) == TR_OK)
  }

  deinit { _ = unsafe TypeRegistryC.close(handle) }

  private func number(_ identifier: String) -> tr_type? {
    var type: tr_type = 0
    return unsafe TypeRegistryC.typeNamed(handle, identifier, &type) == TR_OK ? type : nil
  }

  /// The text of a type, by one of the functions that give one.
  private func text(
    _ type: tr_type,
    _ function: (OpaquePointer?, UInt64, UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> CInt
  ) -> String? {
    var text: UnsafePointer<CChar>?
    guard unsafe function(handle, type, &text) == TR_OK else { return nil }
    return unsafe text.map { unsafe String(cString: $0) }
  }

  private func identifier(_ type: tr_type) -> String? {
    unsafe text(type, TypeRegistryC.identifier)
  }

  /// The tags of a type, asked first for their number alone.
  private func tags(_ type: tr_type, _ tagClass: String) -> [String]? {
    var count = 0
    guard unsafe TypeRegistryC.tags(handle, type, tagClass, nil, 0, &count) == TR_OK else {
      return nil
    }
    var tags = unsafe [UnsafePointer<CChar>?](repeating: nil, count: count)
    guard unsafe TypeRegistryC.tags(handle, type, tagClass, &tags, count, &count) == TR_OK else {
      return nil
    }
    return unsafe tags.compactMap { unsafe $0.map { unsafe String(cString: $0) } }
  }

  /// The types that a function gives, asked first for their number alone.
  private func types(
    _ function: (UnsafeMutablePointer<UInt64>?, Int, UnsafeMutablePointer<Int>?) -> CInt
  ) -> [String?]? {
    var count = 0
    guard unsafe function(nil, 0, &count) == TR_OK else { return nil }
    var types = [UInt64](repeating: 0, count: count)
    guard unsafe function(&types, count, &count) == TR_OK else { return nil }
    return types.map(identifier)
  }

  @Test func contentsDecideWhereTheNameDoesNot() throws {
    for (name, contents, expected, certainty) in [
      ("a.jpg", "?", "public.jpeg", TR_BY_NAME), ("", "words\n", "public.plain-text", TR_BY_TEXT),
      ("a", "%PDF-1.4\n", "com.adobe.pdf", TR_BY_CONTENTS),
      ("a", "\u{1}\u{2}", "public.data", TR_BY_NOTHING),
    ] {
      var type: tr_type = 0
      var found: CInt = -1
      let (nameLength, length) = (name.utf8.count, contents.utf8.count)
      #expect(
        unsafe TypeRegistryC.typeOfContents(
          handle, contents, length, 0, name, nameLength, &type, &found) == TR_OK)
      #expect(identifier(type) == expected && found == CInt(certainty))
      let library = UniformType(contents: Array(contents.utf8), name: name, in: registry)
      #expect(library.identifier == expected)
    }
    var type: tr_type = 0
    #expect(
      unsafe TypeRegistryC.typeOfContents(handle, nil, 1, 0, nil, 0, &type, nil)
        == TR_ERROR_ARGUMENT)
    #expect(
      unsafe TypeRegistryC.typeOfContents(handle, nil, 0, 0, nil, 0, nil, nil) == TR_ERROR_ARGUMENT)
    #expect(
      unsafe TypeRegistryC.typeOfContents(handle, "", -1, 0, nil, 0, &type, nil) == TR_ERROR_LENGTH)
  }

  @Test func filesAreReadWhereTheirNamesDoNotDecide() throws {
    let file = FileManager.default.temporaryDirectory.path + "/words-\(UUID().uuidString)"
    try Data("words\n".utf8).write(to: URL(fileURLWithPath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    var type: tr_type = 0
    var found: CInt = -1
    #expect(unsafe TypeRegistryC.typeOfFile(handle, file, &type, &found) == TR_OK)
    #expect(identifier(type) == "public.plain-text" && found == CInt(TR_BY_TEXT))
    #expect(unsafe TypeRegistryC.typeOfFile(handle, file, &type, nil) == TR_OK)
    #expect(unsafe TypeRegistryC.typeOfFile(handle, file + "-none", &type, nil) == TR_ERROR_FILE)
    #expect(unsafe TypeRegistryC.typeOfFile(handle, nil, &type, nil) == TR_ERROR_ARGUMENT)
    let paths = "\(file)\0\(file)-none\0/"
    var types = [tr_type](repeating: 7, count: 3)
    var certainties = [CInt](repeating: 7, count: 3)
    var count = 0
    #expect(
      unsafe TypeRegistryC.typesOfFiles(
        handle, paths, paths.utf8.count, &types, &certainties, 3, &count) == TR_OK)
    #expect(count == 3 && types[0] == type && types[1] == 0)
    #expect(identifier(types[2]) == "public.volume" || identifier(types[2]) == "public.folder")
    #expect(certainties == [CInt(TR_BY_TEXT), CInt(TR_ERROR_FILE), CInt(TR_BY_NAME)])
    types = [7, 7, 7]
    #expect(
      unsafe TypeRegistryC.typesOfFiles(handle, paths, paths.utf8.count, &types, nil, 1, &count)
        == TR_OK)
    #expect(count == 3 && types == [type, 7, 7])
    #expect(
      unsafe TypeRegistryC.typesOfFiles(handle, nil, 1, &types, nil, 3, &count)
        == TR_ERROR_ARGUMENT)
  }

  @Test func aWatchedRegistryHasADescriptor() throws {
    var descriptor: CInt = -1
    #expect(unsafe TypeRegistryC.watch(handle, &descriptor) == TR_NONE)
    #expect(unsafe TypeRegistryC.watch(handle, nil) == TR_ERROR_ARGUMENT)
    var live: OpaquePointer?
    try #require(unsafe TypeRegistryC.open(&live) == TR_OK)
    #expect(unsafe TypeRegistryC.watch(live, &descriptor) == TR_OK)
    var again: CInt = -1
    #expect(unsafe TypeRegistryC.watch(live, &again) == TR_OK)
    #expect(descriptor >= 0 && again == descriptor)
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    #expect(unsafe poll(&polled, 1, 0) == 0)
    #expect(unsafe TypeRegistryC.refresh(live, nil) == TR_OK)
    #expect(unsafe TypeRegistryC.close(live) == TR_OK)
    #expect(unsafe TypeRegistryC.watch(live, &descriptor) == TR_ERROR_REGISTRY)
  }

  @Test func aboutNamesOneByOneAndTogether() {
    let names = Questions.oddNames(5_000, seed: 4).filter { !$0.contains(0) }
    let wanted = names.map {
      registry.identifier(of: registry.resolve(name: $0.span), name: $0.span)
    }
    let together = names.map { $0 + [0] }.flatMap(\.self).map { CChar(bitPattern: $0) }
    let answers = unsafe types { types, capacity, count in
      unsafe TypeRegistryC.typesOfNames(handle, together, together.count, types, capacity, count)
    }
    #expect(answers == wanted.map(\.text))
    for (name, wanted) in zip(names, wanted) {
      var type: tr_type = 0
      let text = name.map { CChar(bitPattern: $0) }
      #expect(unsafe TypeRegistryC.typeOfName(handle, text, text.count, &type) == TR_OK)
      #expect(identifier(type) == wanted.text)
      // One type has one number.
      #expect(number(wanted.text) == type)
    }
  }

  @Test func aboutEveryType() throws {
    let image = try #require(number("public.image"))
    let content = try TypeIdentifier("public.image")
    var numbers: [tr_type] = []
    let identifiers = registry.declaredTypes + [try TypeIdentifier("dyn.ah62d4rv4ge81y8x4")]
    for identifier in identifiers {
      let type = try #require(number(identifier.text.uppercased()))
      numbers.append(type)
      #expect(self.identifier(type) == identifier.text)
      let face = UniformType(identifier.text, in: registry)
      unsafe #expect(
        text(type, TypeRegistryC.preferredExtension) == face?.preferredFilenameExtension)
      unsafe #expect(text(type, TypeRegistryC.preferredMIMEType) == face?.preferredMIMEType)
      let file = registry.nearestMIMEType(of: identifier)
      unsafe #expect(text(type, TypeRegistryC.mimeType) == file?.mimeType)
      #expect(face?.mimeType == file?.mimeType)
      var source: tr_type = 0
      #expect(
        unsafe TypeRegistryC.mimeTypeSource(handle, type, &source)
          == (file?.supertype == nil ? TR_NONE : TR_OK))
      #expect((source == 0 ? nil : self.identifier(source)) == file?.supertype?.text)
      #expect(face?.mimeTypeSource?.typeIdentifier == file?.supertype)
      for locale in ["de_DE.UTF-8", "C"] {
        let description = unsafe text(type) {
          unsafe TypeRegistryC.localizedDescription($0, $1, locale, $2)
        }
        #expect(description == face?.localizedDescription(in: LanguageList(locale)))
      }
      for tagClass in [TagClass.filenameExtension, .mimeType] {
        #expect(
          tags(type, tagClass.text)
            == registry.tags(of: identifier).filter { $0.tagClass == tagClass }.map(\.value))
      }
      var count = 0
      #expect(unsafe TypeRegistryC.iconNames(handle, type, nil, 0, &count) == TR_OK)
      var icons = unsafe [UnsafePointer<CChar>?](repeating: nil, count: count)
      #expect(unsafe TypeRegistryC.iconNames(handle, type, &icons, count, &count) == TR_OK)
      unsafe #expect(
        icons.compactMap { unsafe $0.map { unsafe String(cString: $0) } }
          == registry.iconNames(of: identifier))
      let supertypes = unsafe types { types, capacity, count in
        unsafe TypeRegistryC.supertypes(handle, type, types, capacity, count)
      }
      #expect(supertypes == registry.supertypes(of: identifier).map(\.text))
      let conforms = unsafe TypeRegistryC.conforms(handle, type, image)
      #expect((conforms == 1) == registry.conforms(identifier, to: content))
    }
    var answers = [UInt8](repeating: 2, count: numbers.count)
    #expect(unsafe TypeRegistryC.conform(handle, numbers, numbers.count, image, &answers) == TR_OK)
    #expect(answers == identifiers.map { registry.conforms($0, to: content) ? 1 : 0 })
  }

  @Test func aboutEveryTag() throws {
    let text = try #require(number("public.text"))
    let tags = Set(registry.declaredTypes.flatMap { registry.tags(of: $0) })
    for tag in tags {
      for (supertype, identifier) in [(0, nil), (text, try TypeIdentifier("public.text"))] {
        let answers = unsafe types { types, capacity, count in
          unsafe TypeRegistryC.typesOfTag(
            handle, tag.tagClass.text, tag.value, supertype, types, capacity, count)
        }
        #expect(answers == registry.types(tag: tag, conformingTo: identifier).types.map(\.text))
      }
    }
  }

  @Test func aboutHandlers() throws {
    var found = 0
    for name in ["com.adobe.pdf", "public.jpeg", "public.plain-text", "org.bistro.restaurantmenu"] {
      guard let type = number(name) else { continue }
      let wanted = try client.handlers(
        for: [HandlerQuery(.type(TypeIdentifier(name)))], in: LanguageList("vi")
      )[0].handlers
      var handlers = unsafe [tr_handler](repeating: tr_handler(), count: 20)
      var count = 0
      #expect(unsafe TypeRegistryC.handlers(handle, type, "vi", &handlers, 20, &count) == TR_OK)
      #expect(count == wanted.count)
      for (index, handler) in wanted.enumerated() {
        let answer = unsafe handlers[index]
        #expect(unsafe String(cString: answer.bundle) == handler.bundle)
        #expect(unsafe String(cString: answer.name) == handler.name)
        #expect(unsafe answer.role.map { unsafe String(cString: $0) } == handler.role?.rawValue)
        let arguments = unsafe (0..<answer.argument_count).map { index in
          unsafe answer.arguments[index].map { unsafe String(cString: $0) }
        }
        #expect(arguments == handler.arguments)
        #expect(unsafe answer.arguments[answer.argument_count] == nil)
        #expect(unsafe (answer.flags & TR_TAKES_MANY != 0) == handler.takesMany)
        found += 1
      }
    }
    #expect(found > 2)
  }

  /// Of a file that another user may write: it is answered from, and its applications are marked.
  @Test(arguments: [(mode_t(0o644), false), (0o666, true)])
  func applicationsOfAFileThatOthersMayWriteAreMarked(_ mode: mode_t, _ isMarked: Bool) throws {
    let directory = try TemporaryDirectory()
    let (file, link) = (directory.path + "/image", directory.path + "/link")
    try directory.write("image", image)
    try #require(unsafe chmod(file, mode) == 0 && symlink(file, link) == 0)
    var other: OpaquePointer?
    try #require(unsafe TypeRegistryC.openImage(link, &other) == TR_OK)
    // It is not mapped.
    try #require(unsafe truncate(file, 0) == 0)
    var type: tr_type = 0
    var handlers = unsafe [tr_handler](repeating: tr_handler(), count: 20)
    var count = 0
    #expect(unsafe TypeRegistryC.typeOfName(other, "a.pdf", 5, &type) == TR_OK)
    #expect(unsafe TypeRegistryC.handlers(other, type, nil, &handlers, 20, &count) == TR_OK)
    #expect(count > 0)
    for index in 0..<min(count, 20) {
      #expect(unsafe (handlers[index].flags & TR_UNPROTECTED != 0) == isMarked)
    }
    #expect(unsafe TypeRegistryC.openImage(link, &other) == TR_ERROR_IMAGE)
    unsafe #expect(TypeRegistryC.close(other) == TR_OK)
  }

  @Test func mistakesAreErrorsWithWords() throws {
    var type: tr_type = 77
    var count = 78
    var text: UnsafePointer<CChar>?
    let jpeg = try #require(number("public.jpeg"))
    #expect(unsafe TypeRegistryC.typeOfName(nil, "a", 1, &type) == TR_ERROR_REGISTRY)
    #expect(unsafe TypeRegistryC.typeOfName(OpaquePointer(bitPattern: 8), "a", 1, &type) < 0)
    #expect(unsafe TypeRegistryC.typeOfName(handle, nil, 1, &type) == TR_ERROR_ARGUMENT)
    #expect(unsafe TypeRegistryC.typeOfName(handle, "a", -1, &type) == TR_ERROR_LENGTH)
    #expect(unsafe TypeRegistryC.typeOfName(handle, "a", .max, &type) == TR_ERROR_LENGTH)
    #expect(unsafe TypeRegistryC.typesOfNames(handle, "a", .max, nil, 0, &count) < 0)
    #expect(unsafe TypeRegistryC.typesOfNames(handle, "a", 1, nil, 1, &count) < 0)
    #expect(unsafe TypeRegistryC.typeNamed(handle, "public..x", &type) == TR_ERROR_ARGUMENT)
    #expect(unsafe TypeRegistryC.typeNamed(handle, "org.nobody.here", &type) == TR_NONE)
    #expect(unsafe TypeRegistryC.typesOfTag(handle, "public.mime-type", "x", 0, nil, 0, &count) < 0)
    for foreign in [0, 1, jpeg ^ 1 << 32, jpeg | 1 << 31, jpeg | 0xFFFF, .max] {
      unsafe #expect(TypeRegistryC.conforms(handle, foreign, jpeg) == TR_ERROR_TYPE)
      unsafe #expect(TypeRegistryC.conforms(handle, jpeg, foreign) == TR_ERROR_TYPE)
      #expect(unsafe TypeRegistryC.identifier(handle, foreign, &text) == TR_ERROR_TYPE)
    }
    #expect(type == 77 && count == 78)
    #expect(unsafe text == nil)
    var answers: [UInt8] = [9, 9]
    #expect(unsafe TypeRegistryC.conform(handle, [1, jpeg], 2, jpeg, &answers) == TR_ERROR_TYPE)
    #expect(answers == [0, 1])
    // Another registry has other numbers, and a closed one is recognised.
    var other: OpaquePointer?
    #expect(unsafe TypeRegistryC.open(&other) == TR_OK)
    unsafe #expect(TypeRegistryC.conforms(other, jpeg, jpeg) == TR_ERROR_TYPE)
    var changed: CInt = 5
    #expect(unsafe TypeRegistryC.refresh(other, &changed) == TR_OK)
    #expect(changed == 0)
    unsafe #expect(TypeRegistryC.close(other) == TR_OK)
    unsafe #expect(TypeRegistryC.close(other) == TR_ERROR_REGISTRY)
    #expect(unsafe TypeRegistryC.refresh(other, nil) == TR_ERROR_REGISTRY)
    #expect(unsafe TypeRegistryC.openImage("/dev/null", &other) == TR_ERROR_IMAGE)
    let words = Set((-12...2).map { unsafe String(cString: TypeRegistryC.message($0)) })
    #expect(words.count == 14)
    #expect(unsafe String(cString: TypeRegistryC.version()) == ProgramVersion.text)
  }

  @Test func aPointerThatIsNULLIsAMistake() throws {
    let jpeg = try #require(number("public.jpeg"))
    var count = 78
    var other: OpaquePointer?
    #expect(TypeRegistryC.open(nil) == TR_ERROR_ARGUMENT)
    #expect(unsafe TypeRegistryC.openImage("/dev/null", nil) == TR_ERROR_ARGUMENT)
    #expect(unsafe TypeRegistryC.openImage(nil, &other) == TR_ERROR_ARGUMENT)
    #expect(unsafe TypeRegistryC.openImage("", &other) == TR_ERROR_ARGUMENT)
    #expect(unsafe TypeRegistryC.identifier(handle, jpeg, nil) == TR_ERROR_ARGUMENT)
    #expect(unsafe TypeRegistryC.mimeTypeSource(handle, jpeg, nil) == TR_ERROR_ARGUMENT)
    #expect(
      unsafe TypeRegistryC.localizedDescription(handle, jpeg, nil, nil) == TR_ERROR_ARGUMENT)
    #expect(unsafe TypeRegistryC.typeOfName(handle, "a", 1, nil) == TR_ERROR_ARGUMENT)
    #expect(unsafe TypeRegistryC.typeNamed(handle, "public.jpeg", nil) == TR_ERROR_ARGUMENT)
    #expect(unsafe TypeRegistryC.typeOfFile(handle, "/dev/null", nil, nil) == TR_ERROR_ARGUMENT)
    #expect(unsafe TypeRegistryC.application(handle, "a", nil, nil) == TR_ERROR_ARGUMENT)
    #expect(unsafe TypeRegistryC.watch(handle, nil) == TR_ERROR_ARGUMENT)
    #expect(unsafe TypeRegistryC.conform(handle, nil, 1, jpeg, nil) == TR_ERROR_ARGUMENT)
    #expect(unsafe TypeRegistryC.tags(handle, jpeg, nil, nil, 0, &count) == TR_ERROR_ARGUMENT)
    #expect(count == 78)
    #expect(unsafe other == nil)
  }

  @Test func aTextIsUTF8AndNotTooLong() throws {
    let jpeg = try #require(number("public.jpeg"))
    var type: tr_type = 77
    var count = 78
    let wrong = [CChar(bitPattern: 0xFF), 0]
    let long = String(repeating: "a", count: 65_537)
    #expect(unsafe TypeRegistryC.typeNamed(handle, wrong, &type) == TR_ERROR_ARGUMENT)
    #expect(unsafe TypeRegistryC.typeNamed(handle, long, &type) == TR_ERROR_LENGTH)
    #expect(unsafe TypeRegistryC.tags(handle, jpeg, long, nil, 0, &count) == TR_ERROR_LENGTH)
    #expect(
      unsafe TypeRegistryC.tags(handle, jpeg, "not one", nil, 0, &count) == TR_ERROR_ARGUMENT)
    #expect(type == 77 && count == 78)
  }

  @Test func dynamicTypesConformToo() throws {
    let identifier = "dyn.ah62d4rv4ge81y8x4"
    let dynamic = try #require(number(identifier))
    let (jpeg, data) = (try #require(number("public.jpeg")), try #require(number("public.data")))
    #expect(registry.conforms(.test(identifier), to: .test("public.data")))
    unsafe #expect(TypeRegistryC.conforms(handle, dynamic, data) == 1)
    unsafe #expect(TypeRegistryC.conforms(handle, dynamic, dynamic) == 1)
    unsafe #expect(TypeRegistryC.conforms(handle, jpeg, dynamic) == 0)
    let types = [dynamic, jpeg]
    var answers: [UInt8] = [9, 9]
    #expect(unsafe TypeRegistryC.conform(handle, types, 2, dynamic, &answers) == TR_OK)
    #expect(answers == [1, 0])
    #expect(unsafe TypeRegistryC.conform(handle, types, 2, data, &answers) == TR_OK)
    #expect(answers == [1, 1])
    // None of none, less than none, and none of a type that does not exist.
    #expect(unsafe TypeRegistryC.conform(handle, nil, 0, data, nil) == TR_OK)
    #expect(unsafe TypeRegistryC.conform(handle, types, -1, data, &answers) == TR_ERROR_LENGTH)
    #expect(unsafe TypeRegistryC.conform(handle, types, 2, 1, &answers) == TR_ERROR_TYPE)
    #expect(answers == [1, 1])
  }

  /// A length beyond the memory of any machine arrives as a negative one.
  @Test func anArrayOfANegativeLengthIsUnlimited() throws {
    let jpeg = try #require(number("public.jpeg"))
    var (types, count) = ([UInt64](repeating: 0, count: 256), 0)
    #expect(unsafe TypeRegistryC.supertypes(handle, jpeg, &types, -1, &count) == TR_OK)
    let wanted = registry.supertypes(of: .test("public.jpeg")).map(\.text)
    #expect(types.prefix(count).map(identifier) == wanted)
  }

  @Test func aFileThatDoesNotExistHasNoHandlers() {
    var count = 78
    #expect(
      unsafe TypeRegistryC.handlersOfFile(handle, "/nowhere/at/all", nil, nil, 0, &count)
        == TR_ERROR_FILE)
    #expect(count == 78)
  }

  /// Every function of the header is exported, and nothing else.
  @Test func theHeaderAndTheLinkerNameTheSameFunctions() throws {
    func text(_ path: String) throws -> String {
      String(decoding: try #require(TestFiles.bytes(at: Questions.sources + path)), as: UTF8.self)
    }
    let header = try text("/Sources/CTypeRegistry/typeregistry.h")
      .split(separator: "\n").filter { !$0.hasPrefix("//") }.joined(separator: "\n")
    let declared = header.matches(of: /\*?(tr_[a-z_]+)\((?!\))/).map { String($0.output.1) }
    let exported = try text("/Sources/TypeRegistryC/exports.map")
      .matches(of: /(tr_[a-z_]+);/).map { String($0.output.1) }
    #expect(Set(declared).subtracting(["tr_registry"]) == Set(exported))
    #expect(exported.count == 37)
  }
}
