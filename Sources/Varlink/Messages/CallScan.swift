// SPDX-License-Identifier: MIT

internal import StrictJSON

/// One pass over the members of a call.
///
/// The whole text is scanned before any rule of the protocol is applied, so that text that is not
/// JSON is always reported as such.
struct CallScan {
  /// The members of a call that the protocol knows.
  struct Members: OptionSet {
    let rawValue: UInt8

    static let method = Members(rawValue: 1)
    static let parameters = Members(rawValue: 2)
    static let oneway = Members(rawValue: 4)
    static let more = Members(rawValue: 8)
    static let upgrade = Members(rawValue: 16)
  }

  /// The method's name.
  private(set) var method: JSONToken?

  /// The range of the parameters' object.
  private(set) var parameters: Range<Int>?

  /// The flags that are true.
  private(set) var flags: Members = []

  /// The first rule of the protocol that the message breaks.
  private(set) var error: CallError?

  private var seen: Members = []

  init(_ bytes: Span<UInt8>, limits: JSONLimits) throws(JSONError) {
    var scanner = JSONScanner(options: JSONReaderOptions(limits: limits, refusesNUL: true))
    let first = try scanner.next(in: bytes)
    guard first.kind == .beginObject else {
      try scanner.skip(from: first, in: bytes)
      _ = try scanner.next(in: bytes)
      error = .notAnObject
      return
    }
    while true {
      let name = try scanner.next(in: bytes)
      guard name.kind == .memberName else { break }
      let value = try scanner.next(in: bytes)
      let end = try scanner.skip(from: value, in: bytes)
      note(name, value, value.offset..<end, in: bytes)
    }
    _ = try scanner.next(in: bytes)
  }

  private mutating func note(
    _ name: JSONToken, _ value: JSONToken, _ range: Range<Int>, in bytes: Span<UInt8>
  ) {
    guard let member = Self.member(name, in: bytes) else {
      return refuse(.unknownMember)
    }
    guard member != [] else { return }
    guard seen.isDisjoint(with: member) else { return refuse(.duplicateMember) }
    seen.formUnion(member)
    switch member {
    case .method:
      guard value.kind == .string else { return refuse(.methodIsNotString) }
      method = value
    case .parameters:
      if value.kind == .null { return }
      guard value.kind == .beginObject else { return refuse(.parametersAreNotObject) }
      parameters = range
    default:
      guard value.kind == .true || value.kind == .false else { return refuse(.flagIsNotBoolean) }
      guard value.kind == .true else { return }
      if !flags.isEmpty { refuse(.contradictoryFlags) }
      flags.formUnion(member)
    }
  }

  private mutating func refuse(_ reason: CallError) {
    if error == nil { error = reason }
  }

  /// The member with a name: an empty set for a vendor's member, `nil` for an unknown one.
  private static func member(_ name: JSONToken, in bytes: Span<UInt8>) -> Members? {
    guard !name.hasEscapes else { return member(name.text(in: bytes).span) }
    return member(bytes.extracting(name.textRange))
  }

  private static func member(_ name: Span<UInt8>) -> Members? {
    if name.equals("method") { return .method }
    if name.equals("parameters") { return .parameters }
    if name.equals("oneway") { return .oneway }
    if name.equals("more") { return .more }
    if name.equals("upgrade") { return .upgrade }
    for index in 0..<name.count where name[index] == UInt8(ascii: ".") { return [] }
    return nil
  }
}
