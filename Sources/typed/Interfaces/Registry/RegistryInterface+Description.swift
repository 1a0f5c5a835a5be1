// SPDX-License-Identifier: MIT

internal import Texts
internal import Varlink

extension RegistryInterface {
  /// `org.typeregistry.registry` as clients read it.
  static let description = InterfaceDescription(
    literal: unsafe String(cString: tr_text_registry_interface()))
}
