// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// Damage to a registry's image, spelt by a few bytes.
public enum ImageMutation {
  private static let valid = RegistryCompiler.compile(FullBundles.all).image

  /// Opens the image that `bytes` spell and asks it everything; refuses it if it is none.
  ///
  /// Bytes that begin like an image are one. Others change a valid image: each three of them are a
  /// offset, little-endian, and the byte that is put there.
  public static func run(_ bytes: [UInt8]) {
    let image = bytes.starts(with: "TYPEREG".utf8) ? bytes : damaged(by: bytes)
    let memory = MappedMemory(copying: image)
    do {
      let registry = try CompiledRegistry(memory)
      QuerySweep.run(on: registry, most: 8)
      _ = registry.isImageSound
    } catch {
      // Refused, which is an answer.
    }
  }

  private static func damaged(by bytes: [UInt8]) -> [UInt8] {
    var image = valid
    for start in stride(from: 0, to: bytes.count - 2, by: 3) {
      let offset = Int(bytes[start]) | Int(bytes[start + 1]) << 8
      // After magic, version and length: if these are wrong, nothing else is read.
      image[24 + offset % (image.count - 24)] = bytes[start + 2]
    }
    return image
  }
}
