// SPDX-License-Identifier: MIT

internal import CTypeRegistry
internal import Glibc
internal import TypeRegistry

/// Launches in one block of memory, which free(3) frees: the structures, then the arrays of pointers, then the
/// texts.
@safe struct LaunchBlock {
  private var pointers: UnsafeMutablePointer<UnsafePointer<CChar>?>
  private var texts: UnsafeMutablePointer<CChar>

  /// Makes the block; `nil` if there is no memory.
  static func make(_ launches: [Launch]) -> UnsafeMutablePointer<tr_launch>? {
    var (pointerCount, byteCount) = (0, 0)
    for launch in launches {
      pointerCount += launch.arguments.count + launch.tokenVariables.count + 2
      byteCount += launch.arguments.reduce(0) { $0 + $1.count + 1 }
      byteCount += launch.tokenVariables.reduce(0) { $0 + $1.utf8.count + 1 }
      byteCount += launch.workingDirectory.map { $0.utf8.count + 1 } ?? 0
    }
    // Pointers are aligned as the structures are, and texts need no alignment.
    let structures = unsafe max(launches.count, 1) * MemoryLayout<tr_launch>.stride
    let pointerBytes = pointerCount * MemoryLayout<Int>.stride
    guard let block = unsafe malloc(structures + pointerBytes + byteCount) else { return nil }
    let start = unsafe block.bindMemory(to: tr_launch.self, capacity: launches.count)
    var rest = unsafe LaunchBlock(
      pointers: (block + structures).bindMemory(
        to: UnsafePointer<CChar>?.self, capacity: pointerCount),
      texts: (block + structures + pointerBytes).bindMemory(to: CChar.self, capacity: byteCount))
    for (index, launch) in launches.enumerated() {
      unsafe (start + index).initialize(
        to: tr_launch(
          arguments: rest.add(launch.arguments), argument_count: launch.arguments.count,
          directory: launch.workingDirectory.map { unsafe rest.add(Array($0.utf8)) },
          token_variables: rest.add(launch.tokenVariables.map { Array($0.utf8) }),
          first_target: launch.targets.lowerBound, target_count: launch.targets.count))
    }
    return unsafe start
  }

  /// Adds texts, as an array that ends in NULL.
  private mutating func add(_ words: [[UInt8]]) -> UnsafePointer<UnsafePointer<CChar>?> {
    let start = unsafe pointers
    unsafe pointers += words.count + 1
    for (index, word) in words.enumerated() { unsafe (start + index).initialize(to: add(word)) }
    unsafe (start + words.count).initialize(to: nil)
    return unsafe UnsafePointer(start)
  }

  /// Adds a text, which ends in a NUL.
  private mutating func add(_ bytes: [UInt8]) -> UnsafePointer<CChar> {
    let start = unsafe texts
    for byte in bytes {
      unsafe texts.initialize(to: CChar(bitPattern: byte))
      unsafe texts += 1
    }
    unsafe texts.initialize(to: 0)
    unsafe texts += 1
    return unsafe UnsafePointer(start)
  }
}
