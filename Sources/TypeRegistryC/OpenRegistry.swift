// SPDX-License-Identifier: MIT

internal import Synchronization
internal import TypeRegistry

/// What a C program holds open: a registry in its present generation, and all that was returned of it.
///
/// Earlier generations are kept, because a call of another thread may still read one, and counting
/// readers would cost more than most answers.
final class OpenRegistry: Sendable {
  /// One generation.
  struct Generation: Sendable {
    /// The registry, with a person's choices of what tags mean.
    let registry: CompiledRegistry
    /// The same without choices, for handlers.
    let published: PublishedRegistry
  }

  /// Texts, arrays of texts, and the dynamic types that have a number.
  private struct Returned: ~Copyable {
    var texts: [String: ReturnedText] = [:]
    var vectors: [[String]: ReturnedVector] = [:]
    var numbers: [TypeIdentifier: UInt32] = [:]
    var dynamicTypes: [TypeIdentifier] = []
  }

  /// The registry of this machine; `nil` for that of a file.
  let embedded: EmbeddedRegistry?

  /// Whether no other user could have written what programs it names: false for some files.
  let isProtected: Bool

  /// Where its declarations are; for a file, nowhere.
  var locations: RegistryLocations {
    embedded?.locations
      ?? RegistryLocations(core: nil, environment: Environment(declarations: ""), cache: nil)
  }

  private let generations: Mutex<[Generation]>
  private let returned = Mutex(Returned())
  private let refreshing = Mutex(())
  private let watch = Mutex<RegistryWatch?>(nil)

  /// The registry of this machine, as the environment describes it.
  convenience init() { self.init(EmbeddedRegistry(.current, store: .current)) }

  /// A registry with a person's choices.
  convenience init(_ embedded: EmbeddedRegistry) {
    self.init(
      embedded, Generation(registry: embedded.current, published: embedded.published),
      isProtected: true)
  }

  /// The registry in a file.
  convenience init(_ file: RegistryFile) {
    let published = PublishedRegistry(file.registry, generation: 1)
    self.init(
      nil, Generation(registry: file.registry, published: published),
      isProtected: file.isProtected)
  }

  private init(_ embedded: EmbeddedRegistry?, _ first: Generation, isProtected: Bool) {
    self.embedded = embedded
    self.isProtected = isProtected
    generations = Mutex([first])
  }

  /// The present generation.
  var current: Generation { generations.withLock { $0[$0.count - 1] } }

  /// Takes over the next generation if declarations or choices changed.
  ///
  /// - Parameter publish: Called with its registry, before another refresh can begin.
  /// - Returns: Whether there is a next generation.
  func refresh(_ publish: (CompiledRegistry) -> Void) -> Bool {
    guard let embedded else { return false }
    return refreshing.withLock { _ in
      let watch = watch.withLock { $0 }
      guard watch?.refresh() ?? embedded.refresh() else { return false }
      let next = Generation(registry: embedded.current, published: embedded.published)
      generations.withLock { $0.append(next) }
      publish(next.registry)
      return true
    }
  }

  /// The descriptor by which the registry is watched from now on; `nil` for that of a file.
  ///
  /// - Throws: ``Failure/limit`` if the system gives no descriptors.
  func watchDescriptor() throws(Failure) -> CInt? {
    guard let embedded else { return nil }
    return try watch.withLock { watch throws(Failure) in
      if let watch { return watch.descriptor }
      guard let made = try? RegistryWatch(embedded) else { throw .limit }
      watch = made
      return made.descriptor
    }
  }

  // MARK: - What was returned

  /// The text, ending in a NUL, for as long as this object lives.
  ///
  /// Of a text with a NUL within, the part before it.
  func keep(_ text: String) -> UnsafePointer<CChar> {
    unsafe returned.withLock { returned in
      if let known = returned.texts[text] { return unsafe known.start }
      let made = ReturnedText(text)
      returned.texts[text] = made
      return unsafe made.start
    }
  }

  /// The texts as an array that ends in NULL, for as long as this object lives.
  func keep(_ texts: [String]) -> UnsafePointer<UnsafePointer<CChar>?> {
    let pointers = unsafe texts.map { unsafe keep($0) }
    return unsafe returned.withLock { returned in
      if let known = returned.vectors[texts] { return unsafe known.start }
      let made = unsafe ReturnedVector(pointers)
      returned.vectors[texts] = made
      return unsafe made.start
    }
  }

  // MARK: - Dynamic types

  /// The most dynamic types that get numbers: names of files are chosen by others.
  private static let mostDynamicTypes = 1 << 20

  /// The number of a dynamic type; `nil` if there are too many.
  func number(of identifier: TypeIdentifier) -> UInt32? {
    returned.withLock { returned in
      if let known = returned.numbers[identifier] { return known }
      guard returned.dynamicTypes.count < Self.mostDynamicTypes else { return nil }
      let number = UInt32(returned.dynamicTypes.count)
      returned.dynamicTypes.append(identifier)
      returned.numbers[identifier] = number
      return number
    }
  }

  /// The dynamic type of that number; `nil` if none has it.
  func dynamicType(_ number: UInt32) -> TypeIdentifier? {
    returned.withLock { returned in
      Int(number) < returned.dynamicTypes.count ? returned.dynamicTypes[Int(number)] : nil
    }
  }
}

/// A text in memory of its own.
@safe final class ReturnedText: Sendable {
  nonisolated(unsafe) let start: UnsafePointer<CChar>

  init(_ text: String) {
    let bytes = text.utf8
    let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
    var end = unsafe memory
    for byte in bytes {
      unsafe end.initialize(to: CChar(bitPattern: byte))
      unsafe end += 1
    }
    unsafe end.initialize(to: 0)
    unsafe start = UnsafePointer(memory)
  }

  deinit { unsafe start.deallocate() }
}

/// An array of texts in memory of its own.
@safe final class ReturnedVector: Sendable {
  nonisolated(unsafe) let start: UnsafePointer<UnsafePointer<CChar>?>

  init(_ texts: [UnsafePointer<CChar>]) {
    let memory = unsafe UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(
      capacity: texts.count + 1)
    for index in unsafe texts.indices {
      unsafe (memory + index).initialize(to: texts[index])
    }
    unsafe (memory + texts.count).initialize(to: nil)
    unsafe start = UnsafePointer(memory)
  }

  deinit { unsafe start.deallocate() }
}
