// SPDX-License-Identifier: MIT

internal import Varlink

/// The interfaces that the daemon serves beside `org.varlink.service`.
enum Interfaces {
  /// How many elements a list of parameters may hold.
  static let batchLimit = 4_096

  /// The descriptions, for ``ServiceDescription``.
  static let descriptions = [TypesInterface.description, RegistryInterface.description]

  /// Registers the handlers of all methods.
  ///
  /// - Parameters:
  ///   - service: Its description has all of ``descriptions``.
  ///   - source: Where the registry of each call is taken from.
  ///   - version: The version of the program.
  static func registerAll(on service: Service, source: any RegistrySource, version: String) {
    TypesInterface(source).register(on: service)
    RegistryInterface(source, version: version).register(on: service)
  }
}
