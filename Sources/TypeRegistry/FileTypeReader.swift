// SPDX-License-Identifier: MIT

/// Finds the types of one file after the other.
package struct FileTypeReader {
  private let registry: CompiledRegistry
  private let staysLocal: Bool
  private var head: FileHead
  private var matching: ContentMatching

  /// A reader.
  ///
  /// - Parameters:
  ///   - registry: The registry with the types.
  ///   - staysLocal: Whether the names alone count of files that another machine or a program serves.
  package init(_ registry: CompiledRegistry, staysLocal: Bool = false) {
    self.registry = registry
    self.staysLocal = staysLocal
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
    try resolve(path, try FileInspection(of: path, followsLinks: true))
  }

  /// The source of the type of a file as a list of files shows it: a link whose target is missing is a link,
  /// and of a file that cannot be read the name alone counts.
  ///
  /// - Parameter path: The bytes of the path, without a NUL.
  /// - Returns: The source, and the name of the file.
  /// - Throws: ``FileInspection/Failure`` if there is no such file.
  package mutating func look(
    at path: [UInt8]
  ) throws(FileInspection.Failure) -> ResolvedFile {
    let file: FileInspection
    do throws(FileInspection.Failure) {
      file = try FileInspection(of: path, followsLinks: true)
    } catch {
      guard let link = try? FileInspection(of: path), link.isLink else { throw error }
      file = link
    }
    do throws(FileInspection.Failure) { return try resolve(path, file) } catch {
      let named = named(file)
      return ResolvedFile(file: file, named: named, resolution: named)
    }
  }

  private mutating func resolve(
    _ path: [UInt8], _ file: FileInspection
  ) throws(FileInspection.Failure) -> ResolvedFile {
    let named = named(file)
    guard file.kind == .regular, registry.dependsOnContents(named),
      try head.read(
        path, followsLinks: true, staysLocal: staysLocal, device: file.device,
        part: ContentFacts.part(of:))
    else { return ResolvedFile(file: file, named: named, resolution: named) }
    var trace = ContentTrace()
    return ResolvedFile(
      file: file, named: named,
      resolution: matching.resolve(named, head.contents, in: registry, tracing: &trace))
  }

  private func named(_ file: FileInspection) -> NameResolution {
    let name = file.name
    return registry.resolve(name: name.span, kind: file.kind)
  }
}

/// A file that was found, and the source of its type.
package struct ResolvedFile: Sendable {
  /// The name and kind, links followed.
  package let file: FileInspection
  /// The type by the name.
  package let named: NameResolution
  /// The type by the name and the contents.
  package let resolution: NameResolution

  /// The name of the file.
  package var name: [UInt8] { file.name }

  /// The query for the applications that open the file.
  ///
  /// - Parameters:
  ///   - registry: The registry that gave its type.
  ///   - roles: The roles that are asked for.
  ///   - ownHandler: The application that the file itself names.
  /// - Returns: The query, with the type that was found.
  package func query(
    in registry: CompiledRegistry, roles: RoleMask = .all, ownHandler: String? = nil
  ) -> HandlerQuery {
    let name = file.name
    return HandlerQuery(
      .file(FileQuery(name: name, kind: file.kind)),
      typeByContents: registry.identifier(of: resolution, name: name.span), roles: roles,
      ownHandler: ownHandler)
  }
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
