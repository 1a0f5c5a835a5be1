// SPDX-License-Identifier: MIT

import StrictJSON

@testable import TypeRegistry  // The readers of answers, which no other module calls.

/// The laws of long answers: the parts of one are the whole.
enum PartLaws {
  /// The lengths after which a part ends: each element in its own, some, and all in one.
  private static let limits = [0, 200, .max]

  /// Checks a change of choices, whole and in parts.
  static func checkChange(_ text: [UInt8]) {
    AnswerLaws.check(text, BindingChange.init(_:))
    guard let object = AnswerLaws.object(text), let change = try? BindingChange(object) else {
      return
    }
    let whole = AnswerLaws.text(change.writeMembers)
    for limit in limits {
      precondition(
        AnswerLaws.text(joined(change, limit).writeMembers) == whole, "the parts are the change")
    }
  }

  private static func joined(_ change: BindingChange, _ limit: Int) -> BindingChange {
    var parts = BindingChangeParts(change)
    var joined: BindingChange?
    repeat {
      var writer = JSONWriter()
      while !parts.writeNext(to: &writer, atMost: limit) {}
      guard let object = AnswerLaws.object(writer.bytes), let part = try? BindingChange(object)
      else { preconditionFailure("a part is a change") }
      precondition(
        (try? object.flag("continues")) == !parts.isAtEnd, "all parts but the last continue")
      guard joined?.append(part) != nil else {
        joined = part
        continue
      }
    } while !parts.isAtEnd
    guard let joined else { preconditionFailure("a change has a part") }
    return joined
  }

  /// Checks what has changed in a registry, as an event, and in parts for different subscribers.
  static func checkDifference(_ text: [UInt8]) {
    guard let object = AnswerLaws.object(text), let difference = try? RegistryDifference(object)
    else { return }
    let generation = UInt64(text.count)
    let whole = checkEvent(.change(generation: generation, difference: difference), generation)
    precondition((try? RegistryDifference(whole)) == difference, "a change is read as it was")
    let state = checkEvent(
      .state(generation: generation, digest: "d", defaults: difference.defaults), generation)
    precondition(
      (try? RegistryDifference(state))?.defaults == difference.defaults, "a state has defaults")
    _ = checkEvent(.missed(generation: generation), generation)
    for filter in filters(for: difference) {
      for limit in limits {
        precondition(
          joined(difference, filter, limit) == wanted(difference, filter),
          "the parts are what the subscriber wants")
      }
    }
  }

  private static func checkEvent(_ event: RegistryEvent, _ generation: UInt64) -> AnswerObject {
    guard let object = AnswerLaws.object(AnswerLaws.text(event.writeMembers)) else {
      preconditionFailure("an event is an object")
    }
    precondition(
      (try? object.count("generation")) == Int(generation), "an event has its generation")
    return object
  }

  /// A filter for everything, and one for each first name of the difference.
  private static func filters(for difference: RegistryDifference) -> [RegistryFilter] {
    [
      RegistryFilter(), RegistryFilter(types: Set(difference.types.prefix(1).map(\.identifier))),
      RegistryFilter(tags: Set(difference.tags.prefix(1).map(\.tag))),
      RegistryFilter(bundles: Set(difference.bundles.prefix(1).map(\.bundle.identifier))),
    ]
  }

  private static func wanted(
    _ difference: RegistryDifference, _ filter: RegistryFilter
  ) -> RegistryDifference {
    var wanted = RegistryDifference()
    wanted.bundles = difference.bundles.filter { filter.contains($0) }
    wanted.types = difference.types.filter { filter.contains($0) }
    wanted.tags = difference.tags.filter { filter.contains($0) }
    wanted.bindings = difference.bindings.filter { filter.contains($0) }
    wanted.defaults = difference.defaults.filter { filter.contains($0) }
    return wanted
  }

  private static func joined(
    _ difference: RegistryDifference, _ filter: RegistryFilter, _ limit: Int
  ) -> RegistryDifference {
    var parts = RegistryDifferenceParts(difference, matching: filter)
    var joined = RegistryDifference()
    var writer = JSONWriter()
    writer.beginObject()
    while true {
      switch parts.writeNext(
        to: &writer, atMost: limit, begin: { $0.member("event", "change") })
      {
      case .working: continue
      case .end: return joined
      case .part:
        writer.endObject()
        guard let object = AnswerLaws.object(writer.bytes),
          (try? object.string("event")) == "change", let part = try? RegistryDifference(object)
        else { preconditionFailure("a part is an event") }
        joined.append(part)
        writer = JSONWriter()
        writer.beginObject()
      }
    }
  }
}
