// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// The declarations of the media types that IANA has registered.
@Suite struct RegisteredMediaTypesTests {
  typealias Tag = TypeRegistry.Tag

  private static let prefix = "org.iana.media-type."

  private static func type(ofMIMEType name: String) throws -> String? {
    try Shipped.registry.types(tag: Tag(.mimeType, name)).types.first?.text
  }

  private static func registered() -> [String] {
    let text = String(
      decoding: TestFiles.bytes(of: "media-types.tsv", in: "../Declarations/scripts"),
      as: UTF8.self)
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { String($0.prefix { $0 != "\t" }) }
  }

  @Test func areAllFoundByTheirName() throws {
    let registered = Self.registered()
    #expect(registered.count > 2_000)
    for name in registered {
      let type = try #require(try Self.type(ofMIMEType: name), "\(name)")
      #expect(!type.hasPrefix("dyn."), "\(name)")
    }
  }

  /// An identifier that is made from a media type spells it, reversibly.
  @Test func areNamedAsTheyAreSpelled() throws {
    var count = 0
    for identifier in Shipped.registry.declaredTypes
    where identifier.text.hasPrefix(Self.prefix) {
      count += 1
      let name = FreedesktopName.prefix + identifier.text.dropFirst(Self.prefix.count)
      let mimeType = try #require(FreedesktopName.mimeType(of: .test(name)), "\(identifier)")
      #expect(try Self.type(ofMIMEType: mimeType) == identifier.text)
      #expect(FreedesktopName.identifier(ofMIMEType: mimeType)?.text == name)
    }
    #expect(count > 1_000)
  }

  @Test(arguments: [
    ("application/problem+json", "public.json"), ("application/vnd.oma.dd2+xml", "public.xml"),
    ("application/vnd.syncml.dm+wbxml", "org.openmobilealliance.wbxml"),
    ("application/senml+cbor", "io.cbor.data"), ("application/asyncapi+yaml", "public.yaml"),
    ("image/vnd.fst", "public.image"), ("audio/evs", "public.audio"),
    ("video/h264", "public.movie"), ("font/sfnt", "public.font"),
    ("model/vnd.mts", "public.3d-content"), ("text/vnd.dmclientscript", "public.plain-text"),
    ("message/sip", "public.message"), ("application/vnd.afpc.modca", "public.data"),
  ])
  func conformToWhatTheirNameSays(_ name: String, _ supertype: String) throws {
    let type = try #require(try Self.type(ofMIMEType: name))
    #expect(Shipped.registry.conforms(.test(type), to: .test(supertype)), "\(type)")
    #expect(Shipped.registry.conforms(.test(type), to: .test("public.data")), "\(type)")
  }

  @Test(arguments: [
    ("application/vnd.eln+zip", "public.archive"),
    ("application/vnd.eln+zip", "public.zip-archive"),
    ("text/rtx", "public.plain-text"), ("video/flexfec", "public.movie"),
    ("application/tei+xml", "public.plain-text"), ("message/imdn+xml", "public.email-message"),
  ])
  func doNotConformToTheirContainer(_ name: String, _ other: String) throws {
    let type = try #require(try Self.type(ofMIMEType: name))
    #expect(!Shipped.registry.conforms(.test(type), to: .test(other)), "\(type)")
  }

  @Test(arguments: [
    ("application/font-sfnt", "font/sfnt"),
    ("application/vnd.ibm.modcap", "application/vnd.afpc.modca"),
    ("audio/vnd.qcelp", "audio/qcelp"),
    ("application/vnd.informix-visionary", "application/vnd.visionary"),
    ("application/vnd.geo+json", "application/geo+json"),
  ])
  func meanWhatReplacedThem(_ obsolete: String, _ successor: String) throws {
    #expect(try Self.type(ofMIMEType: obsolete) == Self.type(ofMIMEType: successor))
  }
}
