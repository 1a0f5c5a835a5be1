// SPDX-License-Identifier: MIT

internal import StrictJSON

/// A service's description of itself: the replies of `org.varlink.service`.
public struct ServiceDescription: Sendable {
  /// The maker of the service.
  public let vendor: String

  /// The name of the service.
  public let product: String

  /// Its version.
  public let version: String

  /// The address of its documentation.
  public let url: String

  /// Its interfaces in the byte order of their names, `org.varlink.service` among them.
  public let interfaces: [InterfaceDescription]

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - vendor: The maker of the service.
  ///   - product: Its name.
  ///   - version: Its version.
  ///   - url: The address of its documentation.
  ///   - interfaces: Its interfaces without `org.varlink.service`, each once.
  public init(
    vendor: String, product: String, version: String, url: String,
    interfaces: [InterfaceDescription]
  ) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
    let all = interfaces + [.varlinkService]
    precondition(Set(all.map(\.name)).count == all.count, "each interface must be described once")
    self.interfaces = all.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The interface of that name, or `nil`.
  public func interface(_ name: String) -> InterfaceDescription? {
    interfaces.first { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// The method of that qualified name, or `nil`.
  public func method(_ name: String) -> InterfaceDescription.Method? {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let member = name[name.utf8.index(after: dot)...]
    return interface(String(name[..<dot]))?.methods.first { $0.name == member }
  }

  func information(_ context: inout CallContext) throws(MethodError) {
    try context.parameters.expectNone()
    context.reply.member("vendor", vendor)
    context.reply.member("product", product)
    context.reply.member("version", version)
    context.reply.member("url", url)
    context.reply.name("interfaces")
    context.reply.strings(interfaces.map(\.name))
  }

  func interfaceDescription(_ context: inout CallContext) throws(MethodError) {
    let name = try context.parameters.object(["interface"]).string("interface")
    guard let interface = interface(name) else {
      throw .interfaceNotFound(MethodError.name(name))
    }
    context.reply.member("description", interface.text)
  }
}
