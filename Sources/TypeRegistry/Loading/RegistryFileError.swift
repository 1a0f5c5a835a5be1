// SPDX-License-Identifier: MIT

internal import SystemBase

/// Why a file cannot be used as a registry: where, the problem, and the steps that solve it.
public struct RegistryFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of problem.
  public enum Reason: Error, Hashable, Sendable {
    /// It cannot be opened; the system's error number.
    case notOpened(code: Int32)
    /// It is a directory, a named pipe, a device or the like; its kind in words.
    case notRegular(kind: String)
    /// It is longer than any registry; both in bytes.
    case tooLong(byteCount: UInt64, limit: UInt64)
    /// Reading it failed, or it became shorter meanwhile.
    case notRead
    /// It does not begin with the header of a registry.
    case notARegistry
    /// It was written by a version of this library with another format; the two formats.
    case otherFormat(found: UInt64, supported: UInt64)
    /// It does not have the length that it had when it was written; both in bytes.
    case otherLength(found: UInt64, written: UInt64)
    /// Its bytes are not those that were written.
    case damaged

    init(_ problem: ImageHeader.Problem) {
      self =
        switch problem {
        case .tooShort, .notAnImage: .notARegistry
        case .otherFormatVersion(let version):
          .otherFormat(found: version, supported: ImageHeader.formatVersion)
        case .wrongLength(let expected, let found):
          .otherLength(found: UInt64(found), written: expected)
        case .partOutOfBounds, .noTypes: .damaged
        }
    }
  }

  /// The path of the file, as text; bytes that are not UTF-8 are replaced by U+FFFD.
  public let path: String
  /// The kind of problem.
  public let reason: Reason

  /// The path and the problem, in words.
  public var description: String { "'\(path)' \(problem)" }

  /// The problem in words that follow the path of the file.
  public var problem: String {
    switch reason {
    case .notOpened(let code): "cannot be opened: \(SystemError(code: code))"
    case .notRegular(let kind): "is a \(kind), and not a regular file"
    case .tooLong(let count, let limit):
      "has \(count) bytes; a registry has at most \(limit)"
    case .notRead: "cannot be read, or became shorter meanwhile"
    case .notARegistry: "is not a registry: it does not begin with the header of one"
    case .otherFormat(let found, let supported):
      "is a registry of format \(found), and this version reads format \(supported)"
    case .otherLength(let found, let written):
      "has \(found) bytes, and had \(written) when it was written"
    case .damaged: "is damaged: its checksum is wrong"
    }
  }

  /// Advice to the user, in words.
  public var hint: String {
    switch reason {
    case .notOpened: "check the path, and who may read the file and search its directories"
    case .notRegular, .tooLong, .notARegistry: "name a file that a registry was written to"
    case .otherFormat: "write it anew with this version, or use the version that wrote it"
    case .notRead, .otherLength, .damaged: "copy it again, or write it anew"
    }
  }
}
