// SPDX-License-Identifier: MIT

internal import SystemBase
internal import TypeRegistry

/// One generation of a registry, with the numbers of its dynamic types, and the applications that callers
/// queried.
///
/// It is freed when a later one has replaced it and the last call that reads it has ended.
final class Generation: Sendable {
  private struct DynamicTypes {
    var numbers: [TypeIdentifier: UInt32] = [:]
    var identifiers: [TypeIdentifier] = []
  }

  /// The registry, with the user's choices of types for tags.
  let registry: CompiledRegistry
  /// The store of the user's choices; `nil` for none.
  private let store: StoreLocation?
  private let dynamicTypes = Lock(DynamicTypes())
  private let applications = Lock<RankedApplications?>(nil)
  private let texts = Lock<[RankedApplications.Question: TypeTexts]>([:])

  /// The most dynamic types that get numbers: names of files are chosen by others.
  private static let mostDynamicTypes = 1 << 20

  init(_ registry: CompiledRegistry, store: StoreLocation?) {
    self.registry = registry
    self.store = store
  }

  // MARK: - Dynamic types

  /// The number of a dynamic type; `nil` if there are too many.
  func number(of identifier: TypeIdentifier) -> UInt32? {
    dynamicTypes.withLock { types in
      if let known = types.numbers[identifier] { return known }
      guard types.identifiers.count < Self.mostDynamicTypes else { return nil }
      let number = UInt32(types.identifiers.count)
      types.identifiers.append(identifier)
      types.numbers[identifier] = number
      return number
    }
  }

  /// The dynamic type of that number; `nil` if none has it.
  func dynamicType(_ number: UInt32) -> TypeIdentifier? {
    dynamicTypes.withLock { types in
      Int(number) < types.identifiers.count ? types.identifiers[Int(number)] : nil
    }
  }

  // MARK: - Texts

  /// The most types whose texts are kept: types can be made up from names, and locales by the caller.
  private static let mostTexts = 16_384

  /// The texts of a type; `find` makes them the first time.
  func texts(of type: UInt64, in locale: ExactText?, _ find: () -> TypeTexts) -> TypeTexts {
    let question = RankedApplications.Question(type: type, locale: locale)
    if let known = texts.withLock({ $0[question] }) { return known }
    let found = find()
    texts.withLock { texts in
      if texts.count >= Self.mostTexts { texts.removeAll() }
      texts[question] = found
    }
    return found
  }

  // MARK: - Applications

  /// The applications, with the choices of the last look.
  var rankedApplications: RankedApplications {
    applications.withLock { applications in
      if let applications { return applications }
      let made = RankedApplications(in: registry, StoredChoices(store))
      applications = made
      return made
    }
  }

  /// Checks whether the user has chosen applications since the last query for them.
  ///
  /// - Returns: Whether answers may differ from now on.
  func lookAtChoices() -> Bool {
    applications.withLock { applications in
      guard let before = applications else { return false }
      let choices = StoredChoices(store)
      guard choices != before.choices else { return false }
      applications = RankedApplications(in: registry, choices)
      return true
    }
  }
}
