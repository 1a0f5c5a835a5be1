// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// A change of the registered bundles, which the worker makes while other calls are answered.
enum RegistrationJob: Sendable {
  case register(RegistrationSource)
  case unregister(RegistrationSelection, dryRun: Bool)

  /// The result, when the change is on the disk.
  enum Outcome: Sendable {
    case registered(Registration)
    case removed([RegisteredBundle])
    case failed(Registrar.Failure)
  }

  /// Makes the change.
  func run(_ registrar: Registrar) -> Outcome {
    do throws(Registrar.Failure) {
      switch self {
      case .register(let source): return .registered(try registrar.register(source))
      case .unregister(let selection, let dryRun):
        return .removed(try registrar.unregister(selection, dryRun: dryRun))
      }
    } catch {
      return .failed(error)
    }
  }
}
