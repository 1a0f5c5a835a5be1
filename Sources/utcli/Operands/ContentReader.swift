// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// Reads the beginnings of files whose names leave their types open, and looks for the files of
/// directories.
///
/// The daemon never reads files: the process that asks reads them, with the permissions that it has,
/// and applies the rules of the registry that it has itself.
struct ContentReader {
  /// Why the contents of a file have no effect.
  enum Obstacle: CustomStringConvertible, Sendable {
    /// It cannot be read.
    case unreadable(FileInspection.Failure)
    /// Another machine or a program serves it.
    case remote

    var description: String {
      switch self {
      case .unreadable(let failure): "\(failure); its name alone decides"
      case .remote:
        "its contents are not read, because another machine or a program serves it; its name alone "
          + "decides, except with --sniff"
      }
    }
  }

  /// The files that are read.
  let reading: ContentReading
  private var head: FileHead?
  /// Applies the rules to one file after the other.
  private var matching: ContentMatching?
  /// The explanation by the contents of the last file; `nil` if its name alone decides.
  private(set) var explanation: ContentExplanation?

  /// Whether the contents of files decide whatever their names say.
  private let ignoresNames: Bool

  /// A reader.
  ///
  /// - Parameters:
  ///   - reading: The files that are read.
  ///   - ignoresNames: Whether the names of files are left out.
  init(_ reading: ContentReading, ignoresNames: Bool = false) {
    self.reading = reading
    self.ignoresNames = ignoresNames || reading == .alone
  }

  /// The type of a file.
  ///
  /// - Parameters:
  ///   - file: Its name and kind.
  ///   - named: What its name gives.
  ///   - path: Where it is.
  ///   - device: The device of its file system, if that is known.
  ///   - registry: The registry with the rules.
  ///   - followsLinks: Whether its kind is that of a link's target.
  ///   - explains: Whether ``explanation`` is wanted.
  ///   - onObstacle: Receives the reason if the file cannot or may not be read; then its name alone counts.
  /// - Returns: The type, and what found it.
  mutating func resolve(
    _ file: FileQuery, named: NameResolution, at path: [UInt8], on device: UInt64? = nil,
    in registry: CompiledRegistry, followsLinks: Bool, explains: Bool = false,
    onObstacle: (Obstacle) -> Void
  ) -> NameResolution {
    explanation = nil
    guard reading != .never else { return named }
    var trace = ContentTrace()
    var resolution = named
    do throws(FileInspection.Failure) {
      if file.kind == .regular {
        let noName: [UInt8] = []
        if ignoresNames { resolution = registry.resolve(name: noName.span, kind: .regular) }
        guard registry.dependsOnContents(resolution) else { return named }
        guard try read(path, on: device, in: registry, followsLinks: followsLinks) else {
          onObstacle(.remote)
          return named
        }
        resolution = resolve(resolution, in: registry, &trace)
      } else if reading == .everywhere, registry.dependsOnTree(named) {
        resolution = try resolve(named, ofDirectoryAt: path, in: registry, &trace)
      }
    } catch {
      onObstacle(.unreadable(error))
      return named
    }
    if explains { explanation = registry.explanation(of: resolution, named: named, trace) }
    return resolution
  }

  /// The parts of the last file that were read.
  private var contents: FileSample { head?.contents ?? FileSample(head: []) }

  /// Reads a file.
  ///
  /// - Returns: Whether it was read, because it is not served by another machine or a program, or this does
  ///   not matter.
  private mutating func read(
    _ path: [UInt8], on device: UInt64? = nil, in registry: CompiledRegistry, followsLinks: Bool
  ) throws(FileInspection.Failure) -> Bool {
    if head == nil { head = FileHead(length: registry.contentLength) }
    return try head?.read(
      path, followsLinks: followsLinks, staysLocal: reading == .local, device: device,
      part: ContentFacts.part(of:)) ?? false
  }

  /// The type of the file that was read.
  private mutating func resolve(
    _ named: NameResolution, in registry: CompiledRegistry, _ trace: inout ContentTrace
  ) -> NameResolution {
    let contents = contents
    if matching == nil { matching = ContentMatching(registry) }
    return matching?.resolve(named, contents, in: registry, tracing: &trace) ?? named
  }

  /// The type of a directory by the files in it.
  private mutating func resolve(
    _ named: NameResolution, ofDirectoryAt path: [UInt8], in registry: CompiledRegistry,
    _ trace: inout ContentTrace
  ) throws(FileInspection.Failure) -> NameResolution {
    var tree = try FileTree(path)
    return registry.resolve(named, tracing: &trace) { condition in
      tree.has(condition) { inner in
        condition.mimeType.map {
          isFile(path + [UInt8(ascii: "/")] + inner, ofMIMEType: $0, in: registry)
        } ?? true
      }
    }
  }

  /// Whether a regular file has a MIME type, by its name and contents.
  private mutating func isFile(
    _ path: [UInt8], ofMIMEType mimeType: String, in registry: CompiledRegistry
  ) -> Bool {
    let name = Array(FileInspection.lastComponent(of: path))
    var resolution = registry.resolve(name: name.span, kind: .regular)
    if registry.dependsOnContents(resolution) {
      guard (try? read(path, in: registry, followsLinks: false)) == true else { return false }
      var trace = ContentTrace()
      resolution = resolve(resolution, in: registry, &trace)
    }
    return registry.isKind(
      registry.identifier(of: resolution, name: name.span), ofMIMEType: mimeType)
  }
}

extension NameResolution {
  /// The source of a file's type, in JSON: its name or kind, its contents, or nothing.
  func foundBy(_ kind: FileKind) -> String {
    match.contentName ?? (match == .none && kind == .regular ? "nothing" : "name")
  }
}
