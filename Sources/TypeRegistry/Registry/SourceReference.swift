// SPDX-License-Identifier: MIT

/// The bundle, file and line of a declaration, claim or binding.
public struct SourceReference: Hashable, Sendable {
  /// `CFBundleIdentifier`.
  public var bundle: String
  /// `CFBundleVersion`.
  public var bundleVersion: String
  /// The origin of the bundle.
  public var origin: Origin
  /// The file.
  public var path: String
  /// The line, counted from 1; 0 for a format without lines.
  public var line: Int
  /// The column, counted from 1; 0 for a format without lines.
  public var column: Int

  /// `path:line:column`, or the path alone.
  public var location: String { line == 0 ? path : "\(path):\(line):\(column)" }
}

extension CompiledRegistry {
  /// The source of a declaration or supplement.
  package func source(_ declaration: UInt32) -> SourceReference {
    let record = declarations[declaration]
    var source = source(
      inBundle: UInt32(record.bundle), line: Int(record.line), column: Int(record.column))
    source.origin = record.origin
    return source
  }

  /// The source of a claim.
  package func source(ofClaim claim: UInt32) -> SourceReference {
    let details = claimDetails[claim]
    return source(
      inBundle: claims[claim].bundle, line: Int(details.line), column: Int(details.column))
  }

  /// A position in a bundle's file.
  package func source(inBundle index: UInt32, line: Int, column: Int) -> SourceReference {
    let bundle = bundleRecords[index]
    return SourceReference(
      bundle: text(bundle.identifier), bundleVersion: text(bundle.version),
      origin: origin(ofBundle: index), path: path(bundle.path), line: line, column: column)
  }

  /// The index of the declaration or supplement that adds the tag in `slot` to `type`.
  package func source(ofTagInSlot slot: UInt32, of type: TypeIndex) -> UInt32 {
    let index = tagRun(of: type).first { typeTags[$0] == slot }
    return index.flatMap { source(in: supplementedTags, of: $0) } ?? types[type.value].declaration
  }

  /// The index of the declaration or supplement that makes `parent` a parent of `type`.
  package func source(ofParent parent: TypeIndex, of type: TypeIndex) -> UInt32 {
    let index = parentRun(of: type).first { parentRuns[$0] == parent.value }
    return index.flatMap { source(in: supplementedParents, of: $0) }
      ?? types[type.value].declaration
  }

  private func source(in section: ImageSection<SupplementedRecord>, of index: UInt32) -> UInt32? {
    let record = section[(0..<section.count).partitioningIndex { section[$0].index >= index }]
    return record.index == index && record.source != 0 ? record.source : nil
  }
}
