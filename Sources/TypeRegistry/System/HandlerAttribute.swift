// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import SystemBase

/// A file's own choice of the application that opens it: the extended attribute
/// `user.typed.handler`, which holds a bundle identifier.
///
/// It is read by the client, never by the daemon, which receives only names. Attributes are copied
/// with files of other users, so the choice is used only if the file belongs to the caller
/// (``isOwn``) and the application is a handler of the file's type at the time of the query.
///
/// ```swift
/// let path = Array("holiday.jpg".utf8)
/// let own = try HandlerAttribute.read(from: path)?.handlerThatCounts
/// let query = HandlerQuery(.file(FileQuery(name: path)), ownHandler: own)
/// ```
public struct HandlerAttribute: Hashable, Sendable {
  /// The attribute's name.
  public static let attribute = "user.typed.handler"

  /// The longest value that is read or written, in bytes.
  public static let longestValue = 255

  /// The bundle identifier that the file names.
  public let handler: String
  /// Whether the file belongs to the caller, so that its choice is used.
  public let isOwn: Bool

  /// The bundle identifier, or `nil` if the file belongs to another user.
  public var handlerThatCounts: String? { isOwn ? handler : nil }

  /// Why a file's choice cannot be read or changed.
  public enum Failure: Error, Hashable, Sendable {
    /// The file system, or this kind of file, keeps no such attributes.
    case notSupported
    /// The file belongs to another user: a choice written there would be ignored.
    case notOwn
    /// The value is not a bundle identifier: empty, too long, not UTF-8, or with a blank, a slash
    /// or a control character.
    case invalidValue
    /// A system call failed, with this error number.
    case system(Int32)
  }

  /// The choice of the file at `path`.
  ///
  /// - Parameter path: Bytes without a NUL; symbolic links are followed.
  /// - Returns: `nil` if the file has none, also if it cannot have one.
  /// - Throws: ``Failure``: `invalidValue` or `system`.
  public static func read(from path: [UInt8]) throws(Failure) -> HandlerAttribute? {
    guard let named = FilePath(bytes: path) else { throw .system(ENOENT) }
    // Hardly any file has one: one call, and nothing is opened.
    let length = unsafe named.withCString { unsafe tr_get_attribute($0, attribute, nil, 0) }
    if length == -Int(ENODATA) || length == -Int(EOPNOTSUPP) { return nil }
    do throws(Failure) {
      return try withFile(path) { (status, file) throws(Failure) in
        // One byte more than is allowed, to detect a longer value.
        var value = [UInt8](repeating: 0, count: longestValue + 1)
        let length = unsafe file.withCString { path in
          unsafe tr_get_attribute(path, attribute, &value, value.count)
        }
        switch Int32(clamping: -length) {
        case ENODATA, EOPNOTSUPP: return nil
        case ERANGE: throw .invalidValue
        case let code where code > 0: throw .system(code)
        default: break
        }
        guard let handler = identifier(value[..<length]) else { throw .invalidValue }
        return HandlerAttribute(handler: handler, isOwn: isOwn(status))
      }
    } catch .notSupported {
      return nil
    }
  }

  /// Stores a choice of an application in the file at `path`.
  ///
  /// - Parameters:
  ///   - bundle: A bundle identifier, in any case.
  ///   - path: Bytes without a NUL; symbolic links are followed.
  /// - Throws: ``Failure``; nothing is written to a file that belongs to another user.
  public static func write(_ bundle: String, to path: [UInt8]) throws(Failure) {
    guard let handler = identifier(Array(bundle.utf8)[...]) else { throw .invalidValue }
    try withFile(path) { (status, file) throws(Failure) in
      guard isOwn(status) else { throw .notOwn }
      let value = Array(handler.utf8)
      let code = unsafe file.withCString { path in
        unsafe tr_set_attribute(path, attribute, value, value.count)
      }
      try check(code)
    }
  }

  /// Removes the choice of the file at `path`, whatever it is.
  ///
  /// - Parameter path: Bytes without a NUL; symbolic links are followed.
  /// - Returns: Whether there was one.
  /// - Throws: ``Failure``: `system`.
  @discardableResult
  public static func remove(from path: [UInt8]) throws(Failure) -> Bool {
    do throws(Failure) {
      return try withFile(path) { (_, file) throws(Failure) in
        let code = unsafe file.withCString { unsafe tr_remove_attribute($0, attribute) }
        if code == ENODATA { return false }
        try check(code)
        return true
      }
    } catch .notSupported {
      return false
    }
  }

  // MARK: - The file

  /// Calls `body` with the status of the file at `path`, and with a path that always names this
  /// file.
  ///
  /// Another user can replace a file in a directory of theirs between two calls.
  private static func withFile<Result>(
    _ path: [UInt8], _ body: (FileStatus, FilePath) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let named = FilePath(bytes: path) else { throw .system(ENOENT) }
    let descriptor = unsafe named.withCString { unsafe tr_open_path($0) }
    guard descriptor >= 0 else { throw .system(-descriptor) }
    defer { close(descriptor) }
    guard let file = FilePath("/proc/self/fd/\(descriptor)") else { throw .system(ENOENT) }
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(ofDescriptor: descriptor)
    } catch {
      throw .system(error.code)
    }
    // The kernel stores user attributes only for these kinds.
    guard status.kind == .regular || status.kind == .directory else { throw .notSupported }
    return try body(status, file)
  }

  private static func isOwn(_ status: FileStatus) -> Bool { status.owner == geteuid() }

  private static func check(_ code: Int32) throws(Failure) {
    switch code {
    case 0: return
    case EOPNOTSUPP: throw .notSupported
    default: throw .system(code)
    }
  }

  /// The bundle identifier of those bytes; `nil` if they are not one.
  private static func identifier(_ bytes: ArraySlice<UInt8>) -> String? {
    guard !bytes.isEmpty, bytes.count <= longestValue,
      let text = String(validating: bytes, as: UTF8.self),
      !text.unicodeScalars.contains(where: { $0.isInvisible || $0 == " " || $0 == "/" })
    else { return nil }
    return text
  }
}

extension HandlerAttribute.Failure: CustomStringConvertible {
  /// The error in words that follow the file's name in a message.
  public var description: String {
    switch self {
    case .notSupported: "this file cannot keep a choice of its own"
    case .notOwn: "belongs to another user, so its own choice is ignored"
    case .invalidValue: "its own choice is not a bundle identifier"
    case .system(let code): SystemError(code: code).description
    }
  }
}
