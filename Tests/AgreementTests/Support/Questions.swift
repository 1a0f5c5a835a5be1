// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import TypeRegistry

/// The registries that are asked, and everything that is asked of them.
enum Questions {
  /// The package's directory.
  static let sources: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url.path
  }()

  /// The shipped declarations and nothing else.
  static let locations = RegistryLocations(
    core: sources + "/Declarations", environment: Environment(declarations: ""), cache: nil)

  /// The registry of the shipped declarations.
  static let published = PublishedRegistry(RegistryLoader.load(locations), generation: 3)

  /// Unlikely names, some of them not UTF-8.
  static func oddNames(_ count: Int, seed: UInt64) -> [[UInt8]] {
    var random = SeededRandom(seed: seed)
    let extensions = published.registry.declaredTypes.flatMap { type in
      published.registry.tags(of: type).filter { $0.tagClass == .filenameExtension }.map(\.value)
    }
    let pieces: [[UInt8]] =
      [
        "", ".", "..", " ", "\t", "\n", "\\", "\"", "é", "e\u{301}", "\u{202E}", "\u{FFFD}", "😀",
        "Makefile", "README", "tar.gz", "%", "{", "\u{7F}", "~", ":", "*", "-",
      ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF5, 0x80]]
    return (0..<count).map { _ in
      var name: [UInt8] = []
      for _ in 0...Int.random(in: 0...4, using: &random) {
        name += pieces.randomElement(using: &random) ?? []
        if Bool.random(using: &random) {
          name += [UInt8(ascii: ".")] + Array((extensions.randomElement(using: &random) ?? "").utf8)
        }
        if Int.random(in: 0..<20, using: &random) == 0 {
          name += Array(
            repeating: UInt8(ascii: "x"), count: Int.random(in: 1...300, using: &random))
        }
      }
      // A path has no NUL, and its last component no slash; a name that begins with a hyphen is
      // told from an option by the word before it.
      return name.isEmpty ? [UInt8(ascii: "_")] : name
    }
  }

  /// Command lines without any file.
  static func aboutTypes() -> [[String]] {
    let registry = published.registry
    var lines: [[String]] = []
    for type in registry.declaredTypes.map(\.text) {
      lines.append(["info", type, "--locale", "de_DE"])
      lines.append(["why", "--type", type])
      lines.append(["supertypes", type])
      lines.append(["subtypes", type])
      lines.append(["extensions", type])
      lines.append(["name", "some.jpg", type])
      lines.append(["conforms", type, "public.content"])
      lines.append([
        "negotiate", "--offer", "\(type),public.jpeg", "--accept", "public.data,\(type)",
      ])
    }
    for type in ["public.item", "public.image", "public.jpeg", "org.nobody.here", "dyn.age80s52"] {
      lines.append(["tree", type])
    }
    for text in ["jpeg", "p", "text", "nothing at all", "é", "\u{202E}", "image/"] {
      lines.append(["search", text])
    }
    lines += [["types"], ["types", "--conforming-to", "public.text"], ["bundles"]]
    return lines
  }

  /// Command lines about every tag that a core type has.
  static func aboutTags() -> [[String]] {
    let registry = published.registry
    let tags = Set(registry.declaredTypes.flatMap { registry.tags(of: $0) }).sorted()
    return tags.flatMap { tag -> [[String]] in
      var lines = [["types", "--tag", tag.description]]
      switch tag.tagClass {
      case .filenameExtension:
        lines.append(["why", "." + tag.value])
        lines.append(["types", "--extension", tag.value, "--conforming-to", "public.text"])
      case .mimeType:
        lines.append(["why", tag.value])
        lines.append(["info", tag.value])
      default: break
      }
      return lines
    }
  }

  /// Command lines whose answer is no, or a complaint.
  static let mistakes: [[String]] = [
    ["info", "public.jpgg"], ["info", "not a type"], ["info", ".zzzz"], ["info", "no/such"],
    ["info", "public.jpeg", "no.such", "public.png"], ["info", ""], ["info", "--type", ".jpeg"],
    ["info", "dyn.a"], ["info", "dyn.ah62d4rv4ge8042pwrrwg875s"], ["info", "dyn.zzz"],
    ["why", "no.such"], ["why", "/no/such/file.jpg"], ["why", "--name-only", "./a.b.c.d.e"],
    ["why", ".zzzz"], ["why", "mailto:"], ["why", "nosuch:"],
    ["supertypes", "no.such"], ["subtypes", "dyn.ah62d4rv4ge8042pwrrwg875s"],
    ["supertypes", "dyn.ah62d4rv4ge8042pwrrwg875s"], ["extensions", ".ts"],
    ["conforms", "dyn.ah62d4rv4ge8042pwrrwg875s", "public.data"],
    ["conforms", "public.jpeg", "public.text"], ["conforms", "public.jpeg", "no.such"],
    ["types", "--extension", "zzzz"], ["types", "--mime", "nonsense"],
    ["types", "--extension", "jpeg", "--conforming-to", "public.text"],
    ["types", "--tag", "org.test.tag=" + String(repeating: "y", count: 250)],
    ["types", "--tag", "x=y"], ["types", "--tag", "com.apple.ostype=JPEG"],
    ["types", "--conforming-to", "no.such"], ["search", ""],
    ["name", "a", "no.such"], ["name", "a", "dyn.ah62d4rv4ge8042pwrrwg875s"],
    ["negotiate", "--offer", "x", "--accept", "a.b"],
    ["negotiate", "--offer", "a.b", "--accept", "c.d"],
    [
      "negotiate", "--accept", "a.b", "--offer",
      repeatElement("a.b", count: 257).joined(separator: ","),
    ],
    ["info", String(repeating: "a", count: 300) + ".b"],
    ["search", String(repeating: "a", count: 140_000)],
  ]
}
