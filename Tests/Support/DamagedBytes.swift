// SPDX-License-Identifier: MIT

/// Damage to the bytes of a valid file, spelt by a few bytes.
public enum DamagedBytes {
  /// The bytes of a valid file with changes.
  ///
  /// - Parameters:
  ///   - valid: The bytes; not none.
  ///   - changes: Each three bytes are an offset, little-endian, and the byte that is put there.
  ///   - start: The number of bytes at the start that stay.
  /// - Returns: As many bytes.
  public static func changed(
    _ valid: [UInt8], by changes: some Collection<UInt8>, from start: Int = 0
  ) -> [UInt8] {
    let changes = Array(changes)
    var bytes = valid
    for index in stride(from: 0, to: changes.count - 2, by: 3) {
      let offset = Int(changes[index]) | Int(changes[index + 1]) << 8
      bytes[start + offset % (bytes.count - start)] = changes[index + 2]
    }
    return bytes
  }
}
