// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// A file on the way to its type.
struct ExaminedFile: Sendable {
  /// Its name and kind.
  let query: FileQuery
  /// The device of its file system; `nil` if only the name is known.
  private(set) var device: UInt64?
  /// The source of its type, once that was looked for.
  private(set) var resolution: NameResolution?
  /// Why its contents do not decide, if they could.
  private(set) var obstacle: ContentReader.Obstacle?

  /// A file without more than a name.
  init(query: FileQuery) { self.query = query }

  /// The file at a path.
  ///
  /// - Throws: ``FileInspection/Failure`` if there is none.
  init(at path: [UInt8], followsLinks: Bool) throws(FileInspection.Failure) {
    let file = try FileInspection(of: path, followsLinks: followsLinks)
    query = FileQuery(name: file.name, kind: file.kind)
    device = file.device
  }

  /// Finds the type: by the name and kind, and by the contents where these leave it open.
  mutating func resolve(
    at path: [UInt8], _ reader: inout ContentReader, in registry: CompiledRegistry,
    followsLinks: Bool
  ) {
    let named = registry.resolve(name: query.name.span, kind: query.kind)
    var obstacle: ContentReader.Obstacle?
    resolution = reader.resolve(
      query, named: named, at: path, on: device, in: registry, followsLinks: followsLinks
    ) { obstacle = $0 }
    self.obstacle = obstacle
  }

  /// The file at a path with its type, if there is a registry to find it in; or why there is none.
  static func result(
    at path: [UInt8], _ reader: inout ContentReader, in registry: CompiledRegistry?,
    _ followsLinks: Bool
  ) -> Result<ExaminedFile, FileInspection.Failure> {
    do throws(FileInspection.Failure) {
      var file = try ExaminedFile(at: path, followsLinks: followsLinks)
      if let registry {
        file.resolve(at: path, &reader, in: registry, followsLinks: followsLinks)
      }
      return .success(file)
    } catch {
      return .failure(error)
    }
  }
}

extension ContentReading {
  /// Calls a function for many files on several threads, each with a reader of its own.
  ///
  /// - Returns: Its results, in the order of the files.
  func results<Result: Sendable>(
    of files: Int, _ read: @escaping @Sendable (Int, inout ContentReader) -> Result
  ) -> [Result] {
    ParallelMap.results(
      count: files, threads: FileHead.usualThreads, run: FileHead.filesOfOneTurn,
      state: { ContentReader(self) }, read)
  }
}
