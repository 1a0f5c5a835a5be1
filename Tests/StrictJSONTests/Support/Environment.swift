// SPDX-License-Identifier: MIT

import Glibc

/// The environment variables that the tests read.
enum Environment {
  /// The number of random cases of a property test: `PROPERTY_CASES`, or 300.
  static var propertyCases: UInt64 {
    guard let text = unsafe getenv("PROPERTY_CASES") else { return 300 }
    return UInt64(unsafe String(cString: text)) ?? 300
  }
}
