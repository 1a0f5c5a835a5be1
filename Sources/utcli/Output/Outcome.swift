// SPDX-License-Identifier: MIT

/// A value, or the failure that prevented it.
///
/// Not `Result`: the first array of it asks at run time whether its failure is an `Error`, and the
/// program then compares all its conformances, which takes a quarter of the time of a start.
enum Outcome<Value> {
  case success(Value)
  case failure(Failure)

  /// The value.
  ///
  /// - Throws: The failure.
  func get() throws(Failure) -> Value {
    switch self {
    case .success(let value): return value
    case .failure(let failure): throw failure
    }
  }

  /// The value; `nil` if there is a failure.
  var value: Value? {
    switch self {
    case .success(let value): value
    case .failure: nil
    }
  }
}
