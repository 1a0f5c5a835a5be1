// SPDX-License-Identifier: MIT

internal import Varlink

extension Daemon {
  /// What answers calls.
  static func service(_ host: RegistryHost, replyLimit: Int) -> Service {
    Service(
      ServiceDescription(
        vendor: "TypeRegistry", product: "typed", version: Version.text,
        url: "https://typeregistry.org/", interfaces: []),
      replyLimit: replyLimit)
  }
}
