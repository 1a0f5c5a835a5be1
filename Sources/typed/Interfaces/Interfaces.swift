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
    TypesInterface(bindings).register(on: service)
    HandlersInterface(bindings).register(on: service)
    RegistryInterface(bindings, version: version).register(on: service)
    RegistrationMethods(bindings, registrations).register(on: service)
    MonitorInterface.register(bindings, on: service)
  }
}
