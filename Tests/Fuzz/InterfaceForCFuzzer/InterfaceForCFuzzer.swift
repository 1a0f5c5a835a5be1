// SPDX-License-Identifier: MIT

import CTypeRegistry
import TypeRegistryC

/// The registry that all rounds use, as a C program would.
nonisolated(unsafe) let shared: OpaquePointer? = {
  // The variables of the environment are set by the world.
  _ = World.shared.directory
  var registry: OpaquePointer?
  precondition(unsafe open(&registry) == TR_OK, "the core is part of the library")
  return unsafe registry
}()

/// One round of the fuzzer: calls functions of the interface for C as the bytes say.
///
/// The first byte of each call chooses the function; the bytes after it are its numbers, and its texts
/// up to a NUL. Types come from the bytes or from earlier answers, and pointers are sometimes NULL.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  var calls = unsafe Calls(bytes: Array(UnsafeBufferPointer(start: data, count: size)))
  while !calls.isAtEnd { calls.call() }
  calls.end()
  return 0
}

struct Calls {
  let bytes: [UInt8]
  private var position = 0
  /// The last types that were returned.
  private var types = [UInt64](repeating: 0, count: 16)
  /// The further registries of this round, as numbers; some may be closed.
  private var others: [UInt] = []
  /// Whether the declarations were changed in this round, which takes long.
  var isChanged = false

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }

  mutating func byte() -> UInt8 {
    defer { position += 1 }
    return isAtEnd ? 0 : bytes[position]
  }

  mutating func word() -> UInt64 {
    (0..<8).reduce(0) { word, _ in word << 8 | UInt64(byte()) }
  }

  /// A type that was returned, one like it, or any number.
  mutating func type() -> UInt64 {
    let choice = byte()
    let known = types[Int(choice & 15)]
    switch choice >> 6 {
    case 0, 1: return known
    case 2: return known ^ 1 << UInt64(byte() & 63)
    default: return word()
    }
  }

  mutating func handle() -> OpaquePointer? {
    let choice = byte()
    if choice >= 250 {
      return unsafe OpaquePointer(bitPattern: UInt(truncatingIfNeeded: word()))
    }
    guard choice >= 230, !others.isEmpty else { return unsafe shared }
    return unsafe OpaquePointer(bitPattern: others[Int(choice) % others.count])
  }

  /// Keeps a further registry for the calls to come; there are at most four.
  mutating func keep(_ registry: OpaquePointer?) {
    if others.count == 4 { _ = unsafe close(OpaquePointer(bitPattern: others.removeFirst())) }
    others.append(UInt(bitPattern: registry))
  }

  /// Closes the registries of this round; those that a call has closed are not open.
  mutating func end() {
    for number in others {
      let registry = unsafe OpaquePointer(bitPattern: number)
      let code = unsafe close(registry)
      precondition(code == TR_OK || code == TR_ERROR_REGISTRY, "a registry is open or not")
      precondition(unsafe close(registry) == TR_ERROR_REGISTRY, "a closed registry is recognised")
    }
    others = []
  }

  /// Some bytes, among which a NUL may be: their number comes first.
  mutating func block() -> [UInt8] {
    let count = Int(byte())
    let start = min(position, bytes.count)
    position = min(start + count, bytes.count)
    return Array(bytes[start..<position])
  }

  /// The bytes up to the next NUL, which is included.
  mutating func text() -> [CChar] {
    let start = min(position, bytes.count)
    let end = bytes[start...].firstIndex(of: 0) ?? bytes.count
    position = end + 1
    return bytes[start..<end].map { CChar(bitPattern: $0) } + [0]
  }

  /// A length that is right, or so wrong that it has to be refused.
  mutating func length(_ right: Int) -> Int {
    let choice = byte()
    return choice < 250 ? right : [-1, .min, .max, 1 << 40][Int(choice & 3)]
  }

  mutating func call() {
    var found = [UInt64](repeating: 0, count: 16)
    var count = 0
    var answer: UnsafePointer<CChar>?
    let function = byte() % 35
    let registry = unsafe handle()
    switch function {
    case 0:
      let name = text()
      _ = unsafe typeOfName(registry, name, length(name.count - 1), &found[0])
    case 1:
      let names = text() + text() + text()
      let capacity = Int(byte() % 17)
      _ = unsafe typesOfNames(registry, names, length(names.count), &found, capacity, &count)
    case 2: _ = unsafe typeNamed(registry, text(), &found[0])
    case 3:
      let tagClass = byte() < 128 ? Array("public.filename-extension".utf8CString) : text()
      let supertype = byte() < 128 ? 0 : type()
      _ = unsafe typesOfTag(registry, tagClass, text(), supertype, &found, 16, &count)
    case 4:
      let answer = unsafe conforms(registry, type(), type())
      precondition(answer <= 1, "an answer or an error")
    case 5:
      var answers = [UInt8](repeating: 0, count: 16)
      _ = unsafe conform(registry, types, Int(byte() % 17), type(), &answers)
      precondition(answers.allSatisfy { $0 <= 1 }, "an answer or none")
    case 6: _ = unsafe supertypes(registry, type(), &found, Int(byte() % 17), &count)
    case 7: _ = unsafe identifier(registry, type(), &answer)
    case 8: _ = unsafe preferredExtension(registry, type(), &answer)
    case 9: _ = unsafe preferredMIMEType(registry, type(), &answer)
    case 10: _ = unsafe localizedDescription(registry, type(), text(), &answer)
    case 11:
      var applications = unsafe [tr_handler](repeating: tr_handler(), count: 4)
      _ = unsafe handlers(registry, type(), text(), &applications, 4, &count)
    case 12:
      _ = unsafe typeOfName(registry, nil, length(0), &found[0])
      _ = unsafe identifier(registry, type(), nil)
      _ = unsafe typesOfTag(registry, nil, nil, 0, nil, 0, nil)
    case 13: _ = unsafe mimeType(registry, type(), &answer)
    case 14: _ = unsafe mimeTypeSource(registry, type(), &found[0])
    case 15:
      let text = text()
      let offsets = (0...Int(byte() % 16)).map { _ in Int32(truncatingIfNeeded: Int(byte()) - 8) }
      let width = byte() < 250 ? 4 : 3
      _ = unsafe typesOfSlices(
        registry, text, text.count, offsets, width, &found, offsets.count - 1)
    case 16:
      let cells = text() + text()
      let width = Int(byte()) % (cells.count + 1)
      let count = width == 0 ? 16 : min(16, cells.count / width)
      _ = unsafe typesOfCells(registry, cells, width, width, &found, count)
    case 17:
      var tags = unsafe [UnsafePointer<CChar>?](repeating: nil, count: 4)
      let capacity = Int(byte() % 5)
      _ = unsafe TypeRegistryC.tags(registry, type(), text(), &tags, capacity, &count)
      if capacity > 0, count > 0 { unsafe answer = tags[0] }
    case 18...23: unsafe callAboutFiles(function, registry, &count)
    case 24:
      _ = unsafe String(cString: message(CInt(truncatingIfNeeded: word())))
      if unsafe registry != shared { _ = unsafe close(registry) }
    default: unsafe checkLaw(function, registry)
    }
    if let answer = unsafe answer {
      precondition(unsafe String(validatingCString: answer) != nil, "texts are UTF-8")
    }
    precondition(count >= 0, "a number of answers")
    for type in found where type != 0 { types[Int(byte() & 15)] = type }
  }

  /// Calls functions whose answers have to agree.
  private mutating func checkLaw(_ function: UInt8, _ registry: OpaquePointer?) {
    switch function {
    case 25: unsafe checkContents(registry)
    case 26: unsafe checkIcons(registry)
    case 27: checkWords()
    case 28: checkImage()
    case 29: checkSecondRegistry()
    case 30: unsafe checkWatch(registry)
    case 31: checkChange()
    case 32: checkLaunches()
    case 33: checkActions()
    default: unsafe checkNames(registry)
    }
  }

  /// Calls a function about files, applications or launches.
  private mutating func callAboutFiles(
    _ function: UInt8, _ registry: OpaquePointer?, _ count: inout Int
  ) {
    var applications = unsafe [tr_handler](repeating: tr_handler(), count: 4)
    switch function {
    case 18:
      var file = unsafe tr_file()
      _ = unsafe lookAtFile(registry, text(), text(), &file)
      precondition(unsafe file.flags <= 3, "two flags")
    case 19:
      var files = unsafe [tr_file](repeating: tr_file(), count: 4)
      let paths = text() + text()
      let capacity = Int(byte() % 5)
      _ = unsafe lookAtFiles(
        registry, paths, length(paths.count), nil, &files, capacity, &count)
    case 20: _ = unsafe handlersOfFile(registry, text(), text(), &applications, 4, &count)
    case 21: _ = unsafe handlersOfURL(registry, text(), nil, &applications, 4, &count)
    case 22:
      var actions = unsafe [tr_action](repeating: tr_action(), count: 4)
      _ = unsafe TypeRegistryC.actions(registry, text(), text(), &actions, 4, &count)
      _ = unsafe application(registry, text(), nil, &applications[0])
      _ = unsafe TypeRegistryC.applications(registry, text(), &applications, 4, &count)
    default:
      var launches: UnsafeMutablePointer<tr_launch>?
      let (bundle, action, targets) = (text(), text(), text() + text())
      let code = unsafe prepareLaunch(
        registry, bundle, byte() < 128 ? nil : action, targets, length(targets.count), &launches,
        &count)
      precondition(unsafe (code == TR_OK) == (launches != nil), "launches or an error")
      unsafe freeLaunches(launches)
    }
  }
}
