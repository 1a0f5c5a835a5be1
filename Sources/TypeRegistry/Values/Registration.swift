// SPDX-License-Identifier: MIT

/// A bundle that a program or the user registers, instead of installing its file in a directory that is
/// searched.
public enum RegistrationSource: Hashable, Sendable {
  /// The absolute path of a declaration file, or of a directory with an `Info.plist`, `Info.json` or
  /// `Contents/Info.plist`. The bundle is read from there until it is unregistered.
  case path([UInt8])
  /// The text of a declaration in JSON, of at most ``longestDeclaration`` bytes, which the store
  /// keeps.
  case declaration([UInt8])

  /// How long the text of a declaration may be, in bytes; a longer one is registered by its path.
  ///
  /// As a string of a call, with all of it escaped, it fits a message.
  public static let longestDeclaration = 512_000

  /// How long a path may be, in bytes: as long as the kernel takes it.
  public static let longestPath = 4_095

  /// The name in findings for a declaration that has no file yet.
  package static let declarationName = "declaration"

  /// Throws if the path or text cannot be used, for the reasons that can be found without reading a file.
  package func check() throws(RegistrationProblem) {
    switch self {
    case .path(let bytes):
      guard !bytes.isEmpty, !bytes.contains(0) else {
        throw .unusablePath("the path is empty or holds a NUL")
      }
      guard bytes.first == UInt8(ascii: "/") else {
        let shown = String(decoding: bytes.prefix(256), as: UTF8.self)
        throw .unusablePath("path '\(shown)' is not absolute")
      }
      guard bytes.count <= Self.longestPath else {
        throw .unusablePath("the path is longer than \(Self.longestPath) bytes")
      }
    case .declaration(let text):
      guard text.count <= Self.longestDeclaration else {
        throw Self.invalid(
          .fileTooLong, "declaration is longer than \(Self.longestDeclaration) bytes",
          hint: "write it into a file, and register its path")
      }
      guard String(validating: text, as: UTF8.self) != nil,
        text.allSatisfy({ $0 >= 0x20 || 0x09...0x0D ~= $0 })
      else {
        throw Self.invalid(
          .unknownFormat, "declaration is not text in UTF-8",
          hint: "write JSON, or register the path of the file")
      }
    }
  }

  private static func invalid(
    _ code: Diagnostic.Code, _ message: String, hint: String
  ) -> RegistrationProblem {
    .invalid([Diagnostic(.error, code, path: declarationName, message: message, hint: hint)])
  }
}

/// The registrations that are to be removed.
public enum RegistrationSelection: Hashable, Sendable {
  /// All of the bundle with this identifier; in another case, the only one that differs in case alone.
  case bundle(String)
  /// The one of this absolute path.
  case path([UInt8])
  /// All registrations whose path has no bundle any more.
  case missing
}

/// A bundle that is or was registered by call.
public struct RegisteredBundle: Hashable, Sendable {
  /// The identifier of the bundle when it was registered.
  public var identifier: String
  /// The path that was registered, or the file of the store that holds the declaration.
  public var path: String
  /// The reason why there is no bundle; `nil` if there is one.
  public var problem: String?

  /// A registered bundle.
  public init(identifier: String, path: String, problem: String? = nil) {
    self.identifier = identifier
    self.path = path
    self.problem = problem
  }
}

/// The result of a registration.
public struct Registration: Hashable, Sendable {
  /// The effect of a registration.
  public enum Effect: String, CaseIterable, Hashable, Sendable {
    /// The bundle was not registered before.
    case added
    /// Another declaration with the identifier, or another identifier of the path, was registered.
    case replaced
    /// The bundle was registered already, unchanged.
    case unchanged
  }

  /// The registered bundle.
  public var bundle: RegisteredBundle
  /// The effect.
  public var effect: Effect
  /// How far the bundle is trusted.
  public var origin: Origin
  /// The file with the declarations.
  public var file: String
  /// The file of another bundle with the identifier that is used instead; `nil` if this one is used.
  public var maskedBy: String?
  /// The warnings and notes about the declarations.
  public var diagnostics: [Diagnostic]
  /// The number of the first registry with the bundle.
  public var generation: UInt64

  /// A registration with these parts.
  public init(
    of bundle: RegisteredBundle, _ effect: Effect, origin: Origin, file: String,
    maskedBy: String? = nil, diagnostics: [Diagnostic], generation: UInt64
  ) {
    self.bundle = bundle
    self.effect = effect
    self.origin = origin
    self.file = file
    self.maskedBy = maskedBy
    self.diagnostics = diagnostics
    self.generation = generation
  }
}

/// Why a bundle cannot be registered, or is not removed.
public enum RegistrationProblem: Error, Hashable, Sendable {
  /// The path is empty, not absolute or too long, or holds a NUL; in words.
  case unusablePath(String)
  /// There is no bundle at the path; the path, and the problem.
  case noBundle(path: String, reason: String)
  /// The declarations have errors: all findings about them.
  case invalid([Diagnostic])
  /// The file is in a directory that is searched anyway.
  case installed(path: String)
  /// As many bundles are registered as may be.
  case tooMany(limit: Int)
  /// Nothing is registered under this identifier or path.
  case notRegistered(String)
  /// Registered bundles are not read, because `TYPED_DECLARATIONS` replaces them.
  case replaced
}

extension RegistrationProblem: CustomStringConvertible {
  /// The problem, in words.
  public var description: String {
    switch self {
    case .unusablePath(let reason): reason.isEmpty ? "the path cannot be used" : reason
    case .noBundle(let path, let reason): "\(path): \(reason)"
    case .invalid(let findings):
      findings.first { $0.severity == .error }.map { "\($0)" } ?? "the declaration has errors"
    case .installed(let path): "\(path): is in a directory that is searched, so it is installed"
    case .tooMany(let limit): "\(limit) bundles are registered, and no more can be"
    case .notRegistered(let name): "'\(name)' is not registered"
    case .replaced: "registered bundles are not read where TYPED_DECLARATIONS names the directories"
    }
  }

  /// The advice; `nil` if the problem speaks for itself.
  public var hint: String? {
    switch self {
    case .unusablePath: "name an absolute path"
    case .noBundle:
      "name a declaration file, or a directory with an Info.plist or Info.json"
    case .invalid(let findings): findings.first { $0.severity == .error }?.hint
    case .installed: "remove the file from that directory first, or leave it there"
    case .tooMany:
      "remove registrations without a file; a package installs its file in a directory that is searched"
    case .notRegistered:
      "name the identifier of a registered bundle, or the path that was registered"
    case .replaced: "unset TYPED_DECLARATIONS, or put the file into a directory that it names"
    }
  }
}
