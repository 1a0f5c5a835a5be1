// SPDX-License-Identifier: MIT

// A record has the index of the first element of its run in another section; the run ends where the run of
// the next record begins.

extension ImageSection {
  /// The indices of a run of this section.
  ///
  /// - Returns: An empty range if the run is empty, or not within the section (in a damaged image).
  @inline(__always)
  package func run(from start: UInt32, to end: UInt32) -> Range<UInt32> {
    start < end && end <= count ? start..<end : 0..<0
  }
}

extension CompiledRegistry {
  /// The indices of a type's declarations and supplements in ``declarations``, the active one first.
  func declarationRun(of type: TypeIndex) -> Range<UInt32> {
    let start = types[type.value].declaration
    let end = UInt32(declarations.count)
    guard start > 0, start < end else { return 0..<0 }
    return start..<((start..<end).first { declarations[$0].type != type.value } ?? end)
  }

  /// The indices of a type's tags in ``typeTags``.
  @inline(__always)
  package func tagRun(of type: TypeIndex) -> Range<UInt32> {
    typeTags.run(from: types[type.value].tags, to: types[type.value &+ 1].tags)
  }

  /// The indices of a type's parents in ``parentRuns``.
  @inline(__always)
  package func parentRun(of type: TypeIndex) -> Range<UInt32> {
    parentRuns.run(from: types[type.value].parents, to: types[type.value &+ 1].parents)
  }

  /// The indices of a type's direct subtypes in ``subtypeRuns``.
  @inline(__always)
  package func subtypeRun(of type: TypeIndex) -> Range<UInt32> {
    subtypeRuns.run(from: types[type.value].subtypes, to: types[type.value &+ 1].subtypes)
  }

  /// The indices in ``opensAs`` of the types that a type can be opened as.
  @inline(__always)
  package func opensAsRun(of type: TypeIndex) -> Range<UInt32> {
    opensAs.run(from: types[type.value].opensAs, to: types[type.value &+ 1].opensAs)
  }
}
