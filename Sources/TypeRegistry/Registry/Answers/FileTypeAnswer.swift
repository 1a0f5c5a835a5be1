// SPDX-License-Identifier: MIT

/// The type of a file, by its name and kind.
public struct FileTypeAnswer: Hashable, Sendable {
  /// The type.
  public var identifier: TypeIdentifier
  /// Whether no declaration has the extension, so that the type is a dynamic type.
  public var isDynamic: Bool
  /// Whether only the order of identifiers (in core: of the files) decided.
  public var isTie: Bool
  /// The types among which only that order decided, the chosen one first; empty if there is no tie.
  public var candidates: [TypeIdentifier]
  /// The preferred MIME type of the type, or of its nearest supertype that has one.
  public var mimeType: String?
  /// The supertype that the MIME type is taken from; `nil` if it is the type's own.
  public var mimeTypeSource: TypeIdentifier?
  /// Whether the name leaves the type of a regular file open, so that its contents can say more: the name
  /// gives no type, several, or one that only says that there are bytes.
  public var contentsDecide: Bool

  /// Creates an answer from its parts.
  public init(
    identifier: TypeIdentifier, isDynamic: Bool = false, isTie: Bool = false,
    candidates: [TypeIdentifier] = [], mimeType: String? = nil,
    mimeTypeSource: TypeIdentifier? = nil, contentsDecide: Bool = false
  ) {
    self.identifier = identifier
    self.isDynamic = isDynamic
    self.isTie = isTie
    self.candidates = candidates
    self.mimeType = mimeType
    self.mimeTypeSource = mimeTypeSource
    self.contentsDecide = contentsDecide
  }
}

extension CompiledRegistry {
  /// The type of a file of that name and kind.
  ///
  /// - Parameters:
  ///   - name: The last component of a path, as bytes.
  ///   - kind: The kind in the file system.
  /// - Returns: The type with its candidates and MIME type.
  /// - Complexity: O(*n*) for *n* bytes, expected; O(*c*²) for *c* types with the tag in a tie.
  public func fileType(name: [UInt8], kind: FileKind = .regular) -> FileTypeAnswer {
    let resolution = resolve(name: name.span, kind: kind)
    var answer = fileType(resolution, name: name.span)
    answer.contentsDecide = kind == .regular && dependsOnContents(resolution)
    return answer
  }

  /// The answer that a resolution by name, or by name and contents, gives.
  package func fileType(_ resolution: NameResolution, name: Span<UInt8>) -> FileTypeAnswer {
    let found = nearestMIMEType(of: resolution)
    let source = found.flatMap { $0.supertype == .none ? nil : identifier(of: $0.supertype) }
    return FileTypeAnswer(
      identifier: identifier(of: resolution, name: name), isDynamic: resolution.isDynamic,
      isTie: resolution.isTie, candidates: tiedCandidates(of: resolution),
      mimeType: found?.text.text, mimeTypeSource: source)
  }
}
