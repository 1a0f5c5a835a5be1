// SPDX-License-Identifier: MIT

internal import Glibc

/// How many random cases a property is tried with: `PROPERTY_CASES`, or what the test asks for.
public func propertyCases(_ usual: Int) -> Int {
  guard let text = unsafe getenv("PROPERTY_CASES"), let count = unsafe Int(String(cString: text))
  else { return usual }
  return count
}
