// SPDX-License-Identifier: MIT

// Values as the store has them: as texts, both in the database's rows and in the snapshot. Texts that
// are read go through the same checked initialisers as any other input.

/// A binding's slot as texts.
struct SlotRow: Hashable {
  var subject: String
  var role: String
  var kind: String
  var never: String

  var fields: [String] { [subject, role, kind, never] }

  /// The slot as bytes, for comparing slots: `String` considers two spellings of one text, which
  /// are two tags, equal.
  var key: [UInt8] { StoreText.joined(fields) }

  /// Whether the slot comes first in byte order of subject, role and kind.
  func precedes(_ other: SlotRow) -> Bool {
    let orders = (
      subject.utf8.span.order(other.subject.utf8.span), role.utf8.span.order(other.role.utf8.span)
    )
    if orders.0 != .same { return orders.0 == .before }
    if orders.1 != .same { return orders.1 == .before }
    let order = kind.utf8.span.order(other.kind.utf8.span)
    return (order == .same ? never.utf8.span.order(other.never.utf8.span) : order) == .before
  }
}

extension SlotRow {
  /// The texts of a slot; the role is dropped for kinds that have none.
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
      never = bundle
    case .type: kind = "type"
    }
  }

  /// A subject as text.
  static func text(of subject: Binding.Subject) -> String {
    switch subject {
    case .type(let identifier): "type:" + identifier.text
    case .family(let identifier): "family:" + identifier.text
    case .tag(let tag): "tag:" + tag.tagClass.text + "=" + tag.value
    }
  }

  /// The subject of a text; `nil` if the text is not the stored spelling of one.
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

  /// The slot; `nil` if the texts are not those of one.
  var slot: Binding.Slot? { Self.subject(of: subject).flatMap { slot(of: $0) } }

  /// The slot of a subject, whose text this is; `nil` if the other texts are not valid.
  func slot(of subject: Binding.Subject) -> Binding.Slot? {
    switch kind {
    case "handler":
      guard never.isEmpty else { return nil }
      if role.isEmpty { return Binding.Slot(subject: subject, kind: .handler) }
      guard let role = Role(rawValue: role), role != .none else { return nil }
      return Binding.Slot(subject: subject, role: role, kind: .handler)
    case "never":
      guard role.isEmpty, StoreText.isPlain(never) else { return nil }
      return Binding.Slot(subject: subject, kind: .never(bundle: never))
    case "type":
      guard role.isEmpty, never.isEmpty, case .tag = subject else { return nil }
      return Binding.Slot(subject: subject, kind: .type)
    default: return nil
    }
  }
}

/// The contents of a slot, as texts.
struct ChoiceRow: Hashable {
  /// The bundle or type.
  var target: String
  /// A handler's origin, else empty.
  var origin: String
  /// A handler's file, else empty.
  var path: String
  /// ``Binding/seenEntry`` after an equals sign; empty if it was not recorded.
  var seen: String

  var fields: [String] { [target, origin, path, seen] }

  /// The fields that are part of a checksum: rows of the first schema had no ``seen``.
  var summedFields: [String] { seen.isEmpty ? [target, origin, path] : fields }
}

extension ChoiceRow {
  init(_ binding: Binding) {
    origin = ""
    path = ""
    seen = binding.seenEntry.map { "=" + $0 } ?? ""
    switch binding.choice {
    case .handler(let handler):
      target = handler.bundle
      origin = handler.origin.name
      path = handler.path
    case .never(let bundle): target = bundle
    case .type(let identifier): target = identifier.text
    }
  }

  /// The binding in `slot`; `nil` if these texts are not those of its kind.
  func binding(in slot: Binding.Slot) -> Binding? {
    guard seen.isEmpty || StoreText.isPlain(seen) && seen.utf8.first == UInt8(ascii: "=") else {
      return nil
    }
    var binding = bindingWithoutEntry(in: slot)
    if !seen.isEmpty { binding?.seenEntry = String(seen.dropFirst()) }
    return binding
  }

  private func bindingWithoutEntry(in slot: Binding.Slot) -> Binding? {
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

  var fields: [String] { slot.fields + choice.fields }

  var sum: Int64 { StoreText.sum(slot.fields + choice.summedFields) }

  /// The binding; `nil` if the texts are not those of one.
  var binding: Binding? { slot.slot.flatMap { choice.binding(in: $0) } }
}

extension BindingRow {
  /// The row with eight texts, in the order of ``fields``.
  init(_ texts: [String]) {
    self.init(
      slot: SlotRow(subject: texts[0], role: texts[1], kind: texts[2], never: texts[3]),
      choice: ChoiceRow(target: texts[4], origin: texts[5], path: texts[6], seen: texts[7]))
  }
}

/// A known application as the table has it: in lower case, as the path already distinguishes it
/// from others.
struct KnownRow: Hashable {
  var bundle: String
  var origin: String
  var path: String
  var since: Int64

  init(_ application: HandlerIdentity, since: Int64) {
    bundle = application.bundle.asciiLowercased
    origin = application.origin.name
    path = application.path
    self.since = since
  }

  /// The row of three texts, time and checksum; `nil` if it is damaged.
  init?(_ values: [SQLiteConnection.Value]) {
    guard values.count == 5, let bundle = values[0].text, let origin = values[1].text,
      let path = values[2].text, let since = values[3].integer
    else { return nil }
    self.bundle = bundle
    self.origin = origin
    self.path = path
    self.since = since
    guard values[4].integer == sum, application != nil else { return nil }
  }

  /// The application; `nil` if the texts are not those of one.
  var application: HandlerIdentity? {
    StoreText.handler(bundle: bundle, origin: origin, path: path)
  }

  var sum: Int64 { StoreText.sum([bundle, origin, path, "\(since)"]) }
}

/// Checks texts that have no type of their own, and computes the checksum over a row.
enum StoreText {
  /// The longest text, in bytes: a path of 4,096 bytes, each written as U+FFFD and two digits.
  static let maximumLength = 5 * 4_096

  /// The number that no change reaches; a greater one was not written by this program.
  static let highestNumber: Int64 = 1 << 53

  /// Whether `text` may be stored: not empty, not too long, without a NUL.
  static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= maximumLength && !text.utf8.contains(0)
  }

  /// The application of these texts; `nil` if they are not those of one.
  static func handler(bundle: String, origin: String, path: String) -> HandlerIdentity? {
    // An application that was awaited has no path.
    guard isPlain(bundle), path.isEmpty || isPlain(path),
      let origin = Origin.allCases.first(where: { $0.name == origin })
    else { return nil }
    return HandlerIdentity(bundle: bundle, origin: origin, path: path)
  }

  /// The checksum that reveals a damaged row.
  static func sum(_ fields: [String]) -> Int64 { Int64(bitPattern: hash(joined(fields))) }

  /// The checksum over fields that may be missing.
  static func sum(_ fields: [String?]) -> Int64 {
    var bytes: [UInt8] = []
    for field in fields {
      guard let field else {
        bytes.append(0xFE)
        continue
      }
      bytes += field.utf8
      // Not a byte of UTF-8, so that no two lists of fields have the same bytes.
      bytes.append(0xFF)
    }
    return Int64(bitPattern: hash(bytes))
  }

  /// The bytes of some texts, each followed by a byte that is not UTF-8.
  static func joined(_ texts: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for text in texts {
      bytes += text.utf8
      bytes.append(0xFF)
    }
    return bytes
  }

  /// A hash of bytes.
  static func hash(_ bytes: [UInt8]) -> UInt64 {
    unsafe Hashing.digest(of: bytes.span.bytes).high
  }
}
