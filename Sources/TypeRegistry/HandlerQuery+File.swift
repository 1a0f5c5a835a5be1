// SPDX-License-Identifier: MIT

extension HandlerQuery {
  /// A query for the applications that open a file which exists, as `utcli open` makes it.
  ///
  /// Links are followed. The contents choose where the name leaves the type open, unless another machine or a
  /// program serves the file; the application that the file itself names comes first.
  ///
  /// ```swift
  /// let directory = HandlerDirectory(EmbeddedRegistry.shared.current, bindings: [])
  /// let query = try HandlerQuery(fileAt: Array("report".utf8))
  /// let names = directory.handlers(for: query, in: .environment).handlers.map(\.name)
  /// ```
  ///
  /// - Parameters:
  ///   - path: The bytes of the path, without a NUL.
  ///   - roles: The roles that are asked for.
  ///   - registry: The registry with the rules about contents; `nil` for the current one.
  /// - Throws: ``FileInspection/Failure`` if there is no such file.
  public init(
    fileAt path: [UInt8], roles: RoleMask = .all, in registry: CompiledRegistry? = nil
  ) throws(FileInspection.Failure) {
    let registry = registry ?? EmbeddedRegistry.sharedCurrent
    var reader = FileTypeReader(registry, staysLocal: true)
    let file = try reader.look(at: path)
    self = file.query(in: registry, roles: roles, ownHandler: Self.ownHandler(ofFileAt: path))
  }

  /// The application that a file of the caller itself names; `nil` if there is none, or it cannot be read.
  package static func ownHandler(ofFileAt path: [UInt8]) -> String? {
    // Files from elsewhere have all kinds of attributes: a damaged one names none.
    (try? HandlerAttribute.read(from: path)).flatMap(\.self)?.handlerThatCounts
  }
}
