// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@testable import typed

extension BindingWriter {
  /// A writer of a new store, opened over a registry.
  static func opened(_ store: TemporaryStore, over registry: CompiledRegistry) throws
    -> BindingWriter
  {
    let writer = BindingWriter(store.location)
    try #require(writer.open(over: registry) == nil)
    return writer
  }

  /// Chooses an application for the JPEG type.
  ///
  /// - Returns: The number of the change.
  @discardableResult
  func bind(
    _ bundle: String, over registry: CompiledRegistry, dryRun: Bool = false
  ) throws -> Int64 {
    let result = perform(
      .bindingJPEG(to: bundle, dryRun: dryRun), over: registry, for: .test)
    guard case .change(let change?) = result.outcome else { throw NoChange() }
    return change.number
  }

  private struct NoChange: Error {}
}

extension BindingJob {
  /// Chooses an application for the JPEG type.
  static func bindingJPEG(to bundle: String, dryRun: Bool = false) -> BindingJob {
    .change(
      [BindingRequest(.type(.test("public.jpeg")), .handler(bundle: bundle))], .bind,
      dryRun: dryRun)
  }
}

extension BindingChange.Author {
  static let test = BindingChange.Author(uid: 0, program: "test")
}

extension StoredRows {
  /// The application that is chosen for the JPEG type; `nil` if none is.
  var chosen: String? {
    for binding in bindings {
      if case .handler(let handler) = binding.choice { return handler.bundle }
    }
    return nil
  }
}
