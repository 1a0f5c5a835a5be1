// SPDX-License-Identifier: MIT

import Glibc

/// What the tests take from outside.
enum Environment {
  /// How many random cases a property test tries: `PROPERTY_CASES`, or 300.
  static var propertyCases: UInt64 {
    guard let text = unsafe getenv("PROPERTY_CASES") else { return 300 }
    return UInt64(unsafe String(cString: text)) ?? 300
  }
}
