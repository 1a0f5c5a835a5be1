// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import SystemBase
import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct TypeIdentityTests {
  /// Sixteen bytes that are copied as they are: no reference is counted.
  @Test func aValueIsPlainData() {
    func isPlain<Value: BitwiseCopyable>(_: Value.Type) -> Int { MemoryLayout<Value>.stride }
    #expect(isPlain(UniformType.self) == 16)
  }

  /// An extension of each length and of each byte has one identity, by whatever way it is found.
  @Test func oneIdentifierHasOneIdentity() throws {
    let registry = Shipped.registry
    var random = SeededRandom(seed: 28)
    let letters = Array("abxyz019-_+:\\=?é".unicodeScalars)
    for _ in 0..<propertyCases(2_000) {
      var text = "zq"
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        text.unicodeScalars.append(letters.randomElement(using: &random)!)
      }
      let named = UniformType(fileName: "a.\(text.uppercased())", in: registry)
      let tagged = try #require(UniformType(filenameExtension: text, in: registry))
      guard tagged.isDynamic, text.uppercased().asciiLowercased == text else { continue }
      let identifier = named.typeIdentifier
      #expect(
        identifier
          == DynamicIdentifier(
            try Tag(.filenameExtension, text), conformingTo: try TypeIdentifier("public.data"))?
          .identifier)
      for type in [
        tagged, try #require(UniformType(identifier.text.uppercased(), in: registry)),
        .init(exportedAs: identifier.text), UniformType(identifier, in: registry),
      ] {
        #expect(type == named && type.identity == named.identity, "\(text)")
        #expect(type.hashValue == named.hashValue && type.typeIdentifier == identifier)
        #expect(type.isDynamic && type.preferredFilenameExtension == text.asciiLowercased)
      }
    }
  }

  /// Spellings of one tag that another program made are other types, as their identifiers are.
  @Test func anotherSpellingIsAnotherIdentity() throws {
    let usual = try #require(UniformType(filenameExtension: "zqx", in: Shipped.registry))
    for items in [
      [("conforms-to", "public.data"), ("public.filename-extension", "ZQX")],
      [("public.filename-extension", "zqx"), ("conforms-to", "public.data")],
      [("conforms-to", "public.text"), ("public.filename-extension", "zqx")],
      [("conforms-to", "public.data"), ("public.mime-type", "zqx")],
      [("public.filename-extension", "zqx")], [("conforms-to", "public.data"), ("a.b", "zqx")],
    ] {
      let other = try #require(
        DynamicIdentifier(items.map { DynamicIdentifier.Item(name: $0.0, value: $0.1) }))
      let type = try #require(UniformType(other.identifier.text, in: Shipped.registry))
      #expect(type != usual && type.typeIdentifier == other.identifier && type.isDynamic)
      #expect(type == UniformType(other.identifier.text, in: World.registry()))
    }
  }

  @Test func aTypeOfARegistryIsTheConstantOfItsIdentifier() throws {
    for (index, text) in UniformType.constantIdentifiers.enumerated() {
      let constant = UniformType(constant: UInt32(index + 1))
      #expect(UniformType(text, in: Shipped.registry) == constant)
      #expect(UniformType(exportedAs: text) == constant && constant.identifier == text)
    }
  }

  /// Threads that ask for one name at the same time have one identity.
  @Test func threadsShareNames() {
    let found = Lock<[[UniformType]]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      let own = (0..<3_000).map { number in
        UniformType(exportedAs: "org.test.shared-\((number * 7 + thread * 1_000) % 3_000)")
      }
      found.withLock { $0.append(own.sorted()) }
    }
    let all = found.withLock { $0 }
    #expect(all.count == 8 && all.allSatisfy { $0 == all[0] } && Set(all[0]).count == 3_000)
    #expect(all[0].allSatisfy { $0.identifier.hasPrefix("org.test.shared-") })
  }

  /// Names of files are chosen by others: what is kept of them is limited, and every name has a type still.
  @Test func namesThatOthersMadeUpAreLimited() async {
    await #expect(processExitsWith: .success) {
      let registry = Shipped.registry
      let first = UniformType(fileName: "a.unknown-extension", in: registry)
      for number in 0...TypeNames.most {
        _ = UniformType(fileName: "a.unknown-\(number)", in: registry)
      }
      precondition(first.isDynamic)
      precondition(UniformType(fileName: "b.unknown-extension", in: registry) == first)
      // One more is a file of bytes.
      precondition(UniformType(fileName: "b.one-name-too-many", in: registry) == .data)
      precondition(
        UniformType(mimeType: "x-zq/unknown", conformingTo: .text, in: registry) == .text)
      var batch = TypeBatch(in: registry)
      batch.append(fileName: "b.one-name-too-many".utf8.span)
      precondition(batch[0] == .data)
      precondition(
        UniformType(identifier: "org.made.up", allowUndeclared: true, in: registry) == nil)
      let decoded = try? JSONDecoder().decode(
        [UniformType].self, from: Data(#"["org.made.up"]"#.utf8))
      precondition(decoded == nil)
      // Short extensions, declared types, and what the program itself names, are as before.
      precondition(UniformType(fileName: "b.zqshort", in: registry).isDynamic)
      precondition(UniformType(fileName: "b.png", in: registry) == .png)
      precondition(UniformType(exportedAs: "org.own.type").identifier == "org.own.type")
      let own = Bundle.test("org.own", [.test("org.own.declared", extensions: ["own-extension"])])
      let other = World.registry(own)
      precondition(
        UniformType(fileName: "a.own-extension", in: other).identifier == "org.own.declared"
          || UniformType("org.own.declared", in: other)?.isDeclared == true)
    }
  }
}
