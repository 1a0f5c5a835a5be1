// SPDX-License-Identifier: MIT

internal import Texts
internal import Varlink

extension HandlersInterface {
  /// `org.typeregistry.handlers` as clients read it.
  static let description = InterfaceDescription(
    literal: unsafe String(cString: tr_text_handlers_interface()))
}
