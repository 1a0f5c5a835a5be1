// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc

/// An application's argument vector (`TRLaunch.Arguments`), and its expansion for targets.
///
/// `%f`, `%F`, `%u`, `%U` and `%k` are placeholders only where ``LaunchPlaceholder`` accepts them. Each is
/// replaced once; the replacement is not scanned for placeholders. A vector with `%f` or `%u` starts one
/// process per target; otherwise `%F` and `%U` are replaced by all targets of one process, as many as the
/// kernel accepts.
///
/// ```swift
/// let vector = try LaunchVector(["/usr/bin/restaurant", "--open", "%F"])
/// let (menu, bill) = (Array("/home/a.menu".utf8), Array("/home/b.bill".utf8))
/// vector.expanded(with: [.file(menu), .file(bill)], room: 1 << 20)
/// // one process: /usr/bin/restaurant --open /home/a.menu /home/b.bill
/// ```
package struct LaunchVector: Equatable {
  /// An argument.
  private enum Part: Equatable {
    case word([UInt8])
    case file(after: [UInt8], isMany: Bool)
    case url(after: [UInt8], isMany: Bool)

    /// Whether it takes one target alone.
    var takesOne: Bool {
      switch self {
      case .word: false
      case .file(_, let isMany), .url(_, let isMany): !isMany
      }
    }
  }

  private let parts: [Part]

  /// The vector of `arguments`, the program's absolute path first.
  ///
  /// - Parameters:
  ///   - arguments: The arguments with their placeholders.
  ///   - declaration: The path of the file that declares them, for `%k`.
  /// - Throws: ``LaunchFailure``: the first argument is not an absolute path, as programs are not searched along
  ///   `PATH`, or one contains a NUL.
  package init(_ arguments: [String], declaration: String = "") throws(LaunchFailure) {
    guard let program = arguments.first, program.utf8.first == UInt8(ascii: "/") else {
      throw .cannotStart(.notAbsolute)
    }
    guard !arguments.contains(where: { $0.utf8.contains(0) }), !declaration.utf8.contains(0) else {
      throw .holdsNUL
    }
    parts =
      [.word(Array(program.utf8))]
      + arguments.dropFirst().map { argument in
        guard let placeholder = LaunchPlaceholder(argument) else {
          return .word(Array(argument.utf8))
        }
        let prefix = Array(placeholder.prefix.utf8)
        return switch placeholder.kind {
        case .file: .file(after: prefix, isMany: false)
        case .files: .file(after: prefix, isMany: true)
        case .url: .url(after: prefix, isMany: false)
        case .urls: .url(after: prefix, isMany: true)
        case .declaration: .word(prefix + Array(declaration.utf8))
        }
      }
  }

  /// Whether it has a placeholder; without one the application is started without files.
  package var takesFiles: Bool {
    parts.contains { part in
      if case .word = part { false } else { true }
    }
  }

  /// Whether it takes URLs that are not of files: it has `%u` or `%U`, and neither `%f` nor `%F`.
  package var takesURLs: Bool {
    takesFiles
      && !parts.contains { part in
        if case .file = part { true } else { false }
      }
  }

  /// Whether one process takes any number of targets.
  private var takesMany: Bool {
    !parts.contains(where: \.takesOne)
  }

  /// The longest argument that the kernel accepts, without its NUL: 32 pages (execve(2)).
  private static let longestArgument = 131_071

  /// The processes that open targets.
  ///
  /// - Parameters:
  ///   - targets: Without URLs unless ``takesURLs``; none to start it without any. Ignored without a
  ///     placeholder.
  ///   - prefix: The words before the program: the terminal that runs it.
  ///   - room: The most bytes of a vector in the kernel's count: with NULs and pointers. A target that does
  ///     not fit alone gets a process of its own, whose start then fails.
  /// - Returns: The vector of each process and the indices of its targets, in their order.
  package func expanded(
    with targets: [LaunchTarget], prefix: [[UInt8]] = [], room: Int
  ) -> [(words: [[UInt8]], targets: Range<Int>)] {
    guard takesFiles, !targets.isEmpty else {
      return [(prefix + words(for: []), 0..<targets.count)]
    }
    let fixed = (prefix + words(for: [])).reduce(0) { $0 + Self.cost($1) }
    var processes: [(words: [[UInt8]], targets: Range<Int>)] = []
    var start = 0
    while start < targets.count {
      var end = start
      var size = fixed
      repeat {
        let added = words(replacing: targets[end])
        size += added.reduce(0) { $0 + Self.cost($1) }
        let isTooLong = added.contains { $0.count > Self.longestArgument }
        if end > start, size > room || isTooLong { break }
        end += 1
        if isTooLong { break }
      } while takesMany && end < targets.count
      processes.append((prefix + words(for: targets[start..<end]), start..<end))
      start = end
    }
    return processes
  }

  /// The most bytes of one vector, in the kernel's count (execve(2), "Limits on size").
  ///
  /// A page is reserved for words that the kernel adds, such as a script's interpreter.
  package static func room() -> Int {
    let most = min(sysconf(Int32(_SC_ARG_MAX)), 6 << 20)
    var environment = 0
    var entry = unsafe tr_environment()
    while let pointer = unsafe entry, let variable = unsafe pointer.pointee {
      environment += unsafe strlen(variable) + 1 + MemoryLayout<Int>.size
      unsafe entry = pointer + 1
    }
    return max(most - environment - 4_096, 0)
  }

  /// The bytes that an argument costs in the kernel: its own, a NUL, and a pointer.
  package static func cost(_ word: [UInt8]) -> Int { word.count + 1 + MemoryLayout<Int>.size }

  /// The whole vector for one process.
  private func words(for targets: ArraySlice<LaunchTarget>) -> [[UInt8]] {
    parts.flatMap { part in
      switch part {
      case .word(let word): [word]
      case .file(let prefix, _): targets.compactMap(\.path).map { prefix + $0 }
      case .url(let prefix, _): targets.map { prefix + $0.url }
      }
    }
  }

  /// The words that one target adds.
  private func words(replacing target: LaunchTarget) -> [[UInt8]] {
    parts.compactMap { part in
      switch part {
      case .word: nil
      case .file(let prefix, _): target.path.map { prefix + $0 }
      case .url(let prefix, _): prefix + target.url
      }
    }
  }
}
