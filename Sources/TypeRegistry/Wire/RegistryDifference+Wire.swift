// SPDX-License-Identifier: MIT

package import StrictJSON

extension RegistryDifference.BundleChange: WireValue {
  /// Writes the change.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("change", change.rawValue)
    writer.member("bundle", bundle)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      change: try answer.word("change"), bundle: try BundleInformation(answer.object("bundle")))
  }
}

extension RegistryDifference.TypeChange: WireValue {
  /// Writes the change.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("change", change.rawValue)
    writer.member("identifier", identifier.text)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(change: try answer.word("change"), identifier: try answer.identifier("identifier"))
  }
}

extension RegistryDifference.TagChange: WireValue {
  /// Writes the change.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("tag", tag)
    writer.member("before", before?.text)
    writer.member("after", after?.text)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      tag: try Tag(answer.object("tag")), before: try answer.optionalIdentifier("before"),
      after: try answer.optionalIdentifier("after"))
  }
}

extension RegistryDifference.DefaultChange: WireValue {
  /// Writes the change.
  package func writeMembers(to writer: inout JSONWriter) {
    subject.writeMember(to: &writer)
    writer.member("before", before)
    writer.member("after", after)
    writer.member("decision", decision.rawValue)
    writer.member("reason", reason)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      subject: try Binding.Subject(answer),
      before: try answer.optionalObject("before").map(HandlerIdentity.init(_:)),
      after: try answer.optionalObject("after").map(HandlerIdentity.init(_:)),
      decision: try answer.word("decision"), reason: try answer.optionalString("reason"))
  }
}

extension RegistryEvent {
  /// Writes the event and its contents.
  package func writeMembers(to writer: inout JSONWriter) {
    switch self {
    case .state(let generation, let digest, let defaults):
      writer.member("event", "state")
      writer.member("generation", generation)
      writer.member("digest", digest)
      if !defaults.isEmpty { writer.array("defaults", defaults) }
    case .missed(let generation):
      writer.member("event", "missed")
      writer.member("generation", generation)
    case .change(let generation, let difference):
      writer.member("event", "change")
      writer.member("generation", generation)
      if !difference.bundles.isEmpty { writer.array("bundles", difference.bundles) }
      if !difference.types.isEmpty { writer.array("types", difference.types) }
      if !difference.tags.isEmpty { writer.array("tags", difference.tags) }
      if !difference.bindings.isEmpty { writer.array("bindings", difference.bindings) }
      if !difference.defaults.isEmpty { writer.array("defaults", difference.defaults) }
    }
  }
}

extension RegistryDifference {
  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init()
    bundles = try answer.objects("bundles", BundleChange.init(_:))
    types = try answer.objects("types", TypeChange.init(_:))
    tags = try answer.objects("tags", TagChange.init(_:))
    bindings = try answer.objects("bindings", BindingChange.Edit.init(_:))
    defaults = try answer.objects("defaults", DefaultChange.init(_:))
  }

  /// Adds another part of the same change.
  mutating func append(_ part: RegistryDifference) {
    bundles += part.bundles
    types += part.types
    tags += part.tags
    bindings += part.bindings
    defaults += part.defaults
  }
}

/// Writes the part of a difference that a subscriber wants, in one or several messages of bounded length.
package struct RegistryDifferenceParts: Sendable {
  /// The result of a step.
  package enum Step {
    /// No matching change is left, and no part is begun.
    case end
    /// A bounded number of changes was examined; there may be more for this part.
    case working
    /// The part is complete.
    case part
  }

  private enum List: String, CaseIterable {
    case bundles, types, tags, bindings, defaults
  }

  private let difference: RegistryDifference
  private let filter: RegistryFilter
  private var list = List.bundles
  private var lists = List.allCases.dropFirst()
  private var index = 0
  private var isOpen = false
  /// The length of the part so far; `nil` between two parts.
  private var length: Int?

  /// The number of changes that are examined in one step.
  private static let changesPerStep = 16

  package init(_ difference: RegistryDifference, matching filter: RegistryFilter) {
    self.difference = difference
    self.filter = filter
  }

  /// Examines the next changes, and writes those that match the filter.
  ///
  /// - Parameters:
  ///   - writer: An object whose next members can be written, or where the last step has stopped in one.
  ///   - limit: The length after which the part ends.
  ///   - begin: Writes the members before the first change of a part.
  /// - Returns: The result of the step.
  package mutating func writeNext(
    to writer: inout JSONWriter, atMost limit: Int, begin: (inout JSONWriter) -> Void
  ) -> Step {
    let start = writer.bytes.count - (length ?? 0)
    for _ in 0..<Self.changesPerStep {
      guard index < count else {
        endList(&writer)
        guard !lists.isEmpty else {
          defer { length = nil }
          return length == nil ? .end : .part
        }
        list = lists.removeFirst()
        index = 0
        continue
      }
      if isWanted {
        if length == nil { begin(&writer) }
        if !isOpen {
          writer.name(list.rawValue)
          writer.beginArray()
          isOpen = true
        }
        write(to: &writer)
        length = writer.bytes.count - start
      }
      index += 1
      if let written = length, written > limit {
        endList(&writer)
        writer.member("partial", true)
        length = nil
        return .part
      }
    }
    if length != nil { length = writer.bytes.count - start }
    return .working
  }

  private mutating func endList(_ writer: inout JSONWriter) {
    if isOpen { writer.endArray() }
    isOpen = false
  }

  private var count: Int {
    switch list {
    case .bundles: difference.bundles.count
    case .types: difference.types.count
    case .tags: difference.tags.count
    case .bindings: difference.bindings.count
    case .defaults: difference.defaults.count
    }
  }

  private var isWanted: Bool {
    switch list {
    case .bundles: filter.contains(difference.bundles[index])
    case .types: filter.contains(difference.types[index])
    case .tags: filter.contains(difference.tags[index])
    case .bindings: filter.contains(difference.bindings[index])
    case .defaults: filter.contains(difference.defaults[index])
    }
  }

  private func write(to writer: inout JSONWriter) {
    switch list {
    case .bundles: difference.bundles[index].write(to: &writer)
    case .types: difference.types[index].write(to: &writer)
    case .tags: difference.tags[index].write(to: &writer)
    case .bindings: difference.bindings[index].write(to: &writer)
    case .defaults: difference.defaults[index].write(to: &writer)
    }
  }
}
