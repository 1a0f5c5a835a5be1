// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// Damage to a registry's image, spelt by a few bytes.
public enum ImageMutation {
  private static let valid = RegistryCompiler.compile(FullBundles.all).image

  /// Opens the image that `bytes` spell and asks it everything; refuses it if it is none.
  ///
  /// Bytes that begin like an image are one. Others change a valid image: see
  /// ``DamagedBytes``.
  public static func run(_ bytes: [UInt8]) {
    // After magic, version and length: if these are wrong, nothing else is read.
    let image =
      bytes.starts(with: "TYPEREG".utf8)
      ? bytes : DamagedBytes.changed(valid, by: bytes, from: 24)
    let memory = MappedMemory(copying: image)
    do {
      let registry = try CompiledRegistry(memory)
      QuerySweep.run(on: registry, most: 8)
      _ = registry.isImageSound
    } catch {
      // Refused, which is an answer.
    }
  }
}
