// SPDX-License-Identifier: MIT

internal import Varlink

extension Daemon {
  /// What answers calls.
  static func service(_ host: LiveRegistry, replyLimit: Int) -> Service {
    let service = Service(
      ServiceDescription(
        vendor: "TypeRegistry", product: "typed", version: Version.text,
        url: "", interfaces: Interfaces.descriptions),
      replyLimit: replyLimit)
    Interfaces.registerAll(
      on: service, source: host, bindings: host.bindings, version: Version.text)
    return service
  }
}
