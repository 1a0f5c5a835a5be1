// SPDX-License-Identifier: MIT

internal import StrictJSON

/// A key that appears again in the same object.
///
/// Readers use different ones of the two, so that a file could mean one thing to one reader and another thing
/// to another. That matters only for keys that are read, and only if the values differ: existing applications
/// repeat keys by mistake.
struct RepeatedKey {
  /// Why the repetition does no harm.
  enum Excuse {
    /// The key, or the value that it is in, is not read.
    case notRead
    /// Both values are the same.
    case equalValues
  }

  /// The first name.
  let first: JSONValue
  /// The name that repeats it.
  let second: JSONValue
  /// Why both can stay; `nil` if the file must be rejected.
  let excuse: Excuse?

  /// The repeated keys of a document.
  ///
  /// - Parameters:
  ///   - root: The document's root.
  ///   - isRead: Whether a key of the root is read.
  /// - Returns: One for each name after the first, in the order in which objects are reached.
  /// - Complexity: O(*n*) for *n* values.
  static func all(in root: JSONValue, isRead: (String) -> Bool) -> [RepeatedKey] {
    var found: [RepeatedKey] = []
    search(root, isInForeign: false, isRead, into: &found)
    return found
  }

  /// Adds the repeated keys of a value; as deep as values are nested, which the readers limit.
  private static func search(
    _ value: JSONValue, isInForeign: Bool, _ isRead: (String) -> Bool,
    into found: inout [RepeatedKey]
  ) {
    for element in value.elements {
      search(element, isInForeign: isInForeign, { _ in true }, into: &found)
    }
    // Compared as bytes: two Unicode spellings are two keys.
    var seen: [[UInt8]: (name: JSONValue, value: JSONValue)] = [:]
    for (name, member) in value.members {
      let key = name.nameText
      let isForeign = isInForeign || !isRead(key)
      if let earlier = seen[Array(key.utf8)] {
        let excuse: Excuse? =
          isForeign ? .notRead : areEqual(earlier.value, member) ? .equalValues : nil
        found.append(RepeatedKey(first: earlier.name, second: name, excuse: excuse))
      } else {
        seen[Array(key.utf8)] = (name, member)
      }
      search(member, isInForeign: isForeign, { _ in true }, into: &found)
    }
  }

  /// Whether two values are the same text; members in another order are not.
  private static func areEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
    guard left.kind == right.kind else { return false }
    switch left.kind {
    case .null: return true
    case .boolean: return left.boolean == right.boolean
    case .number: return left.numberText == right.numberText
    case .string: return left.string.map { Array($0.utf8) } == right.string.map { Array($0.utf8) }
    case .array: return left.elements.elementsEqual(right.elements, by: areEqual)
    case .object:
      return left.members.elementsEqual(right.members) {
        areEqual($0.name, $1.name) && areEqual($0.value, $1.value)
      }
    }
  }
}
