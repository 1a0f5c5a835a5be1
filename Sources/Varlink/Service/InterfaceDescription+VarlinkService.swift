// SPDX-License-Identifier: MIT

internal import Texts

extension InterfaceDescription {
  /// The interface that every service has (UAPI.20, "The `org.varlink.service` Interface").
  public static let varlinkService = InterfaceDescription(
    literal: unsafe String(cString: tr_text_varlink_service()))
}
