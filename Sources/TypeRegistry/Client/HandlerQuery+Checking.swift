// SPDX-License-Identifier: MIT

extension HandlerQuery {
  /// The queries as every back end takes them.
  ///
  /// A file's attribute may hold any bytes; here they become text that every message can carry.
  ///
  /// - Throws: ``RegistryClientError/tooLong`` for a name that is too long.
  static func checked(
    _ queries: [HandlerQuery]
  ) throws(RegistryClientError) -> [HandlerQuery] {
    var checked = queries
    for index in checked.indices {
      if case .file(let file) = checked[index].subject, file.name.count > FileQuery.longestName {
        throw .tooLong
      }
      checked[index].roles = RoleMask(rawValue: checked[index].roles.rawValue & 0x1F)
      checked[index].ownHandler = checked[index].ownHandler.map(Self.checked(ownHandler:))
    }
    return checked
  }
}
