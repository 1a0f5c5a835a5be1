// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The types, tags and applications of a registry, as words that can be completed.
///
/// A word that a shell would have to quote is left out: declarations come from elsewhere, and
/// completion writes into a command line.
struct LiveValues {
  let registry: CompiledRegistry
  let languages: LanguageList

  /// The values of the registry of this process; `nil` if it cannot be loaded.
  ///
  /// Never queries the daemon: this reads mapped memory.
  static func ofThisProcess() -> LiveValues? {
    let words = [Array("--embedded".utf8)]
    let command = Command.types
    guard
      let arguments = try? Arguments(
        words[...], of: command.name, takesValue: command.takesValue, options: { [] })
    else { return nil }
    // Notes would be written into the line that the user completes.
    let session = Session(arguments, errors: ErrorOutput(write: { _ in }))
    guard let registry = try? session.answerer.ownRegistry() else { return nil }
    return LiveValues(registry: registry, languages: session.languages)
  }

  /// The declared types whose identifiers begin with `beginning`, with their descriptions.
  ///
  /// The types that are named after a MIME type are among them from ``leastOfMediaType`` on: users write the
  /// MIME type for one of them.
  func types(_ beginning: String) -> [Completion.Suggestion] {
    let wanted = beginning.asciiLowercased
    var found: [Completion.Suggestion] = []
    // In byte order of their identifiers, which are in lower case.
    let all = registry.allTypes
    let first = (Int(all.lowerBound)..<Int(all.upperBound)).partitioningIndex {
      registry.identifierBytes(of: TypeIndex(UInt32($0))).text >= wanted
    }
    let hasMediaTypes = wanted.hasPrefix(Self.leastOfMediaType)
    for number in UInt32(first)..<all.upperBound {
      let type = TypeIndex(number)
      let name = registry.identifierBytes(of: type).text
      guard name.hasPrefix(wanted) else { break }
      guard hasMediaTypes || !name.hasPrefix(FreedesktopName.registeredMediaTypes) else { continue }
      guard registry.isDeclared(type), !registry.isDynamic(type), Self.isPlain(name) else {
        continue
      }
      found.append(Completion.Suggestion(word: name, meaning: description(of: type)))
    }
    return found
  }

  /// The beginning of an identifier that leaves no doubt about a type named after a MIME type.
  private static let leastOfMediaType = "org.iana."

  /// The tags of a class that begin with `beginning`, between `before` and `after`, in byte order, with the
  /// descriptions of their types.
  func tags(
    _ tagClass: TagClass, _ beginning: String, before: String = "", after: String = ""
  ) -> [Completion.Suggestion] {
    let wanted = beginning.asciiLowercased
    guard wanted.hasPrefix(before) || before.hasPrefix(wanted) else { return [] }
    // With the dot of an extension there is less to compare.
    let start = String(wanted.dropFirst(before.utf8.count))
    var found: [(value: String, slot: UInt32)] = []
    func note(_ value: String, _ slot: UInt32) {
      // With the colon of a scheme the word is longer than the tag.
      let isMeant = value.hasPrefix(start) || (!after.isEmpty && start == value + after)
      if isMeant, Self.isPlain(value) { found.append((value, slot)) }
    }
    if let code = registry.code(of: tagClass) {
      for index in 0..<UInt32(registry.tagSlots.count) {
        let slot = registry.tagSlots[index]
        guard slot.length != 0, slot.tagClass == code else { continue }
        note(registry.value(of: slot), index)
      }
    }
    // Tags that applications claim and no type has.
    for index in 1..<UInt32(max(registry.claims.count, 1)) {
      let record = registry.claims[index]
      guard record.flags & ClaimRecord.onTag != 0 else { continue }
      let details = registry.claimDetails[index]
      guard registry.text(details.tagClass) == tagClass.text else { continue }
      note(registry.text(details.tag), .max)
    }
    found.sort { ($0.value, $0.slot) < ($1.value, $1.slot) }
    var suggestions: [Completion.Suggestion] = []
    suggestions.reserveCapacity(found.count)
    for (index, tag) in found.enumerated() where index == 0 || found[index - 1].value != tag.value {
      suggestions.append(
        Completion.Suggestion(
          word: before.isEmpty && after.isEmpty ? tag.value : before + tag.value + after,
          meaning: tag.slot == .max ? "" : description(ofTagIn: tag.slot)))
    }
    return suggestions
  }

  /// The bundles whose identifiers begin with `beginning`, in byte order, with their names: the applications,
  /// and bundles that are not part of the core.
  ///
  /// With a `suffix`, those whose files' paths end with it; it is added to each identifier.
  func bundles(_ beginning: String, suffix: String = "") -> [Completion.Suggestion] {
    let wanted = beginning.asciiLowercased
    var found: [Completion.Suggestion] = []
    for bundle in registry.effectiveBundles where registry.origin(ofBundle: bundle) != .core {
      let record = registry.bundleRecords[bundle]
      let identifier = registry.text(record.identifier)
      guard identifier.asciiLowercased.hasPrefix(wanted), Self.isPlain(identifier) else { continue }
      guard suffix.isEmpty || registry.path(record.path).hasSuffix(suffix) else { continue }
      let name = registry.localized(
        record.name, ofBundle: UInt16(clamping: bundle), in: languages)
      found.append(Completion.Suggestion(word: identifier + suffix, meaning: name))
    }
    return found.sorted { $0.word < $1.word }
  }

  /// The desktop files of applications whose names begin with `beginning`, in byte order, with the
  /// names of the applications.
  func desktopFiles(_ beginning: String) -> [Completion.Suggestion] {
    bundles("", suffix: ".desktop").filter { $0.word.hasPrefix(beginning) }
  }

  private func description(of type: TypeIndex) -> String {
    registry.localizedDescription(of: type, in: languages)?.text ?? ""
  }

  private func description(ofTagIn slot: UInt32) -> String {
    guard let entry = registry.entry(inSlot: slot) else { return "" }
    let usual: TypeIndex? = registry.resolve(entry, conformingTo: registry.data)
    guard let type = usual ?? registry.resolve(entry, conformingTo: .none) else { return "" }
    return description(of: type)
  }

  /// Whether no shell treats a part of the word as anything but text.
  private static func isPlain(_ word: String) -> Bool {
    !word.isEmpty && word.utf8.first != UInt8(ascii: "-")
      && word.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-._+/:@%".utf8.contains(byte)
        }
      }
  }
}
