// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// One question at a time.
struct Questions {
  let registry: CompiledRegistry
  let types: [UniformType]
  let dynamic: [UniformType]
  let image: UniformType

  init(_ registry: CompiledRegistry) {
    self.registry = registry
    types = names.map { UniformType(fileName: $0, in: registry) }
    dynamic = (0..<500).map { UniformType(fileName: "a.zq\($0)", in: registry) }
    guard let image = UniformType("public.image", in: registry), types.allSatisfy(\.isDeclared),
      dynamic.allSatisfy(\.isDynamic)
    else { fail("a type is missing") }
    self.image = image
  }

  func run() {
    find()
    relate()
    describe()
  }

  private func find() {
    line("the loop alone: the length of each name", per: names.count, goal: "") {
      var sum = 0
      for name in names { sum += name.utf8.count }
      return sum
    }
    line("UniformType(fileName:)", per: names.count, goal: "at most 60 ns", peer: "name") {
      var sum = 0
      for name in names where UniformType(fileName: name, in: registry) == image { sum += 1 }
      return sum
    }
    line(
      "UniformType(filenameExtension:)", per: extensions.count, goal: "at most 60 ns",
      peer: "extension"
    ) {
      var sum = 0
      for name in extensions
      where UniformType(filenameExtension: name, in: registry) == image { sum += 1 }
      return sum
    }
    line("UniformType(mimeType:)", per: mimeTypes.count, goal: "at most 60 ns", peer: "mime") {
      var sum = 0
      for name in mimeTypes
      where UniformType(mimeType: name, in: registry) == image { sum += 1 }
      return sum
    }
    let unknown = (0..<500).map { "zq\($0)" }
    line("UniformType(filenameExtension:), unknown", per: unknown.count, goal: "at most 250 ns") {
      var sum = 0
      for name in unknown {
        sum += UniformType(filenameExtension: name, in: registry)?.isDynamic == true ? 1 : 0
      }
      return sum
    }
    line("fileType(name:)", per: names.count, goal: "at most 250 ns", peer: "name") {
      var sum = 0
      for name in names {
        sum += registry.fileType(name: Array(name.utf8)).mimeType == nil ? 0 : 1
      }
      return sum
    }
  }

  /// The number of types for which `body` holds.
  ///
  /// As programs do, and as fast: a call that is not inlined has the type's reference counted up and
  /// down, which takes longer than most answers. So the loop alone has a line of its own.
  @inline(__always)
  private func count(_ types: [UniformType], _ body: (borrowing UniformType) -> Bool) -> Int {
    let span = types.span
    var sum = 0
    for index in span.indices where body(span[index]) { sum += 1 }
    return sum
  }

