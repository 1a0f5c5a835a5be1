// SPDX-License-Identifier: MIT

extension InterfaceDescription {
  /// The interface that every service has (UAPI.20, "The `org.varlink.service` Interface").
  public static let varlinkService = InterfaceDescription(
    literal: """
      # The interface that every service has. It describes the service and its interfaces.
      interface org.varlink.service

      # What the service is, and the names of all its interfaces.
      method GetInfo() -> (
        vendor: string,
        product: string,
        version: string,
        url: string,
        interfaces: []string
      )

      # The description of one of the service's interfaces.
      method GetInterfaceDescription(interface: string) -> (description: string)

      # The service does not have the interface.
      error InterfaceNotFound (interface: string)

      # The interface does not have the method, which is named in full.
      error MethodNotFound (method: string)

      # The interface has the method, but the service does not implement it.
      error MethodNotImplemented (method: string)

      # A parameter is missing, unknown, of another type, or out of range.
      error InvalidParameter (parameter: string)

      # The caller may not do this.
      error PermissionDenied ()

      # The method must be called with 'more'.
      error ExpectedMore ()

      # The method must be called with 'upgrade'.
      error ExpectedUpgrade ()

      """)
}
