// SPDX-License-Identifier: MIT

// Types by contents: of a file, and of bytes that a program has.

/// How sure it is what a file is.
public enum TypeCertainty: String, CaseIterable, Sendable {
  /// The name says it, and nothing was read; or the kind of the file does, as of a directory.
  case name
  /// The contents show it, alone or among the types that the name has.
  case contents
  /// Nothing but that it is text.
  case text
  /// Neither name nor contents say anything.
  case nothing
}

/// A type, and how sure it is.
public struct TypeByContents: Hashable, Sendable {
  /// The type.
  public let type: UniformType
  /// The evidence for the type.
  public let certainty: TypeCertainty
}

extension UniformType {
  /// The type of a file, by its name and kind, and by its contents where these leave it open.
  ///
  /// A name that has one type is the answer, and nothing is read. Otherwise at most 128 KiB of the beginning
  /// of a regular file are, and at most 64 KiB at another place. Other files are never opened.
  ///
  /// ```swift
  /// let type = try UniformType(contentsOfFile: "report")   // com.adobe.pdf, whatever its name
  /// ```
  ///
  /// - Parameters:
  ///   - path: The path of the file. Of a symbolic link, its target is meant.
  ///   - registry: The registry to search; `nil` for the current one.
  /// - Throws: ``FileInspection/Failure`` if there is no such file, or it cannot be read.
  public init(
    contentsOfFile path: String, in registry: CompiledRegistry? = nil
  ) throws(FileInspection.Failure) {
    self = try Self.ofFile(Array(path.utf8), in: registry).type
  }

  /// The type of bytes, as those of a file of that name.
  ///
  /// ```swift
  /// UniformType(contents: Array("%PDF-1.7".utf8), name: "report")  // com.adobe.pdf
  /// ```
  ///
  /// - Parameters:
  ///   - contents: The bytes: all of them, or as many from the beginning as there are.
  ///   - name: The name of the file; empty if it has none.
  ///   - length: The length of the file that begins with `contents`; `nil` if they are all of it.
  ///   - registry: The registry to search; `nil` for the current one.
  public init(
    contents: [UInt8], name: String = "", length: Int? = nil, in registry: CompiledRegistry? = nil
  ) {
    self = Self.ofContents(contents, name: Array(name.utf8), length: length, in: registry).type
  }

  /// The type of a file, and how sure it is: see ``init(contentsOfFile:in:)``.
  ///
  /// - Parameters:
  ///   - path: The bytes of the path, without a NUL.
  ///   - registry: The registry to search; `nil` for the current one.
  /// - Returns: The type and the certainty.
  /// - Throws: ``FileInspection/Failure`` if there is no such file, or it cannot be read.
  public static func ofFile(
    _ path: [UInt8], in registry: CompiledRegistry? = nil
  ) throws(FileInspection.Failure) -> TypeByContents {
    let registry = registry ?? EmbeddedRegistry.sharedCurrent
    var reader = FileTypeReader(registry)
    return TypeByContents(try reader.resolve(path), in: registry)
  }

  /// The types of many files, and how sure each is: see ``init(contentsOfFile:in:)``.
  ///
  /// Several threads read the files, and each uses its memory again for one file after the other.
  ///
  /// - Parameters:
  ///   - paths: The bytes of the paths, without a NUL.
  ///   - registry: The registry to search; `nil` for the current one.
  ///   - threads: The most threads that run at once, the caller's among them; `nil` for as many as there are
  ///     processors, and at most eight.
  /// - Returns: For each path, in their order, the type and the certainty, or why there is none.
  /// - Complexity: O(*n*) for *n* files.
  public static func ofFiles(
    _ paths: [[UInt8]], in registry: CompiledRegistry? = nil, threads: Int? = nil
  ) -> [Result<TypeByContents, FileInspection.Failure>] {
    let registry = registry ?? EmbeddedRegistry.sharedCurrent
    return registry.resolve(filesAt: paths, threads: threads).map { found in
      found.map { TypeByContents($0, in: registry) }
    }
  }

  /// The type of bytes, and how sure it is: see ``init(contents:name:length:in:)``.
  ///
  /// - Parameters:
  ///   - contents: The bytes: all of them, or as many from the beginning as there are.
  ///   - name: The bytes of the name; empty if there is none.
  ///   - length: The length of the file that begins with `contents`; `nil` if they are all of it.
  ///   - registry: The registry to search; `nil` for the current one.
  /// - Returns: The type and the certainty.
  public static func ofContents(
    _ contents: [UInt8], name: [UInt8], length: Int? = nil, in registry: CompiledRegistry? = nil
  ) -> TypeByContents {
    let registry = registry ?? EmbeddedRegistry.sharedCurrent
    return TypeByContents(
      registry.resolve(contents, name: name, length: length), name: name.span, in: registry)
  }
}

extension CompiledRegistry {
  /// The type of bytes, as of ``UniformType/ofContents(_:name:length:in:)``.
  package func resolve(_ contents: [UInt8], name: [UInt8], length: Int?) -> NameResolution {
    let sample = FileSample(contents, length: length, headLength: contentLength)
    return resolve(resolve(name: name.span), contents: sample)
  }
}

extension TypeByContents {
  fileprivate init(_ file: ResolvedFile, in registry: CompiledRegistry) {
    let name = file.name
    self.init(file.resolution, name: name.span, in: registry)
  }

  fileprivate init(
    _ resolution: NameResolution, name: Span<UInt8>, in registry: CompiledRegistry
  ) {
    type = UniformType(registry.identifier(of: resolution, name: name), in: registry)
    certainty = resolution.certainty
  }
}

extension NameResolution {
  /// How sure the answer is.
  package var certainty: TypeCertainty {
    switch match {
    case .filenameExtension, .literalName, .pattern: .name
    case .magic, .rootElement, .empty, .tree: .contents
    case .text: .text
    case .none:
      if case .kind(let kind) = answer, kind != .regular { .name } else { .nothing }
    }
  }
}

extension FileSample {
  /// The parts of these contents that would be read of a file.
  ///
  /// - Parameters:
  ///   - contents: All bytes, or the first ones.
  ///   - length: The length of the file; `nil` if these are all bytes.
  ///   - headLength: How many bytes of the beginning are looked at.
  package init(_ contents: [UInt8], length: Int?, headLength: Int) {
    if contents.count <= headLength {
      self.init(head: contents, length: length)
      return
    }
    self.init(head: Array(contents[..<headLength]), length: max(length ?? 0, contents.count))
    guard let range = ContentFacts.part(of: self) else { return }
    partStart = range.lowerBound
    part = Array(contents[range.clamped(to: 0..<contents.count)])
    if let end = missingEnd, end.upperBound <= contents.count { ending = Array(contents[end]) }
  }
}
