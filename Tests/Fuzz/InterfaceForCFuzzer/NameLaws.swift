// SPDX-License-Identifier: MIT

import CTypeRegistry
import TypeRegistryC

extension Calls {
  /// Checks that names have the same types one by one and together, in each form of an array.
  mutating func checkNames(_ registry: OpaquePointer?) {
    // A slash would make a name the path of another one in the forms that take paths.
    let names = (0..<Int(byte() % 8)).map { _ in
      text().dropLast().map { $0 == CChar(UInt8(ascii: "/")) ? CChar(UInt8(ascii: "-")) : $0 }
    }
    // Without a name, nothing says whether the registry is open.
    if names.isEmpty { return }
    var types = [UInt64](repeating: 0, count: names.count)
    var code = TR_OK
    for (index, name) in names.enumerated() {
      code = Int(unsafe typeOfName(registry, name, name.count, &types[index]))
    }
    guard code == TR_OK else { return }
    precondition(unsafe list(registry, names) == types, "a list has the same types")
    precondition(unsafe slices(registry, names, of: Int32.self) == types, "so has a text")
    precondition(unsafe slices(registry, names, of: Int64.self) == types, "of any offsets")
    precondition(unsafe cells(registry, names, upwards: true) == types, "so have cells")
    precondition(
      unsafe cells(registry, names, upwards: false) == types.reversed(), "from the last one on")
    unsafe checkPaths(registry, names, types)
  }

  private func list(_ registry: OpaquePointer?, _ names: [[CChar]]) -> [UInt64]? {
    let bytes: [CChar] = names.flatMap { name in name + [0] }
    var types = [UInt64](repeating: 0, count: names.count)
    var count = 0
    let code = unsafe typesOfNames(registry, bytes, bytes.count, &types, names.count, &count)
    return code == TR_OK && count == names.count ? types : nil
  }

  private func slices<Offset: FixedWidthInteger>(
    _ registry: OpaquePointer?, _ names: [[CChar]], of: Offset.Type
  ) -> [UInt64]? {
    let bytes = names.flatMap { $0 }
    var offsets = [0 as Offset]
    for name in names { offsets.append((offsets.last ?? 0) + Offset(name.count)) }
    var types = [UInt64](repeating: 0, count: names.count)
    let code = unsafe typesOfSlices(
      registry, bytes, bytes.count, offsets, MemoryLayout<Offset>.size, &types, names.count)
    return code == TR_OK ? types : nil
  }

  private func cells(
    _ registry: OpaquePointer?, _ names: [[CChar]], upwards: Bool
  ) -> [UInt64]? {
    let width = (names.map(\.count).max() ?? 0) + 1
    let cells = names.flatMap { name in
      name + [CChar](repeating: 0, count: width - name.count)
    }
    var types = [UInt64](repeating: 0, count: names.count)
    let code = unsafe cells.withUnsafeBufferPointer { cells in
      let first = upwards ? 0 : max(names.count - 1, 0) * width
      let start = unsafe cells.baseAddress.map { unsafe $0 + first }
      return unsafe typesOfCells(
        registry, start, width, upwards ? width : -width, &types, names.count)
    }
    return code == TR_OK ? types : nil
  }

  /// Checks that a path has the type of its last part, and that wrong offsets are refused.
  private func checkPaths(_ registry: OpaquePointer?, _ names: [[CChar]], _ types: [UInt64]) {
    let slash = CChar(UInt8(ascii: "/"))
    let paths = names.map { name in [slash, 97, slash] + name + (name.isEmpty ? [] : [slash]) }
    let known = zip(names, types).filter { !$0.0.isEmpty }
    let found = unsafe slices(registry, paths, of: Int32.self)
    let parts = zip(names, found ?? []).filter { !$0.0.isEmpty }
    precondition(parts.map(\.1) == known.map(\.1), "a path has the type of its last part")
    var types = [7 as UInt64, 7]
    for offsets in [[-1, 0, 0], [1, 0, 1], [0, 1, 2]] as [[Int32]] {
      let code = unsafe typesOfSlices(registry, "a", 1, offsets, 4, &types, 2)
      precondition(code == TR_ERROR_ARGUMENT && types == [7, 7], "nothing is written")
    }
  }
}
