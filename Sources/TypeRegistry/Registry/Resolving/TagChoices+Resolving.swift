// SPDX-License-Identifier: MIT

extension TagChoices {
  /// The choices of types for tags among `bindings`, if `registry` has the tags and types.
  package init(_ bindings: [Binding], in registry: CompiledRegistry) {
    var choices: [(slot: UInt32, type: UInt32)] = []
    for binding in bindings {
      guard case .tag(let tag) = binding.subject, case .type(let identifier) = binding.choice,
        let entry = registry.entry(tag), entry.single == .none
      else { continue }
      let type = registry.find(identifier)
      if type != .none { choices.append((entry.slot, type.value)) }
    }
    self.init(choices)
  }
}

extension CompiledRegistry {
  /// This registry, with the user's choices of types for tags.
  ///
  /// - Parameter bindings: The user's bindings; those of other kinds are ignored.
  /// - Returns: The registry itself if there are no choices.
  /// - Complexity: O(*n* log *n*) for *n* bindings; the image is shared.
  package func choosing(_ bindings: [Binding]) -> CompiledRegistry {
    let choices = TagChoices(bindings, in: self)
    if choices.isEmpty, tagChoices.isEmpty { return self }
    do {
      return try CompiledRegistry(memory, tagChoices: choices, directory: directory)
    } catch {
      preconditionFailure("an image that was opened once cannot be opened again: \(error)")
    }
  }
}
