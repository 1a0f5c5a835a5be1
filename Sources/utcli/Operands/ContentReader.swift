// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// Reads the beginnings of files whose names leave their types open (`--sniff`).
///
/// The daemon never reads files: the process that asks reads them, with the permissions that it has,
/// and applies the rules of the registry that it has itself.
struct ContentReader {
  private let registry: CompiledRegistry
  private var head: FileHead

  init(_ registry: CompiledRegistry) {
    self.registry = registry
    head = FileHead(length: registry.contentLength)
  }

  /// Whether the last file whose contents counted was empty, or could not be read.
  var foundNoByte: Bool { head.bytes.isEmpty }

  /// The type of a file.
  ///
  /// - Parameters:
  ///   - file: Its name and kind.
  ///   - path: Where it is.
  ///   - followsLinks: Whether its kind is that of a link's target.
  ///   - onFailure: Gets the reason if the file cannot be read; then its name alone counts.
  /// - Returns: The type, and what found it.
  mutating func resolve(
    _ file: FileQuery, at path: [UInt8], followsLinks: Bool,
    onFailure: (FileInspection.Failure) -> Void
  ) -> NameResolution {
    let resolution = registry.resolve(name: file.name.span, kind: file.kind)
    guard file.kind == .regular, registry.dependsOnContents(resolution) else { return resolution }
    do throws(FileInspection.Failure) {
      try head.read(path, followsLinks: followsLinks)
    } catch {
      onFailure(error)
      return resolution
    }
    return registry.resolve(resolution, contents: head.bytes.span)
  }
}

extension NameResolution.Match {
  /// Whether the contents of the file count.
  var isOfContents: Bool {
    switch self {
    case .none, .filenameExtension, .literalName, .pattern: false
    case .magic, .rootElement, .text, .empty: true
    }
  }

  /// What found the type, in JSON.
  var foundBy: String {
    switch self {
    case .none: "nothing"
    case .filenameExtension, .literalName, .pattern: "name"
    case .magic: "magic"
    case .rootElement: "rootElement"
    case .text: "text"
    case .empty: "empty"
    }
  }
}
