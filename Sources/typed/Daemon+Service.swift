// SPDX-License-Identifier: MIT

internal import SystemBase
internal import TypeRegistry
internal import Varlink

extension Daemon {
  /// The service that answers calls.
  static func service(
    _ bindings: LiveBindings, _ registrations: LiveRegistrations, replyLimit: Int
  ) -> Service {
    let service = Service(
      ServiceDescription(
        vendor: "TypeRegistry", product: "typed", version: ProgramVersion.text,
        url: "", interfaces: Interfaces.descriptions),
      replyLimit: replyLimit)
    Interfaces.registerAll(
      on: service, bindings: bindings, registrations: registrations, version: ProgramVersion.text)
    return service
  }

  /// The part of `Status` about a daemon that starts now.
  ///
  /// - Parameters:
  ///   - limits: The limits that were set.
  ///   - connections: The limit of all connections, which descriptors may lower.
  /// - Returns: The state, before anything is watched.
  static func serving(_ limits: Limits, connections: Int) -> ServingStatus {
    ServingStatus(
      startedAt: Int(WallClock.seconds),
      watching: RegistryStatus.Watching(
        problem: nil, interval: Int(InputDebounce.pollInterval.components.seconds)),
      limits: [
        RegistryStatus.Limit("connections", connections),
        RegistryStatus.Limit("connections-per-user", min(limits.connectionsPerUser, connections)),
        RegistryStatus.Limit("message-bytes", limits.messageBytes),
        RegistryStatus.Limit("reply-bytes", limits.replyBytes),
        RegistryStatus.Limit("items-per-call", ParameterBatch.limit),
        RegistryStatus.Limit("requests-per-change", BindingRequest.limit),
        RegistryStatus.Limit("names-per-subscription", RegistryFilter.limit),
        RegistryStatus.Limit("name-bytes", FileQuery.longestName),
        RegistryStatus.Limit("frame-time", limits.frameTime),
        RegistryStatus.Limit("stall-time", limits.stallTime),
      ])
  }
}
