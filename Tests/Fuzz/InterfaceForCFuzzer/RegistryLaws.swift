// SPDX-License-Identifier: MIT

import CTypeRegistry
import TypeRegistry
import TypeRegistryC

/// A registry of few declarations, which change.
nonisolated(unsafe) let changing: OpaquePointer? = {
  var registry: OpaquePointer?
  World.shared.withChangingDeclarations {
    precondition(unsafe open(&registry) == TR_OK, "declarations need not be there")
  }
  return unsafe registry
}()

/// The identifier of a type; `nil` if it is not a type of the registry.
private func name(of type: UInt64, in registry: OpaquePointer?) -> String? {
  var text: UnsafePointer<CChar>?
  guard unsafe identifier(registry, type, &text) == TR_OK, let text = unsafe text else {
    return nil
  }
  return unsafe String(cString: text)
}

extension Calls {
  /// Checks that a type has at least one icon, each once, and the same ones again.
  mutating func checkIcons(_ registry: OpaquePointer?) {
    let type = type()
    var names = unsafe [UnsafePointer<CChar>?](repeating: nil, count: 32)
    var again = unsafe names
    var (count, number) = (0, 0)
    let capacity = Int(byte() % 33)
    let code = unsafe iconNames(registry, type, &names, capacity, &count)
    guard code == TR_OK else { return }
    precondition(count > 0, "a type has an icon")
    precondition(unsafe iconNames(registry, type, &again, 32, &number) == TR_OK, "as before")
    precondition(number == count && count <= 32, "as many as before")
    let (first, all) = unsafe (names.prefix(min(capacity, count)), again.prefix(count))
    precondition(unsafe first.elementsEqual(all.prefix(first.count)), "a text is stored once")
    let texts = unsafe Set(all.map { unsafe $0.map { unsafe String(cString: $0) } })
    precondition(texts.count == count && !texts.contains(nil), "each name is there once")
  }

  /// Checks that all numbers of results have words.
  mutating func checkWords() {
    for code in -12...2 as ClosedRange<CInt> {
      precondition(unsafe !String(cString: message(code)).isEmpty, "a number has words")
    }
    precondition(unsafe !String(cString: version()).isEmpty, "a library has a version")
    unsafe checkLook(handle())
  }

  // MARK: - Images

  /// Opens an image that is whole, or that has been damaged, which is seen.
  mutating func checkImage() {
    let world = World.shared
    let choice = byte() % 6
    let path = world.directory + "/input/image"
    defer { World.remove(path) }
    var registry: OpaquePointer?
    switch choice {
    case 0, 1:
      let whole = choice == 0 ? world.imagePath : world.openImagePath
      precondition(unsafe openImage(whole, &registry) == TR_OK, "a whole image can be opened")
      unsafe keep(registry)
      unsafe checkSame(registry, isProtected: choice == 0)
      return
    case 2:
      var damaged = world.image
      damaged[Int(word() % UInt64(damaged.count))] ^= max(byte(), 1)
      World.write(damaged, to: path)
    case 3: World.write(Array(world.image.prefix(Int(word() % 4096))), to: path)
    case 4: World.write(block(), to: path)
    default:
      precondition(unsafe openImage(nil, &registry) == TR_ERROR_ARGUMENT, "a path is needed")
      precondition(unsafe openImage(path, nil) == TR_ERROR_ARGUMENT, "an answer needs a place")
    }
    let code = unsafe openImage(path, &registry)
    precondition(unsafe code == TR_ERROR_IMAGE && registry == nil, "damage is seen")
  }

  /// Checks that a second registry of the same declarations answers alike, with types of its own.
  private mutating func checkSame(_ registry: OpaquePointer?, isProtected: Bool) {
    let words = text()
    var (own, other) = (0 as UInt64, 0 as UInt64)
    _ = unsafe typeOfName(shared, words, words.count - 1, &own)
    _ = unsafe typeOfName(registry, words, words.count - 1, &other)
    precondition(unsafe name(of: own, in: shared) == name(of: other, in: registry), "one type")
    let decoded = String(decoding: words.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if decoded.utf8.elementsEqual(words.dropLast().map { UInt8(bitPattern: $0) }) {
      let type = UniformType(fileName: decoded, in: World.shared.registry)
      precondition(
        unsafe name(of: own, in: shared) == type.identifier, "the library has the same type")
    }
    precondition(unsafe conforms(registry, own, other) == TR_ERROR_TYPE, "types are not shared")
    precondition(unsafe conforms(registry, other, other) == 1, "a type conforms to itself")
    var descriptor: CInt = -1
    precondition(unsafe watch(registry, &descriptor) == TR_NONE, "an image is not watched")
    var count = 0
    let code = unsafe TypeRegistryC.actions(registry, "viewer", nil, nil, 0, &count)
    precondition(code == (isProtected ? TR_OK : TR_ERROR_UNSAFE), "an open file is not trusted")
  }

  /// Opens the registry of the world once more.
  mutating func checkSecondRegistry() {
    var registry: OpaquePointer?
    precondition(open(nil) == TR_ERROR_ARGUMENT, "an answer needs a place")
    precondition(unsafe open(&registry) == TR_OK, "a registry can be opened twice")
    precondition(unsafe registry != shared, "each has a number of its own")
    unsafe keep(registry)
    unsafe checkWatch(registry)
  }

  // MARK: - Changes

  /// Checks that a registry has one descriptor for its watch, and that nothing changed meanwhile.
  mutating func checkWatch(_ registry: OpaquePointer?) {
    var (first, second) = (-1 as CInt, -1 as CInt)
    var changed: CInt = -1
    let isWatched = byte() < 128
    if isWatched {
      let code = unsafe watch(registry, &first)
      precondition(unsafe watch(registry, &second) == code && first == second, "one descriptor")
      precondition((code == TR_OK) == (first >= 0), "a descriptor or an error")
      precondition(unsafe watch(registry, nil) != TR_OK, "an answer needs a place")
    }
    let code =
      byte() < 128 ? unsafe refresh(registry, &changed) : unsafe refresh(registry, nil)
    precondition(code == TR_OK || changed == -1, "nothing is answered by an error")
    precondition((-1...1).contains(changed), "changed or not")
  }

  /// Changes a declaration, and checks that the next generation has it and the types of its own alone.
  mutating func checkChange() {
    let ending = text().dropLast().prefix(7).map { letter in
      String(Unicode.Scalar(UInt8(ascii: "a") + UInt8(bitPattern: letter) % 26))
    }.joined()
    guard !isChanged, !ending.isEmpty else { return }
    isChanged = true
    let file = "x.\(ending)"
    let registry = unsafe changing
    var (before, after) = (0 as UInt64, 0 as UInt64)
    precondition(unsafe typeOfName(registry, file, file.utf8.count, &before) == TR_OK, "a type")
    let known = unsafe name(of: before, in: registry)
    World.shared.declare(ending)
    var changed: CInt = -1
    precondition(unsafe refresh(registry, &changed) == TR_OK, "an open registry can be refreshed")
    precondition(unsafe typeOfName(registry, file, file.utf8.count, &after) == TR_OK, "a type")
    precondition(
      unsafe name(of: after, in: registry) == "org.example.\(ending)", "the next generation has it")
    if changed == 1 {
      precondition(unsafe name(of: before, in: registry) == nil, "types of earlier ones are errors")
    } else {
      precondition(known == "org.example.\(ending)" && before == after, "nothing has changed")
    }
    precondition(
      unsafe refresh(registry, &changed) == TR_OK && changed == 0, "once is enough")
  }
}
