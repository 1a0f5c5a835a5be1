// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// Reads the beginnings of files whose names leave their types open, and looks for the files of
/// directories (`--sniff`).
///
/// The daemon never reads files: the process that asks reads them, with the permissions that it has,
/// and applies the rules of the registry that it has itself.
struct ContentReader {
  let registry: CompiledRegistry
  private var head: FileHead
  /// What the contents of the last file gave; `nil` if its name alone counts.
  private(set) var explanation: ContentExplanation?

  init(_ registry: CompiledRegistry) {
    self.registry = registry
    head = FileHead(length: registry.contentLength)
  }

  /// The type of a file.
  ///
  /// - Parameters:
  ///   - file: Its name and kind.
  ///   - path: Where it is.
  ///   - followsLinks: Whether its kind is that of a link's target.
  ///   - explains: Whether ``explanation`` is wanted.
  ///   - onFailure: Gets the reason if the file cannot be read; then its name alone counts.
  /// - Returns: The type, and what found it.
  mutating func resolve(
    _ file: FileQuery, at path: [UInt8], followsLinks: Bool, explains: Bool = false,
    onFailure: (FileInspection.Failure) -> Void
  ) -> NameResolution {
    explanation = nil
    let named = registry.resolve(name: file.name.span, kind: file.kind)
    var trace = ContentTrace()
    var resolution = named
    do throws(FileInspection.Failure) {
      if registry.dependsOnTree(named) {
        resolution = try resolve(named, ofDirectoryAt: path, &trace)
      } else if file.kind == .regular, registry.dependsOnContents(named) {
        try head.read(path, followsLinks: followsLinks, part: ContentFacts.part(of:))
        resolution = registry.resolve(named, contents: head.contents, tracing: &trace)
      }
    } catch {
      onFailure(error)
      return named
    }
    if explains { explanation = registry.explanation(of: resolution, named: named, trace) }
    return resolution
  }

  /// The type of a directory by the files in it.
  private mutating func resolve(
    _ named: NameResolution, ofDirectoryAt path: [UInt8], _ trace: inout ContentTrace
  ) throws(FileInspection.Failure) -> NameResolution {
    var tree = try FileTree(path)
    let registry = registry
    return registry.resolve(named, tracing: &trace) { condition in
      tree.has(condition) { inner in
        condition.mimeType.map { isFile(path + [UInt8(ascii: "/")] + inner, ofMIMEType: $0) }
          ?? true
      }
    }
  }

  /// Whether a regular file has a MIME type, by its name and contents.
  private mutating func isFile(_ path: [UInt8], ofMIMEType mimeType: String) -> Bool {
    let name = Array(FileInspection.lastComponent(of: path))
    var resolution = registry.resolve(name: name.span, kind: .regular)
    if registry.dependsOnContents(resolution) {
      let read = try? head.read(path, followsLinks: false, part: ContentFacts.part(of:))
      guard read == true else { return false }
      resolution = registry.resolve(resolution, contents: head.contents)
    }
    return registry.isKind(
      registry.identifier(of: resolution, name: name.span), ofMIMEType: mimeType)
  }
}

extension NameResolution.Match {
  /// What found the type, in JSON.
  var foundBy: String {
    switch self {
    case .none: "nothing"
    case .filenameExtension, .literalName, .pattern: "name"
    case .magic, .rootElement, .text, .empty, .tree: contentName ?? "nothing"
    }
  }
}
