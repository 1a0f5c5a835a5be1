// SPDX-License-Identifier: MIT

import UniformTypeIdentifiers

/// Counts the files of a library by their types.
actor LibraryIndex {
  private(set) var counts: [UTType: Int] = [:]

  func add(_ type: UTType) { counts[type, default: 0] += 1 }

  func count(conformingTo type: UTType) -> Int {
    counts.filter { $0.key.conforms(to: type) }.values.reduce(0, +)
  }
}

func index() async -> [String] {
  let index = LibraryIndex()
  let images = await withTaskGroup(of: UTType.self) { group in
    for number in 0..<400 {
      group.addTask {
        UTType(filenameExtension: ["png", "mp3", "jpg", "zzyzx"][number % 4]) ?? .data
      }
    }
    var images = 0
    for await type in group {
      await index.add(type)
      if type.conforms(to: .image) { images += 1 }
    }
    return images
  }
  let audio = await index.count(conformingTo: .audio)
  return ["\(images) \(audio) \(await index.counts.count) \(await index.counts[.png] ?? 0)"]
}
