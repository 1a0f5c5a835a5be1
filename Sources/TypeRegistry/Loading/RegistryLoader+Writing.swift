// SPDX-License-Identifier: MIT

internal import SystemBase

// Images that are written to a file that the caller names.

extension RegistryLoader {
  /// Compiles the declarations of one directory, and no others, to the image of a core.
  ///
  /// Equal declarations give equal bytes, wherever they are: the image has no inputs and no time, and
  /// names files without their directory.
  ///
  /// - Parameters:
  ///   - core: The directory.
  ///   - path: The file to write.
  ///   - units: The file to write the files' units to; `nil` for none.
  /// - Throws: ``Diagnostic`` if there is no declaration in `core` or a file cannot be written.
  package static func writeImage(
    ofCore core: String, to path: String, units: String? = nil
  ) throws(Diagnostic) {
    guard let directory = FilePath(core), let file = FilePath(path) else {
      throw Diagnostic(.error, .fileMissing, path: core, message: "no such directory")
    }
    var cache = UnitCache(nil, readAt: 0, parsesAll: true)
    var found = read(
      RegistryLocations(core: core, environment: Environment(declarations: ""), cache: nil), &cache)
    guard !found.files.isEmpty else {
      throw Diagnostic(
        .error, .fileMissing, path: core, message: "the directory has no declarations")
    }
    func name(_ path: String) -> String {
      FilePath(path)?.path(below: directory).map { String(decoding: $0, as: UTF8.self) } ?? path
    }
    for index in found.files.indices {
      found.files[index].path = name(found.files[index].path)
    }
    for index in found.diagnostics.indices {
      found.diagnostics[index].path = name(found.diagnostics[index].path)
    }
    let compilation = RegistryCompiler.compile(
      found.files, diagnostics: found.diagnostics, inputs: [], builtAt: 0)
    try write(compilation.registry, to: file)
    guard let units = units.flatMap({ FilePath($0) }) else { return }
    let files = found.files.map { file in
      let contents = try? DeclarationReader.read(directory.appending(file.path))
      return (name: file.path, bytes: contents?.bytes ?? [], unit: file.unit)
    }
    try writeOutput(to: units) { (descriptor) throws(SystemError) in
      try UnitFile.write(BuiltInCore.entries(files), to: descriptor)
    }
  }

  /// Compiles the declarations of `locations` to an image that is a registry of its own.
  ///
  /// Equal declarations at equal paths give equal bytes: the image has no inputs and no time. It is never
  /// compared with the declarations again.
  ///
  /// - Parameters:
  ///   - locations: Where the declarations are.
  ///   - path: The file to write; it is replaced at once.
  ///   - withChoices: Whether the user's lists of applications (`mimeapps.list`) are among the
  ///     declarations.
  /// - Returns: The registry in the image.
  /// - Throws: ``Diagnostic`` if there is no declaration, or the file cannot be written.
  package static func writeImage(
    of locations: RegistryLocations, to path: FilePath, withChoices: Bool = false
  ) throws(Diagnostic) -> CompiledRegistry {
    var cache = UnitCache(nil, readAt: 0)
    let found = read(locations, &cache, withUserLists: withChoices)
    let registry = RegistryCompiler.compile(
      found.files, diagnostics: found.diagnostics, inputs: [], builtAt: 0,
      usesFreedesktop: locations.environment.usesFreedesktop
    ).registry
    let shown = path.description
    guard registry.typeCount > 0 else {
      throw Diagnostic(.error, .fileMissing, path: shown, message: "there are no declarations")
    }
    guard registry.imageSize <= ImageFile.maximumLength else {
      throw Diagnostic(
        .error, .fileUnreadable, path: shown,
        message: "the image would be longer than \(ImageFile.maximumLength) bytes")
    }
    try write(registry, to: path)
    return registry
  }

  /// Writes the image of a registry to the file that the caller named.
  private static func write(
    _ registry: CompiledRegistry, to path: FilePath
  ) throws(Diagnostic) {
    let memory = registry.memory
    try writeOutput(to: path) { (descriptor) throws(SystemError) in
      try memory.bytes(at: 0, count: memory.count).write(to: descriptor)
    }
  }

  private static func writeOutput(
    to path: FilePath, _ contents: (CInt) throws(SystemError) -> Void
  ) throws(Diagnostic) {
    do throws(FileReplacement.Problem) {
      try FileReplacement.writeOutput(to: path, contents)
    } catch {
      throw Diagnostic(
        .error, .fileUnwritable, path: path.description, message: "cannot be written: \(error)")
    }
  }
}
