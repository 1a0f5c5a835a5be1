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
  ///   - source: Where the registry of each call is taken from.
  ///   - bindings: Where the bindings of each call are taken from.
  ///   - registrations: Registers bundles; `nil` if the service does not.
  ///   - changes: What subscribers are told.
  ///   - version: The version of the program.
  static func registerAll(
    on service: Service, source: any RegistrySource, bindings: any BindingSource,
    registrations: (any RegistrationQueue)? = nil, changes: any ChangeSource, version: String
  ) {
    TypesInterface(source).register(on: service)
    HandlersInterface(bindings).register(on: service)
    RegistryInterface(source, bindings: bindings, version: version).register(on: service)
    if let registrations {
      RegistrationMethods(source, bindings: bindings, registrations).register(on: service)
    }
    MonitorInterface.register(changes, on: service)
  }
}
