// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension LaunchProgram {
  /// The absolute path of a program; `nil` if it is not installed.
  static func path(of name: String) -> String? {
    guard case .present(let path) = locate([name], in: .current).program else { return nil }
    return path
  }
}
