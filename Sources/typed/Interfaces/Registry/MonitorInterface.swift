// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

/// The method `Monitor` of `org.typeregistry.registry`.
enum MonitorInterface {
  static func register(_ bindings: LiveBindings, on service: Service) {
    let limit = service.replyLimit
    service.handle(
      WireMethod.monitor.rawValue,
      series: { (context) throws(MethodError) in
        Monitoring(bindings, try RegistryFilter(context.parameters), replyLimit: limit)
      })
  }
}

extension RegistryFilter {
  fileprivate init(_ parameters: Parameters) throws(MethodError) {
    let object = try parameters.object([
      "types", "extensions", "mimeTypes", "schemes", "bundles",
    ])
    var left = Self.limit
    func texts(_ name: StaticString) throws(MethodError) -> [String] {
      guard object.optional(name) != nil else { return [] }
      let texts = try object.strings(name, limit: left)
      left -= texts.count
      return texts
    }
    var tags: Set<Tag> = []
    let classes: [(StaticString, TagClass)] = [
      ("extensions", .filenameExtension), ("mimeTypes", .mimeType), ("schemes", .urlScheme),
    ]
    for (name, tagClass) in classes {
      for (index, text) in try texts(name).enumerated() {
        guard let tag = try? Tag(tagClass, text) else {
          throw .invalidParameter("\(name)[\(index)]")
        }
        tags.insert(tag)
      }
    }
    var types: Set<TypeIdentifier> = []
    if object.optional("types") != nil {
      let identifiers = try object.identifiers("types", limit: left)
      left -= identifiers.count
      types = Set(identifiers)
    }
    let bundles = try texts("bundles")
    if let index = bundles.firstIndex(where: { $0.utf8.count > Self.longestName }) {
      throw .invalidParameter("bundles[\(index)]")
    }
    self.init(types: types, tags: tags, bundles: Set(bundles))
  }
}

/// The replies of `Monitor`: the state, and then the changes.
private final class Monitoring: ReplySeries {
  /// The length after which a reply ends, in bytes.
  private static let partLength = 65_536

  private let bindings: LiveBindings
  private let filter: RegistryFilter
  private let partLength: Int
  let heldBytes: Int
  /// The number of the last event that was begun; before that, of one that the state must include.
  private var number: Int
  private var isStateReported = false
  /// The state that is being reported.
  private var state: SubscribedState?
  private var subjects: ArraySlice<Binding.Subject>
  /// The event that is being reported.
  private var parts: RegistryDifferenceParts?
  private var generation: UInt64 = 0

  init(_ bindings: LiveBindings, _ filter: RegistryFilter, replyLimit: Int) {
    self.bindings = bindings
    self.filter = filter
    partLength = min(Self.partLength, replyLimit / 4)
    // Each name is in some tables.
    heldBytes = filter.nameBytes + 512 * filter.count
    number = bindings.changes.subscribe(filter, in: bindings.choices.update())
    subjects = filter.subjects[...]
  }

  deinit { bindings.changes.unsubscribe(filter) }

  func next(_ context: inout CallContext) -> ReplyStep {
    if !isStateReported {
      guard let state = state ?? bindings.changes.findState(with: number) else {
        return .nothingYet
      }
      return tell(state, &context)
    }
    while true {
      if parts != nil, let step = goOn(&context) { return step }
      switch bindings.changes.next(after: number) {
      case .none: return .nothingYet
      case .event(let number, let generation, let difference):
        self.number = number
        self.generation = generation
        parts = RegistryDifferenceParts(difference, matching: filter)
      case .missed(let number):
        self.number = number
        context.reply.member("event", "missed")
        context.reply.member("generation", bindings.choices.update().registry.generation)
        return .continues
      }
    }
  }

  private func tell(_ state: SubscribedState, _ context: inout CallContext) -> ReplyStep {
    self.state = state
    number = state.number
    if context.replyLength == 0 {
      context.reply.member("event", "state")
      context.reply.member("generation", state.generation)
      context.reply.member("digest", "\(state.digest)")
      if !subjects.isEmpty {
        context.reply.name("defaults")
        context.reply.beginArray()
      }
    }
    let isList = !subjects.isEmpty
    while let subject = subjects.popFirst() {
      RegistryDifference.DefaultChange(subject, in: state.state).write(to: &context.reply)
      if context.isOver, !subjects.isEmpty { return .unfinished }
    }
    if isList { context.reply.endArray() }
    self.state = nil
    isStateReported = true
    return .continues
  }

  /// Continues an event; `nil` at its end.
  private func goOn(_ context: inout CallContext) -> ReplyStep? {
    let generation = generation
    while true {
      let step = parts?.writeNext(to: &context.reply, atMost: partLength) { writer in
        writer.member("event", "change")
        writer.member("generation", generation)
      }
      switch step {
      case .end, nil:
        parts = nil
        return nil
      case .part: return .continues
      case .working: if context.isOver { return .unfinished }
      }
    }
  }
}
