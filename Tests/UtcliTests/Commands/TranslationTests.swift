// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@Suite("Types are described in the language that is asked for")
struct TranslationTests {
  /// The description that `info` prints of a type that ships, in a language.
  private func description(_ identifier: String, _ words: String...) throws -> String? {
    let outcome = try Installation(core: .shipped).run(["info", identifier] + words)
    #expect(outcome.status == 0)
    return outcome.lines.first { $0.hasPrefix("description\t") }.map { String($0.dropFirst(12)) }
  }

  @Test(arguments: [
    ("de_DE", "PDF-Dokument"), ("es_ES", "documento PDF"), ("fr_FR", "document PDF"),
    ("it_IT", "documento PDF"), ("ja_JP", "PDF 文書"), ("ko_KR", "PDF 문서"),
    ("nl_NL", "PDF-document"), ("pl_PL", "dokument PDF"), ("pt_PT", "documento PDF"),
    ("ru_RU", "документ PDF"), ("vi_VN", "tài liệu PDF"), ("zh_CN", "PDF 文档"),
    ("C", "PDF document"),
  ])
  func infoTakesALocale(_ locale: String, _ text: String) throws {
    #expect(try description("com.adobe.pdf", "--locale", locale) == text)
  }
}
