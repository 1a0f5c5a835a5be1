// SPDX-License-Identifier: MIT

public import TypeRegistry

extension RegistryCompiler.Compilation {
  /// The image of the registry, in the form of a file.
  public var image: [UInt8] {
    let memory = registry.memory
    let bytes = memory.bytes(at: 0, count: memory.count)
    var image: [UInt8] = []
    image.reserveCapacity(bytes.count)
    bytes.append(to: &image)
    return image
  }
}
