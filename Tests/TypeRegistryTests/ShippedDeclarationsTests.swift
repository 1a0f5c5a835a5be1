// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// The declarations that ship with the program, compiled once.
enum Shipped {
  static let compilation = RegistryLoader.compile(locations())
  static let registry = compilation.registry
  /// With `TYPED_FREEDESKTOP=0`.
  static let asApple = RegistryLoader.compile(locations(usesFreedesktop: false)).registry

  static func locations(usesFreedesktop: Bool = true) -> RegistryLocations {
    var environment = Environment(declarations: "")
    environment.usesFreedesktop = usesFreedesktop
    return RegistryLocations(
      core: #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Declarations",
      environment: environment, cache: nil)
  }
}

@Suite struct ShippedDeclarationsTests {
  private static func type(ofName name: String) -> String {
    let bytes = Array(name.utf8)
    return Shipped.registry.identifier(
      of: Shipped.registry.resolve(name: bytes.span), name: bytes.span
    ).text
  }

  @Test func compileWithoutErrorOrWarning() {
    let findings = Shipped.compilation.diagnostics.filter { $0.severity != .note }
    #expect(findings.isEmpty, "\(findings.map(\.description))")
  }

  @Test(arguments: [
    ("script.ahk", "com.autohotkey.script"), ("core-image.bb", "org.openembedded.bitbake-recipe"),
    ("contract.vy", "org.vyperlang.source"), ("schema.prisma", "io.prisma.schema"),
    ("page.blade.php", "com.laravel.blade-template"), ("deps.edn", "org.clojure.edn"),
    ("Form1.vb", "com.microsoft.visual-basic-net-source"), ("app.pro", "org.qt-project.pro"),
    ("Policy.admx", "com.microsoft.group-policy-template"), ("main.d", "org.dlang.d-source"),
    ("CODEOWNERS", "com.github.codeowners"), ("BUILD", "build.bazel.build-file"),
    ("build", "public.data"), ("nginx.conf", "org.nginx.configuration"),
    ("model.pl", "public.perl-script"), ("top.v", "com.coteditor.verilog"),
    ("brain.nii.gz", "gov.nih.nifti-1.gzip"), ("house.ifc", "org.buildingsmart.ifc"),
    ("part.SLDPRT", "com.3ds.solidworks-part"), ("drop.vtu", "org.vtk.unstructured-grid"),
    ("set.xrns", "com.renoise.song"), ("disk.d64", "org.typeregistry.d64-disk"),
    ("~$letter.docx", "com.microsoft.office-owner-file"),
    ("Thumbs.db", "com.microsoft.thumbnail-cache"),
    ("a.vcf", "public.vcard"), ("server.key", "com.apple.iWork.Keynote.sffkey"),
  ])
  func listedLanguagesHaveTypes(name: String, identifier: String) {
    #expect(Self.type(ofName: name) == identifier.lowercased())
  }

  @Test(arguments: [
    ("holiday.jpeg", "public.jpeg"), ("IMG_0001.JPG", "public.jpeg"), ("a.png", "public.png"),
    ("report.pdf", "com.adobe.pdf"), ("main.swift", "public.swift-source"),
    ("x.c", "public.c-source"), ("x.h", "public.c-header"), ("index.html", "public.html"),
    ("notes.txt", "public.plain-text"), ("README.md", "net.daringfireball.markdown"),
    ("movie.mp4", "public.mpeg-4"), ("song.mp3", "public.mp3"),
    ("x.ts", "public.mpeg-2-transport-stream"),
    ("a.gz", "org.gnu.gnu-zip-archive"), ("a.tar.gz", "org.gnu.gnu-zip-tar-archive"),
    ("Makefile", "public.make-source"), ("makefile", "public.make-source"),
    ("photo.webp", "org.webmproject.webp"), ("song.flac", "org.xiph.flac"),
    ("x.plist", "com.apple.property-list"), ("x.json", "public.json"),
    ("x.sh", "public.shell-script"),
    ("x.key", "com.apple.iWork.Keynote.sffkey"), ("noextension", "public.data"),
    (".bashrc", "org.gnu.shell-startup"), (".hidden", "public.data"),
  ])
  func nameMeans(_ name: String, _ identifier: String) {
    #expect(Self.type(ofName: name) == identifier.lowercased())
  }

  @Test(arguments: [
    ("text/x-csrc", "public.c-source"), ("application/x-shellscript", "public.shell-script"),
    ("IMAGE/JPEG; q=1", "public.jpeg"), ("application/pdf", "com.adobe.pdf"),
    ("text/plain;charset=utf-8", "public.plain-text"),
  ])
  func mimeTypeMeans(_ mimeType: String, _ identifier: String) throws {
    let tag = try Tag(.mimeType, mimeType)
    #expect(Shipped.registry.types(tag: tag).types.first?.text == identifier)
  }

  @Test(arguments: [
    ("public.jpeg", "public.content", true), ("public.jpeg", "public.data", true),
    ("public.data", "public.jpeg", false), ("public.folder", "public.data", false),
    ("com.apple.rtfd", "com.apple.package", true), ("public.swift-source", "public.text", true),
  ])
  func conforms(_ type: String, _ supertype: String, _ expected: Bool) {
    #expect(Shipped.registry.conforms(.test(type), to: .test(supertype)) == expected)
  }

  @Test func everyTypeLeadsToARoot() {
    for identifier in Shipped.registry.declaredTypes {
      let supertypes = Shipped.registry.supertypes(of: identifier)
      #expect(supertypes.allSatisfy(Shipped.registry.isDeclared(_:)), "\(identifier)")
    }
  }

