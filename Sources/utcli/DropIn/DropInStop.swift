// SPDX-License-Identifier: MIT

/// Why a call of a program of xdg-utils ends without an answer: a message, and the exit code.
struct DropInStop: Error {
  /// The raw value is the exit code.
  enum Code: Int32 {
    case syntax = 1
    case fileMissing = 2
    case notAvailable = 3
    case failed = 4
    case notPermitted = 5
  }

  let code: Code
  /// `nil` for the usage on standard output.
  let message: String?

  init(_ code: Code, _ message: String?) {
    self.code = code
    self.message = message
  }

  static func syntax(_ message: String?) -> DropInStop { DropInStop(.syntax, message) }
}
