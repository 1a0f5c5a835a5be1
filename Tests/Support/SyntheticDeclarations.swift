// SPDX-License-Identifier: MIT

/// Declarations in any number, for measuring: identifiers of 24 bytes, one parent, depth up to 6, one
/// extension of up to six bytes.
public struct SyntheticDeclarations: Sendable {
  /// The number of types, `public.data` and `public.item` not counted.
  public let count: Int
  /// The most types in one file; a bundle may hold 4,096.
  public static let typesPerFile = 4_000

  /// `count` types, the two at the top among them.
  public init(count: Int) {
    self.count = count - 2
  }

  /// The identifier of a type, 24 bytes.
  public func identifier(_ index: Int) -> String {
    let digits = String(index)
    return "org.synthetic.t" + String(repeating: "0", count: 9 - digits.count) + digits
  }

  /// The extension of a type.
  public func filenameExtension(_ index: Int) -> String { "e\(String(index, radix: 36))" }

  /// The parent of a type, `public.data` for every tenth of the first and all at the top.
  public func parent(_ index: Int) -> String {
    // Each type's parent is a tenth of its number, so that 100,000 types are six deep.
    index < 10 ? "public.data" : identifier(index / 10)
  }

  /// The files, as JSON text.
  public func files() -> [(name: String, text: [UInt8])] {
    stride(from: 0, to: count, by: Self.typesPerFile).map { start in
      var text = "{\n  \"CFBundleIdentifier\": \"org.synthetic.bundle\(start)\",\n"
      text += "  \"UTExportedTypeDeclarations\": ["
      if start == 0 {
        text +=
          "\n    {\"UTTypeIdentifier\": \"public.data\", \"UTTypeConformsTo\": [\"public.item\"]},"
        text += "\n    {\"UTTypeIdentifier\": \"public.item\"},"
      }
      for index in start..<min(start + Self.typesPerFile, count) {
        text += index == start ? "\n" : ",\n"
        text += """
              {
                "UTTypeIdentifier": "\(identifier(index))",
                "UTTypeConformsTo": ["\(parent(index))"],
                "UTTypeTagSpecification": {"public.filename-extension": ["\(filenameExtension(index))"]}
              }
          """
      }
      text += "\n  ]\n}\n"
      return ("synthetic-\(start).json", Array(text.utf8))
    }
  }
}
