// SPDX-License-Identifier: MIT

internal import Varlink

/// The interfaces that the daemon serves beside `org.varlink.service`.
enum Interfaces {
  /// The descriptions, for ``ServiceDescription``.
  static let descriptions = [
    TypesInterface.description, HandlersInterface.description, RegistryInterface.description,
  ]

  /// Registers the handlers of all methods.
  ///
  /// - Parameters:
  ///   - service: Its description has all of ``descriptions``.
  ///   - bindings: Where the registry and the bindings of each call are taken from.
  ///   - registrations: Registers bundles.
  ///   - version: The version of the program.
  static func registerAll(
    on service: Service, bindings: LiveBindings, registrations: LiveRegistrations, version: String
  ) {
    TypesInterface.register(bindings, on: service)
    HandlersInterface.register(bindings, on: service)
    RegistryInterface.register(bindings, version: version, on: service)
    RegistrationMethods.register(registrations, of: bindings, on: service)
    MonitorInterface.register(bindings, on: service)
  }
}
