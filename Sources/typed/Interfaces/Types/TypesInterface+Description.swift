// SPDX-License-Identifier: MIT

internal import Texts
internal import Varlink

extension TypesInterface {
  /// `org.typeregistry.types` as clients read it.
  static let description = InterfaceDescription(
    literal: unsafe String(cString: tr_text_types_interface()))
}
