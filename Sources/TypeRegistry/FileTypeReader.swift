// SPDX-License-Identifier: MIT

/// Finds the types of one file after the other.
package struct FileTypeReader {
  private let registry: CompiledRegistry
  private var head: FileHead
  private var matching: ContentMatching

  package init(_ registry: CompiledRegistry) {
    self.registry = registry
    head = FileHead(length: registry.contentLength)
    matching = ContentMatching(registry)
  }

  /// The source of the type of a file.
  ///
  /// - Parameter path: The bytes of the path, without a NUL.
  /// - Returns: The source, and the name of the file.
  /// - Throws: ``FileInspection/Failure`` if there is no such file, or it cannot be read.
  package mutating func resolve(
    _ path: [UInt8]
  ) throws(FileInspection.Failure) -> ResolvedFile {
    let file = try FileInspection(of: path, followsLinks: true)
    let named = registry.resolve(name: file.name.span, kind: file.kind)
    guard file.kind == .regular, registry.dependsOnContents(named) else {
      return ResolvedFile(name: file.name, resolution: named)
    }
    try head.read(path, followsLinks: true, part: ContentFacts.part(of:))
    var trace = ContentTrace()
    return ResolvedFile(
      name: file.name,
      resolution: matching.resolve(named, head.contents, in: registry, tracing: &trace))
  }
}

/// A file that was found, and the source of its type.
package struct ResolvedFile: Sendable {
  package let name: [UInt8]
  package let resolution: NameResolution
}

extension CompiledRegistry {
  /// The types of files, as of ``UniformType/ofFiles(_:in:threads:)``.
  package func resolve(
    filesAt paths: [[UInt8]], threads: Int? = nil
  ) -> [Result<ResolvedFile, FileInspection.Failure>] {
    ParallelMap.results(
      count: paths.count, threads: threads ?? FileHead.usualThreads, run: FileHead.filesOfOneTurn,
      state: { FileTypeReader(self) },
      { (index, reader) in
        Result { () throws(FileInspection.Failure) in try reader.resolve(paths[index]) }
      })
  }
}
