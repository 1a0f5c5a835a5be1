// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite("A PDF reader and a PDF editor, each with its due")
struct PDFScenarioTests {
  private let installation: Installation

  init() throws {
    installation = try Installation(core: .shipped)
    for sample in ["pdf-reader", "pdf-editor.json"] { try installation.install(sample: sample) }
    try installation.write("", to: "work/report.pdf")
  }

  @Test
  func theReaderAloneOpensByPathAndByURL() throws {
    try installation.remove(sample: "pdf-editor.json")
    let url = "file://\(installation.root)/work/report.pdf"
    for word in ["report.pdf", url, "com.adobe.pdf", "application/pdf", ".pdf"] {
      let outcome = try installation.run("default", word)
      #expect(outcome.lines == ["com.example.pdfreader"], "\(word): \(outcome.errorText)")
    }
    #expect(try installation.run("default", "report.pdf", "--role", "editor").status == 1)
  }

  @Test(arguments: [
    (["--role", "viewer"], "com.example.pdfreader"),
    (["--role", "editor"], "com.example.pdfeditor"),
    (["--role", "all"], "com.example.pdfreader"),
  ])
  func eachIsFirstInItsRole(_ options: [String], _ bundle: String) throws {
    #expect(try installation.run(["default", "report.pdf"] + options).lines == [bundle])
  }

  @Test
  func aChoiceByRoleLeavesTheOtherRoleAlone() throws {
    try installation.install(sample: "scrapbook.json")
    try installation.run("default", "set", ".pdf", "com.example.scrapbook", "--role", "viewer")
    #expect(
      try installation.run("default", "report.pdf", "--role", "viewer").lines
        == ["com.example.scrapbook"])
    #expect(
      try installation.run("default", "report.pdf", "--role", "editor").lines
        == ["com.example.pdfeditor"])
  }

  @Test(arguments: [
    ("page 1", "public.jpeg", "page 1.jpeg"), ("page 1.jpg", "public.jpeg", "page 1.jpg"),
    ("report", "com.example.pdfeditor.linearised", "report.web.pdf"),
    ("report.pdf", "public.jpeg", "report.pdf.jpeg"), ("report", "com.adobe.pdf", "report.pdf"),
  ])
  func exportsAreNamedByTheirType(_ name: String, _ type: String, _ suggested: String) throws {
    #expect(try installation.run("name", name, type).lines == [suggested])
  }

  @Test
  func saveAsOffersWhatTheOtherSideTakes() throws {
    let writable = "com.adobe.pdf,com.example.pdfeditor.linearised,public.jpeg"
    func offers(_ accepted: String) throws -> [String] {
      try installation.run("negotiate", "--offer", writable, "--accept", accepted).lines
    }
    #expect(
      try offers("com.adobe.pdf") == [
        "com.adobe.pdf\tcom.adobe.pdf\t0",
        "com.example.pdfeditor.linearised\tcom.adobe.pdf\t1",
      ])
    #expect(try offers("public.image") == ["public.jpeg\tpublic.image\t1"])
    #expect(try offers("public.audio").isEmpty)
  }

  @Test
  func theReaderKeepsADirectoryOfDocuments() throws {
    for name in ["a.pdf", "b.web.pdf", "c.txt"] {
      try installation.write("", to: "work/library/\(name)")
    }
    let outcome = try installation.shell("utcli handlers library/* --role viewer")
    #expect(
      outcome.lines.map { $0.split(separator: "\t").prefix(2).joined(separator: " ") } == [
        "library/a.pdf com.example.pdfreader", "library/b.web.pdf com.example.pdfreader",
      ])
  }
}