  @Test func everyTypeIsFoundByItsOwnTags() {
    for identifier in Shipped.registry.declaredTypes {
      for tag in Shipped.registry.tags(of: identifier) {
        #expect(Shipped.registry.types(tag: tag).types.contains(identifier), "\(identifier) \(tag)")
      }
    }
  }

  /// What was added to Apple's types for Linux never changes what one of Apple's tags means.
  @Test func everyTagOfApplesTypesMeansWhatItMeansThere() throws {
    let text = String(
      decoding: TestFiles.bytes(of: "apple-tags.tsv", in: "Data/Corpora/tags"), as: UTF8.self)
    let rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(rows.count > 1_000)
    for row in rows {
      let fields = row.split(separator: "\t").map(String.init)
      try #require(fields.count == 4, "\(row)")
      let tag = try Tag(TagClass(fields[0]), fields[1])
      #expect(Shipped.asApple.types(tag: tag).types.first?.text == fields[2], "\(tag)")
      // A type for directories alone leaves the tag free for files.
      guard fields[3] != "-" else { continue }
      let ofFiles = Shipped.asApple.types(tag: tag, conformingTo: .test("public.data"))
      #expect(ofFiles.types.first?.text == fields[3], "\(tag) of files")
    }
  }

  /// A dozen former formats of the Macintosh aside, Apple's tags mean the same without that variable.
  @Test func extensionsWhoseFirstMeaningIsGoneMeanWhatLinuxExpects() throws {
    let expected = [
      "as": "com.adobe.actionscript", "bin": "org.typeregistry.raw-data",
      "m15": "org.typeregistry.protracker-module",
      "qti": "org.freedesktop.mime.application.x-qtiplot", "r": "org.r-project.r-source",
      "pot": "org.gnu.gettext-pot", "edn": "org.clojure.edn",
      // What a console or an extinct language has, where the formats of programs are usual.
      "vb": "com.microsoft.visual-basic-net-source", "pro": "org.qt-project.pro",
      "geo": "info.gmsh.geometry", "aes": "com.aescrypt.file",
      "cml": "net.sourceforge.openbabel.cml",
      "ldb": "com.google.leveldb-table", "rvt": "com.autodesk.revit-project",
      "spice": "org.typeregistry.spice-netlist", "tt": "com.microsoft.t4-template",
      "zpl": "com.zebra.zpl-label", "ctb": "net.giuspen.cherrytree-database",
      // Sources of device trees, logs of amateur radio, designs of boards.
      "dts": "org.devicetree.source", "adi": "org.adif.log", "dsn": "com.cadence.specctra-design",
      // Apple's list takes files of StarOffice for those of OpenOffice.org.
      "sdw": "org.openoffice.star-writer", "vor": "org.openoffice.star-writer",
      "sgl": "org.openoffice.star-writer", "sdc": "org.openoffice.star-calc",
      "sdd": "org.openoffice.star-impress", "sdp": "org.openoffice.star-impress",
      "sda": "org.openoffice.star-draw",
      "application/vnd.stardivision.writer": "org.openoffice.star-writer",
      "application/vnd.stardivision.calc": "org.openoffice.star-calc",
      "application/vnd.stardivision.impress": "org.openoffice.star-impress",
      "application/vnd.stardivision.draw": "org.openoffice.star-draw",
      "application/vnd.stardivision.math": "org.openoffice.star-math",
      // A file, not the directory.
      "application/vnd.apple.pkpass": "com.apple.pkpass-data",
    ]
    var different: [String: String] = [:]
    for identifier in Shipped.asApple.declaredTypes {
      for tag in Shipped.asApple.tags(of: identifier) {
        let linux = Shipped.registry.types(tag: tag)
        if linux.types != Shipped.asApple.types(tag: tag).types {
          different[tag.value] = linux.types.first?.text
        }
      }
    }
    #expect(different == expected)
    #expect(
      !Shipped.registry.conforms(
        .test("org.openoffice.star-writer"), to: .test("public.zip-archive")))
    #expect(
      Shipped.registry.mimeType(of: .test("com.microsoft.excel.xla")) == "application/vnd.ms-excel")
    let explanation = Shipped.registry.explain(name: Array("model.R".utf8))
    #expect(explanation.steps.last?.candidates.prefix(2).map(\.rule) == [.preference, .preference])
    #expect(!explanation.isTie)
    #expect(explanation.steps.last?.candidates.first?.reason.contains("expected on Linux") == true)
  }

  @Test(arguments: [
    ("a.py", "text/x-python", "text/x-python-script"),
    ("a.rb", "application/x-ruby", "text/x-ruby-script"),
    ("a.pl", "application/x-perl", "text/x-perl-script"),
    ("a.php", "application/x-php", "text/php"), ("a.gz", "application/gzip", "application/x-gzip"),
    ("a.p12", "application/pkcs12", "application/x-pkcs12"),
    ("a.wav", "audio/x-wav", "audio/vnd.wave"), ("a.avi", "video/x-msvideo", "video/avi"),
    ("a.jpg", "image/jpeg", "image/jpeg"), ("a.js", "text/javascript", "text/javascript"),
  ])
  func linuxProgramsGetFreedesktopsName(_ name: String, _ linux: String, _ apple: String) {
    let answer = Shipped.registry.fileType(name: Array(name.utf8))
    #expect(answer.mimeType == linux)
    #expect(Shipped.asApple.fileType(name: Array(name.utf8)).mimeType == apple)
    #expect(Shipped.registry.preferredTag(of: answer.identifier, .mimeType)?.value == apple)
    #expect(Shipped.registry.mimeType(of: answer.identifier) == linux)
  }

  @Test func theVariableGivesAnImageOfItsOwn() {
    let names = [true, false].map { Shipped.locations(usesFreedesktop: $0).searchPathDigest }
    #expect(names[0] != names[1])
  }
}
