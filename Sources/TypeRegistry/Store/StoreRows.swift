// SPDX-License-Identifier: MIT

// How values stand in the store: as texts, in the database's rows and in the snapshot alike. On the
// way back each goes through the same checked doors as text from anywhere else.

/// A binding's place as texts.
struct SlotRow: Hashable {
  var subject: String
  var role: String
  var kind: String
  var never: String

  var fields: [String] { [subject, role, kind, never] }

  /// The place as bytes, by which places are compared: `String` takes two spellings of one text,
  /// which are two tags, for equal.
  var key: [UInt8] { fields.flatMap { Array($0.utf8) + [0xFF] } }

  /// Whether the place stands first in byte order of subject, role and kind.
  func precedes(_ other: SlotRow) -> Bool {
    for (left, right) in zip(fields, other.fields) where !left.utf8.elementsEqual(right.utf8) {
      return left.utf8.lexicographicallyPrecedes(right.utf8)
    }
    return false
  }

  /// The texts of a place; a role is dropped where a place has none.
  init(_ slot: Binding.Slot) {
    subject = Self.text(of: slot.subject)
    role = ""
    never = ""
    switch slot.kind {
    case .handler:
      kind = "handler"
      role = slot.role?.rawValue ?? ""
    case .never(let bundle):
      kind = "never"
      never = bundle.asciiLowercased
    case .type: kind = "type"
    }
  }

  init(subject: String, role: String, kind: String, never: String) {
    self.subject = subject
    self.role = role
    self.kind = kind
    self.never = never
  }

  /// A subject as text.
  static func text(of subject: Binding.Subject) -> String {
    switch subject {
    case .type(let identifier): "type:" + identifier.text
    case .family(let identifier): "family:" + identifier.text
    case .tag(let tag): "tag:" + tag.tagClass.text + "=" + tag.value
    }
  }

  /// The texts of some subjects as bytes, each once, in their order.
  ///
  /// As bytes, because `String` takes two spellings of one text, which are two tags, for equal.
  static func texts(of subjects: [Binding.Subject]) -> [[UInt8]] {
    Set(subjects.map { Array(text(of: $0).utf8) }).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The subject of a text, or `nil` if it is none in the one spelling that is kept.
  static func subject(of text: String) -> Binding.Subject? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let rest = String(text[text.utf8.index(after: colon)...])
    switch text[..<colon] {
    case "type": return identifier(rest).map { .type($0) }
    case "family": return identifier(rest).map { .family($0) }
    case "tag":
      guard let equals = rest.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      let value = String(rest[rest.utf8.index(after: equals)...])
      guard let tagClass = try? TagClass(String(rest[..<equals])),
        let tag = try? Tag(tagClass, value),
        "\(tag.tagClass.text)=\(tag.value)".utf8.elementsEqual(rest.utf8)
      else { return nil }
      return .tag(tag)
    default: return nil
    }
  }

  static func identifier(_ text: String) -> TypeIdentifier? {
    guard let identifier = try? TypeIdentifier(text), identifier.text == text else { return nil }
    return identifier
  }

  /// The place, or `nil` if the texts are none.
  var slot: Binding.Slot? {
    guard let subject = Self.subject(of: subject) else { return nil }
    switch kind {
    case "handler":
      guard never.isEmpty else { return nil }
      if role.isEmpty { return Binding.Slot(subject: subject, kind: .handler) }
      guard let role = Role(rawValue: role), role != .none else { return nil }
      return Binding.Slot(subject: subject, role: role, kind: .handler)
    case "never":
      guard role.isEmpty, StoreText.isBundle(never) else { return nil }
      return Binding.Slot(subject: subject, kind: .never(bundle: never))
    case "type":
      guard role.isEmpty, never.isEmpty, case .tag = subject else { return nil }
      return Binding.Slot(subject: subject, kind: .type)
    default: return nil
    }
  }
}

/// What stands in a place, as texts.
struct ChoiceRow: Hashable {
  /// The bundle or type.
  var target: String
  /// A handler's origin, else empty.
  var origin: String
  /// A handler's file, else empty.
  var path: String

  var fields: [String] { [target, origin, path] }

  init(_ choice: Binding.Choice) {
    origin = ""
    path = ""
    switch choice {
    case .handler(let handler):
      target = handler.bundle
      origin = handler.origin.name
      path = handler.path
    case .never(let bundle): target = bundle.asciiLowercased
    case .type(let identifier): target = identifier.text
    }
  }

  init(target: String, origin: String, path: String) {
    self.target = target
    self.origin = origin
    self.path = path
  }

  /// The binding that stands in `slot`, or `nil` if these texts are none of its kind.
  func binding(in slot: Binding.Slot) -> Binding? {
    switch slot.kind {
    case .handler:
      guard let handler = StoreText.handler(bundle: target, origin: origin, path: path) else {
        return nil
      }
      return Binding(slot.subject, role: slot.role, .handler(handler))
    case .never(let bundle):
      guard target == bundle, origin.isEmpty, path.isEmpty else { return nil }
      return Binding(slot.subject, .never(bundle: bundle))
    case .type:
      guard origin.isEmpty, path.isEmpty, let identifier = SlotRow.identifier(target) else {
        return nil
      }
      return Binding(slot.subject, .type(identifier))
    }
  }
}

/// A binding as texts.
struct BindingRow: Hashable {
  var slot: SlotRow
  var choice: ChoiceRow

  init(slot: SlotRow, choice: ChoiceRow) {
    self.slot = slot
    self.choice = choice
  }

  init(_ binding: Binding) {
    slot = SlotRow(binding.slot)
    choice = ChoiceRow(binding.choice)
  }

  var fields: [String] { slot.fields + choice.fields }

  /// The binding, or `nil` if the texts are none.
  var binding: Binding? { slot.slot.flatMap { choice.binding(in: $0) } }
}

/// The checked doors of texts that have no type of their own, and the sum over a row.
enum StoreText {
  /// The longest text, in bytes: a path of 4,096 bytes, each shown as U+FFFD.
  static let maximumLength = 3 * 4_096

  /// Whether `text` may be a bundle's identifier in the spelling that is compared.
  static func isBundle(_ text: String) -> Bool {
    isPlain(text) && !text.utf8.contains { $0 &- 0x41 < 26 }
  }

  /// Whether `text` may be kept: not empty, not too long, without a NUL.
  static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= maximumLength && !text.utf8.contains(0)
  }

  /// The application of these texts, or `nil` if they are none.
  static func handler(bundle: String, origin: String, path: String) -> HandlerIdentity? {
    guard isBundle(bundle), isPlain(path),
      let origin = Origin.allCases.first(where: { $0.name == origin })
    else { return nil }
    return HandlerIdentity(bundle: bundle, origin: origin, path: path)
  }

  /// The sum that tells whether a row is as it was written.
  static func sum(_ fields: [String?]) -> Int64 {
    var bytes: [UInt8] = []
    for field in fields {
      guard let field else {
        bytes.append(0xFE)
        continue
      }
      bytes += field.utf8
      // No byte of UTF-8, so that no two lists of fields are one.
      bytes.append(0xFF)
    }
    return Int64(bitPattern: hash(bytes))
  }

  /// The hash of some bytes.
  static func hash(_ bytes: [UInt8]) -> UInt64 {
    unsafe Hashing.digest(of: bytes.span.bytes).high
  }
}
