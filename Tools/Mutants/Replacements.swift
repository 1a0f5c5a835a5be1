// SPDX-License-Identifier: MIT

/// The words and signs that are exchanged, by what the report calls the change.
enum Replacements {
  /// Operators between two values, whose change has a value of the same type.
  static let operators: [String: (kind: String, other: String)] = [
    "<": ("comparison", "<="), "<=": ("comparison", "<"), ">": ("comparison", ">="),
    ">=": ("comparison", ">"), "==": ("comparison", "!="), "!=": ("comparison", "=="),
    "===": ("comparison", "!=="), "!==": ("comparison", "==="),
    "&&": ("logic", "||"), "||": ("logic", "&&"),
    "+": ("arithmetic", "-"), "-": ("arithmetic", "+"), "*": ("arithmetic", "/"),
    "/": ("arithmetic", "*"), "%": ("arithmetic", "/"), "<<": ("arithmetic", ">>"),
    ">>": ("arithmetic", "<<"), "&": ("arithmetic", "|"), "|": ("arithmetic", "&"),
    "^": ("arithmetic", "&"), "&+": ("arithmetic", "&-"), "&-": ("arithmetic", "&+"),
    "&*": ("arithmetic", "&+"),
  ]

  /// Operators that assign.
  static let assignments = [
    "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "<<=": ">>=", ">>=": "<<=", "&=": "|=",
    "|=": "&=", "&+=": "&-=", "&-=": "&+=",
  ]

  /// Functions and properties that have an opposite.
  static let names = [
    "min": "max", "max": "min", "hasPrefix": "hasSuffix", "hasSuffix": "hasPrefix",
    "first": "last", "last": "first", "prefix": "suffix", "suffix": "prefix",
    "dropFirst": "dropLast", "dropLast": "dropFirst", "firstIndex": "lastIndex",
    "lastIndex": "firstIndex", "allSatisfy": "contains",
  ]

  /// Calls that are not removed: those that end the process, where no test can see the difference; those
  /// that check; and those that only save time.
  static let keptCalls: Set = [
    "abort", "assert", "assertionFailure", "checkInvariants", "exit", "_exit", "fatalError",
    "preconditionFailure", "reserveCapacity", "init",
  ]

  /// Functions without sites: checks of this project's own mistakes, and hashing, where equal results are
  /// correct as well.
  static let leftOut: Set = ["checkInvariants", "hash"]

  /// Labels and calls whose values are capacities and times, where one more or less cannot be seen.
  static let hints: Set = [
    "capacity", "microseconds", "milliseconds", "nanoseconds", "reserveCapacity", "reserving",
    "seconds",
  ]
}
