// SPDX-License-Identifier: MIT

internal import SystemBase
internal import TypeRegistry

/// A registry that a C program holds open: the registry in its present generation, and all texts that were
/// returned of it.
final class OpenRegistry: Sendable {
  /// The registry of this machine; `nil` for a registry in a file.
  let embedded: EmbeddedRegistry?

  /// Whether no other user could have written the programs that it names: false for some files.
  let isProtected: Bool

  /// The languages of the environment when the registry was opened.
  let languages = LanguageList.environment

  private let generation: Lock<Generation>
  private let returned = Lock(ReturnedTexts())
  private let refreshing = Lock(())
  private let watch = Lock<RegistryWatch?>(nil)

  /// The registry of this machine, as the environment describes it.
  convenience init() { self.init(EmbeddedRegistry(.current, store: .current)) }

  /// A registry with the user's choices.
  convenience init(_ embedded: EmbeddedRegistry) {
    self.init(embedded, embedded.current, isProtected: true)
  }

  /// The registry in a file.
  convenience init(_ file: RegistryFile) {
    self.init(nil, file.registry, isProtected: file.isProtected)
  }

  private init(_ embedded: EmbeddedRegistry?, _ registry: CompiledRegistry, isProtected: Bool) {
    self.embedded = embedded
    self.isProtected = isProtected
    generation = Lock(Generation(registry, store: embedded?.store))
  }

  /// The present generation.
  var current: Generation { generation.withLock { $0 } }

  /// Takes over the next generation if declarations, or choices of types for tags, changed; and choices of
  /// applications.
  ///
  /// - Parameter publish: Called with the registry of the next generation, before another refresh can
  ///   begin.
  /// - Returns: Whether answers may differ from now on.
  func refresh(_ publish: (CompiledRegistry) -> Void) -> Bool {
    guard let embedded else { return false }
    return refreshing.withLock { _ in
      let watch = watch.withLock { $0 }
      guard watch?.refresh() ?? embedded.refresh() else { return current.lookAtChoices() }
      let next = Generation(embedded.current, store: embedded.store)
      generation.withLock { $0 = next }
      publish(next.registry)
      return true
    }
  }

  /// The descriptor that watches the registry from now on; `nil` for a registry in a file.
  ///
  /// In a child of `fork` a new one: the parent takes the events of the former one.
  ///
  /// - Throws: ``Failure/limit`` if the system has no free descriptors.
  func watchDescriptor() throws(Failure) -> CInt? {
    guard let embedded else { return nil }
    return try watch.withLock { watch throws(Failure) in
      if let watch, watch.isOfThisProcess { return watch.descriptor }
      guard let made = try? RegistryWatch(embedded) else { throw .limit }
      watch = made
      return made.descriptor
    }
  }

  // MARK: - Returned texts

  /// The text, ending in a NUL, for as long as this object lives.
  func keep(_ text: String) -> UnsafePointer<CChar> {
    unsafe returned.withLock { unsafe $0.keep(text) }
  }

  /// The texts as an array that ends in NULL, for as long as this object lives.
  func keep(_ texts: [String]) -> UnsafePointer<UnsafePointer<CChar>?> {
    unsafe returned.withLock { unsafe $0.keep(texts) }
  }
}