  private func relate() {
    line("the loop alone: isDynamic of each type", per: types.count, goal: "") {
      count(types) { $0.isDynamic }
    }
    line("conforms(to:), a constant", per: types.count, goal: "at most 10 ns", peer: "conforms") {
      count(types) { $0.conforms(to: .image) }
    }
    line("conforms(to:), a type", per: types.count, goal: "at most 10 ns", peer: "conforms") {
      count(types) { $0.conforms(to: image) }
    }
    line("conforms(to:), of a dynamic type", per: dynamic.count, goal: "at most 10 ns") {
      count(dynamic) { $0.conforms(to: .data) }
    }
    line("conforms(to:), of two constants", per: 1_000, goal: "at most 20 ns") {
      var sum = 0
      for _ in 0..<1_000 where UniformType.jpeg.conforms(to: .image) { sum += 1 }
      return sum
    }
    let pairs = types.map { ($0, image) }
    line(
      "arrays of values: conforms(to:), a type", per: types.count, goal: "at most 5 ns",
      peer: "conforms"
    ) {
      var sum = 0
      for type in types where type.conforms(to: image) { sum += 1 }
      return sum
    }
    line(
      "arrays of values: conforms(to:), pairs", per: pairs.count, goal: "at most 5 ns",
      peer: "conforms"
    ) {
      var sum = 0
      for (type, other) in pairs where type.conforms(to: other) { sum += 1 }
      return sum
    }
    line(
      "arrays of values: conforms(to:), a constant", per: types.count, goal: "at most 5 ns",
      peer: "conforms"
    ) {
      var sum = 0
      for type in types where type.conforms(to: .image) { sum += 1 }
      return sum
    }
    line("arrays of values: ==", per: pairs.count, goal: "at most 5 ns") {
      var sum = 0
      for (type, other) in pairs where type == other { sum += 1 }
      return sum
    }
    let mixed = zip(names, dynamic.indices).flatMap { [$0.0, "a.zq\($0.1)", "README"] }
    line("UniformType(fileName:), known and dynamic", per: mixed.count, goal: "at most 70 ns") {
      var sum = 0
      for name in mixed where UniformType(fileName: name, in: registry) == image { sum += 1 }
      return sum
    }
    line("UniformType(fileName:), the current registry", per: names.count, goal: "at most 30 ns") {
      var sum = 0
      for name in names where UniformType(fileName: name) == image { sum += 1 }
      return sum
    }
    line("UniformType(fileName:), kept", per: names.count, goal: "at most 30 ns") {
      var all: [UniformType] = []
      all.reserveCapacity(names.count)
      for name in names { all.append(UniformType(fileName: name)) }
      return all.count
    }
    line("==", per: types.count, goal: "at most 10 ns") {
      count(types) { $0 == image }
    }
    line("==, a constant", per: types.count, goal: "at most 10 ns") {
      count(types) { $0 == .image }
    }
    line("==, a dynamic type", per: types.count, goal: "at most 10 ns") {
      let other = dynamic[0]
      return count(types) { $0 == other }
    }
    line("==, two dynamic types", per: dynamic.count, goal: "at most 10 ns") {
      let other = dynamic[0]
      return count(dynamic) { $0 == other }
    }
    // What the standard library's hasher takes for a number alone is taken off.
    let hasher = leastTime(rounds: rounds, count: types.count) {
      var hasher = Hasher()
      for index in types.indices { hasher.combine(UInt64(index)) }
      return hasher.finalize() & 1
    }
    line("hash (the Hasher takes \(text(hasher)))", per: types.count, goal: "at most 10 ns") {
      var hasher = Hasher()
      for type in types { type.hash(into: &hasher) }
      return hasher.finalize() & 1
    }
    line("hash of a dynamic type", per: dynamic.count, goal: "at most 10 ns") {
      var hasher = Hasher()
      for type in dynamic { type.hash(into: &hasher) }
      return hasher.finalize() & 1
    }
  }

  private func describe() {
    line("preferredFilenameExtension", per: types.count, goal: "at most 40 ns") {
      var sum = 0
      for type in types { sum += type.preferredFilenameExtension?.utf8.count ?? 0 }
      return sum
    }
    line("preferredMIMEType", per: types.count, goal: "at most 40 ns", peer: "to-mime") {
      var sum = 0
      for type in types { sum += type.preferredMIMEType?.utf8.count ?? 0 }
      return sum
    }
    line("identifier", per: types.count, goal: "at most 40 ns") {
      var sum = 0
      for type in types { sum += type.identifier.utf8.count }
      return sum
    }
    line("localizedDescription", per: types.count, goal: "", peer: "description") {
      var sum = 0
      for type in types { sum += type.localizedDescription?.utf8.count ?? 0 }
      return sum
    }
    line("types(tag:)", per: extensions.count, goal: "at most 300 ns") {
      var sum = 0
      for name in extensions {
        sum +=
          UniformType.types(
            tag: name, tagClass: .filenameExtension, conformingTo: .data, in: registry
          ).count
      }
      return sum
    }
    line("taking the current registry", per: 1_000, goal: "one atomic read") {
      var sum = 0
      for _ in 0..<1_000 { sum += EmbeddedRegistry.shared.current === registry ? 1 : 2 }
      return sum
    }
  }
}
