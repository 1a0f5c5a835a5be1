// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Arguments {
  /// The roles that `--role` selects.
  func roles() throws(Failure) -> RoleMask { try role().map { RoleMask($0) } ?? .all }

  /// The role that `--role` names; `nil` for every role.
  func role() throws(Failure) -> Role? {
    guard let name = value("--role"), name.asciiLowercased != "all" else { return nil }
    guard let role = Role(named: name), RoleMask.choosable.contains(role) else {
      throw .usage("no role '\(name)'", hint: "roles are 'editor', 'viewer', 'shell' and 'all'")
    }
    return role
  }
}
