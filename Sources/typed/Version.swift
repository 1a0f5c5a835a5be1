// SPDX-License-Identifier: MIT

/// The release that this is.
enum Version {
  static let text = "0.1.0"
}
