// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite("What the shipped types are called in other languages")
struct ShippedTranslationsTests {
  static let languages = ["de", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "vi", "zh"]

  /// Types that everybody has files of, and whose description is no word of another language.
  static let wellKnown = [
    "public.plain-text", "public.jpeg", "public.mp3", "public.mpeg-4", "com.adobe.pdf",
    "public.zip-archive", "public.html", "org.oasis-open.opendocument.text",
    "org.openxmlformats.spreadsheetml.sheet", "org.idpf.epub-container", "public.disk-image",
    "public.x509-certificate", "public.python-script", "public.c-source", "com.apple.ical.ics",
    "public.truetype-ttf-font", "public.symlink", "org.gnu.compressed-man-page",
  ]

  @Test(arguments: wellKnown)
  func haveADescriptionInEachLanguage(_ identifier: String) throws {
    let type = TypeIdentifier.test(identifier)
    let own = try #require(Shipped.registry.localizedDescription(of: type))
    let translated = Self.languages.map {
      Shipped.registry.localizedDescription(of: type, in: LanguageList($0))
    }
    for (language, text) in zip(Self.languages, translated) {
      #expect(text != nil && text != own, "\(identifier) in \(language)")
    }
  }

  /// The page of types is searched in all of them.
  @Test func areAllFoundTogether() throws {
    let type = TypeIdentifier.test("public.jpeg")
    let all = Shipped.registry.translatedDescriptions(of: type)
    let each = Self.languages.compactMap {
      Shipped.registry.localizedDescription(of: type, in: LanguageList($0))
    }
    #expect(Set(all).isSuperset(of: each) && Set(all).count == all.count)
    #expect(Shipped.registry.translatedDescriptions(of: .test("no.such.type")).isEmpty)
  }

  @Test(arguments: [
    ("de_AT.UTF-8", "JPEG-Bild", "Ordner"), ("es_MX.UTF-8", "imagen JPEG", "carpeta"),
    ("fr_CA.UTF-8", "image JPEG", "dossier"), ("it_IT.UTF-8", "immagine JPEG", "cartella"),
    ("ja_JP.UTF-8", "JPEG 画像", "フォルダ"), ("ko_KR.UTF-8", "JPEG 이미지", "폴더"),
    ("nl_BE.UTF-8", "JPEG-afbeelding", "map"), ("pl_PL.UTF-8", "obraz JPEG", "folder"),
    ("pt_BR.UTF-8", "imagem JPEG", "pasta"), ("ru_RU.UTF-8", "изображение JPEG", "папка"),
    ("vi_VN.UTF-8", "ảnh JPEG", "thư mục"), ("zh_CN.UTF-8", "JPEG 图像", "文件夹"),
    ("en_GB.UTF-8", "JPEG image", "folder"), ("sv_SE.UTF-8", "JPEG image", "folder"),
  ])
  func areCalledAsTheLocaleSays(_ locale: String, _ image: String, _ folder: String) {
    let languages = LanguageList(locale)
    #expect(Shipped.registry.localizedDescription(of: .test("public.jpeg"), in: languages) == image)
    #expect(
      Shipped.registry.localizedDescription(of: .test("public.folder"), in: languages) == folder)
  }
}
