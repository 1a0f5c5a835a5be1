// SPDX-License-Identifier: MIT

package import StrictJSON

/// The rules of a declaration about the contents of its type's files.
package struct ContentRules: Hashable, Sendable {
  /// Bytes and facts that show the type (`TRContentRules`, `<magic>`), in the order of the file.
  package var magic: [ContentRule<MagicMatch>] = []
  /// Outermost elements of XML texts of the type (`RootElement`, `<root-XML>`).
  package var rootElements: [RootElement] = []
  /// Files of a directory that show the type (`<treemagic>`), in the order of the file.
  package var trees: [ContentRule<TreeMatch>] = []
  /// Whether the rules of packages of a more trusted origin have no effect (`magic-deleteall`).
  package var deletesMagic = false

  /// The priority of a rule that states none (Shared MIME-info specification, section 2.2).
  package static let usualPriority = 50

  /// Whether there are no rules.
  package var isEmpty: Bool {
    magic.isEmpty && rootElements.isEmpty && trees.isEmpty && !deletesMagic
  }
}

extension ContentRules {
  /// The rules that a MIME package can express: those of bytes at offsets from the start of a file.
  package var packaged: ContentRules {
    var rules = self
    rules.magic.removeAll { $0.matches.contains { $0.test != .bytes } }
    return rules
  }
}

/// Alternatives; one of them must match for a file, or a directory, to be of the type.
package struct ContentRule<Match: Hashable & Sendable>: Hashable, Sendable {
  /// From 0 to 100; of two rules that match, the one with the greater priority decides.
  package var priority: Int
  /// The alternatives, each followed by those that refine it, with a greater depth.
  package var matches: [Match] = []
  /// Where it is declared.
  package var location: SourceLocation?

  /// A rule without alternatives, which matches nothing.
  package init(priority: Int) {
    self.priority = priority
  }
}

/// Bytes at some offset of a file, or a fact about it.
///
/// One match holds if its bytes are there and, if matches of the next depth follow it, one of these
/// holds, too.
package struct MagicMatch: Hashable, Sendable {
  /// How many matches this one refines.
  package var depth: Int
  /// The comparison: bytes, or a kind of fact.
  package var test = ContentTest.bytes
  /// The first byte, from the start of the file, at which the bytes may be.
  package var start: Int
  /// How many offsets there are from ``start`` on.
  package var offsets: Int
  /// The bytes; those that the mask hides are 0.
  package var value: [UInt8]
  /// The bits of each byte that are compared; as long as ``value``, or empty for all bits.
  package var mask: [UInt8]

  /// Bytes at one of several offsets.
  package init(depth: Int, start: Int, offsets: Int, value: [UInt8], mask: [UInt8]) {
    self.depth = depth
    self.start = start
    self.offsets = offsets
    self.value = mask.isEmpty ? value : zip(value, mask).map { $0 & $1 }
    self.mask = mask.allSatisfy { $0 == 0xFF } ? [] : mask
  }

  /// A fact whose text matches a pattern.
  ///
  /// One star at the beginning, at the end or in between matches anything, two at the ends anything
  /// around the text.
  package init(depth: Int, fact: ContentFact, pattern: [UInt8], ignoresCase: Bool = false) {
    let star = UInt8(ascii: "*")
    var form = ContentTest.Form.whole
    var value = pattern
    (start, offsets, mask) = (0, 1, [])
    if pattern.count > 2, pattern.first == star, pattern.last == star {
      form = .part
      value = Array(pattern.dropFirst().dropLast())
    } else if let index = pattern.firstIndex(of: star) {
      form = .ends
      start = index
      value.remove(at: index)
    }
    self.depth = depth
    self.value = value
    test = ContentTest(fact, form, ignoresCase: ignoresCase)
  }

  /// How many bytes from the start of a file the match may read.
  package var extent: Int { test == .bytes ? start + offsets - 1 + value.count : 0 }
}

/// An outermost element.
package struct RootElement: Hashable, Sendable {
  /// The namespace; empty for an element without one.
  package var namespace: String
  /// The name without prefix; empty for any element of the namespace.
  package var localName: String
  /// Where it is declared.
  package var location: SourceLocation?

  /// An element of that name.
  package init(namespace: String, localName: String) {
    self.namespace = namespace
    self.localName = localName
  }
}

/// A file in a directory (Shared MIME-info specification, section 2.13).
///
/// One match holds if the file is there and, if matches of the next depth follow it, one of these
/// holds, too.
package struct TreeMatch: Hashable, Sendable {
  /// How many matches this one refines.
  package var depth: Int
  /// The path of the file from the directory on, without `.` and `..`.
  package var path: String
  /// The kind of the file; `nil` for any.
  package var kind: Kind?
  /// Whether the path is compared with case.
  package var matchesCase = false
  /// Whether the file is executable.
  package var isExecutable = false
  /// Whether the file is a directory with something in it.
  package var isNotEmpty = false
  /// The MIME type of the file; empty for any.
  package var mimeType = ""

  /// The kind of a file.
  package enum Kind: UInt32, CaseIterable, Sendable {
    case file = 1
    case directory
    case link
  }

  /// A file of any kind.
  package init(depth: Int, path: String) {
    self.depth = depth
    self.path = path
  }
}
