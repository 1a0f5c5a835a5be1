// SPDX-License-Identifier: MIT

internal import TypeRegistry
internal import Varlink

extension Daemon {
  /// The service that answers calls.
  static func service(
    _ bindings: LiveBindings, _ registrations: LiveRegistrations, replyLimit: Int
  ) -> Service {
    let service = Service(
      ServiceDescription(
        vendor: "TypeRegistry", product: "typed", version: ProgramVersion.text,
        url: "", interfaces: Interfaces.descriptions),
      replyLimit: replyLimit)
    Interfaces.registerAll(
      on: service, source: bindings, bindings: bindings, registrations: registrations,
      changes: bindings.changes, version: ProgramVersion.text)
    return service
  }
}
