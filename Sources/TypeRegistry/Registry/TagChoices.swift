// SPDX-License-Identifier: MIT

/// What tags mean to a person (`utcli prefer`), for one image: slots of its tag index and types.
///
/// Only a type that has the tag can be chosen; the choice of another sleeps until a declaration
/// gives it the tag.
package struct TagChoices: Sendable {
  private let choices: [(slot: UInt32, type: UInt32)]

  /// No choices.
  package static let none = TagChoices(choices: [])

  private init(choices: [(slot: UInt32, type: UInt32)]) { self.choices = choices }

  /// The choices among `bindings`, as far as they mean something in `registry`.
  package init(_ bindings: [Binding], in registry: CompiledRegistry) {
    var choices: [(slot: UInt32, type: UInt32)] = []
    for binding in bindings {
      guard case .tag(let tag) = binding.subject, case .type(let identifier) = binding.choice,
        let entry = registry.entry(tag), entry.single == .none
      else { continue }
      let type = registry.find(identifier)
      if type != .none { choices.append((entry.slot, type.value)) }
    }
    choices.sort { $0.slot < $1.slot }
    self.choices = choices
  }

  @inline(__always)
  package var isEmpty: Bool { choices.isEmpty }

  /// The type chosen for the tag in a slot of the index; 0 if none is.
  package func type(ofSlot slot: UInt32) -> UInt32 {
    var low = 0
    var high = choices.count
    while low < high {
      let middle = (low + high) / 2
      if choices[middle].slot < slot { low = middle + 1 } else { high = middle }
    }
    return low < choices.count && choices[low].slot == slot ? choices[low].type : 0
  }
}

extension CompiledRegistry {
  /// This registry, in which tags mean what a person chose.
  ///
  /// - Parameter bindings: A person's bindings; those of other kinds are passed over.
  /// - Returns: The registry itself if nothing is chosen.
  /// - Complexity: O(*n* log *n*) for *n* bindings; the image is shared.
  package func choosing(_ bindings: [Binding]) -> CompiledRegistry {
    let choices = TagChoices(bindings, in: self)
    if choices.isEmpty, tagChoices.isEmpty { return self }
    do {
      return try CompiledRegistry(memory, tagChoices: choices)
    } catch {
      preconditionFailure("an image that was read once cannot be read again: \(error)")
    }
  }
}
