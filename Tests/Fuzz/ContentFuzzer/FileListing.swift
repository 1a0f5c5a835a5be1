// SPDX-License-Identifier: MIT

import TypeRegistry

/// The files in a directory, spelt by lines as `ls -F` writes them: a path, then a slash after a directory, a
/// star after a program, and an at sign after a link.
struct FileListing {
  private struct File {
    var path: [UInt8]
    var kind: FileKind
    var isExecutable = false
  }

  private var files: [File] = []

  init(_ bytes: [UInt8]) {
    for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(16) {
      let path = Array(line.dropLast())
      switch line.last {
      case UInt8(ascii: "/"): files.append(File(path: path, kind: .directory))
      case UInt8(ascii: "@"): files.append(File(path: path, kind: .symbolicLink))
      case UInt8(ascii: "*"): files.append(File(path: path, kind: .regular, isExecutable: true))
      default: files.append(File(path: Array(line), kind: .regular))
      }
    }
  }

  /// Whether there is a file of which a condition holds.
  func holds(_ condition: TreeCondition, in registry: CompiledRegistry) -> Bool {
    files.contains { file in
      let isNamed =
        condition.matchesCase
        ? file.path == condition.path
        : file.path.map(\.asciiLowercased) == condition.path.map(\.asciiLowercased)
      return isNamed && file.kind == condition.kind ?? file.kind
        && (file.isExecutable || !condition.isExecutable)
        && (!condition.isNotEmpty || files.contains { $0.path.starts(with: file.path + "/".utf8) })
        && condition.mimeType.map { self.has($0, file, in: registry) } ?? true
    }
  }

  private func has(_ mimeType: String, _ file: File, in registry: CompiledRegistry) -> Bool {
    let resolution = registry.resolve(name: file.path.span, kind: file.kind)
    return registry.isKind(
      registry.identifier(of: resolution, name: file.path.span), ofMIMEType: mimeType)
  }
}

/// Checks that the files of a volume give its type, and nothing else does.
func checkVolume(_ listing: FileListing, in registry: CompiledRegistry) {
  for kind in FileKind.allCases {
    let named = registry.resolve(name: [UInt8]().span, kind: kind)
    var (trace, isAsked) = (ContentTrace(), false)
    let decided = registry.resolve(named, tracing: &trace) { condition in
      isAsked = true
      return listing.holds(condition, in: registry)
    }
    precondition(!isAsked || registry.dependsOnTree(named), "only a volume is looked into")
    var empty = ContentTrace()
    precondition(
      registry.resolve(named, tracing: &empty) { _ in false } == named,
      "a volume without files has the type of its kind")
    guard decided != named else { continue }
    precondition(decided.match == .tree && trace.rule != nil, "a rule says what a volume is")
    let explanation = registry.explanation(of: decided, named: named, trace)
    precondition(explanation?.foundBy == "tree", "the explanation names the rule")
  }
}

/// Checks that the type of a MIME type, and the types that conform to it, are of its kind.
func checkKinds(ofMIMEType text: String, in registry: CompiledRegistry) {
  guard let tag = try? Tag(.mimeType, text) else { return }
  guard let type = registry.types(tag: tag, conformingTo: nil).types.first else { return }
  precondition(registry.isKind(type, ofMIMEType: text), "a type is of its own kind")
  for subtype in registry.subtypes(of: type).prefix(4) {
    precondition(registry.isKind(subtype, ofMIMEType: text), "a subtype is of the same kind")
  }
}
