// SPDX-License-Identifier: MIT

/// Everything on disk that a registry depends on, with its state before the registry was made.
///
/// These are the searched directories, existing or not, the files that were read, and the programs
/// that applications start. They are in the order of ``Scope``, so that a question about types looks at the
/// first of them alone.
///
/// An image holds them, so does the file beside the socket of a daemon (``InputStamps``). They are compared
/// in place, because every start of a program does this.
package struct RegistryInputs: Sendable {
  /// The questions whose answers follow from some of the inputs: each of these and of those before it.
  package enum Scope: UInt16, CaseIterable, Comparable, Sendable {
    /// Which type a name, a tag or contents mean, and what it conforms to: declarations and MIME packages.
    case types
    /// Which applications open it, if the programs of those in the answer are looked at: desktop
    /// entries, lists of applications, and inputs that decide which program is found for one.
    case applications
    /// Everything else: the programs that were found, too.
    case everything

    package static func < (left: Scope, right: Scope) -> Bool { left.rawValue < right.rawValue }
  }

  /// One input; without a stamp if it did not exist or could not be read.
  struct Entry: Equatable {
    var path: FilePath
    var stamp: FileStamp?
    /// The first questions whose answers depend on it.
    var scope = Scope.everything
  }

  /// Holds the bytes.
  private let memory: MappedMemory
  /// The entries in the form of ``encode(_:)``.
  let bytes: ImageBytes
  /// When reading began, in nanoseconds since 1970.
  let builtAt: Int64

  /// The inputs in some bytes of a memory.
  init(_ bytes: ImageBytes, of memory: MappedMemory, builtAt: Int64) {
    self.memory = memory
    self.bytes = bytes
    self.builtAt = builtAt
  }

  /// Inputs of known states.
  init(_ entries: [Entry], builtAt: Int64) {
    let memory = MappedMemory(copying: Self.encode(entries))
    self.init(memory.bytes(at: 0, count: memory.count), of: memory, builtAt: builtAt)
  }

  /// Whether all inputs are unchanged since the registry was made.
  ///
  /// A file whose stamp is of the time when the inputs were read is treated as changed: it may have
  /// been written again within one tick of the clock (the problem that Git calls "racy"). Only the
  /// time of change decides, which the kernel sets with every write; the time of modification can
  /// be set to any value. A time of change far after the image is from a clock that was wrong: a
  /// change since then would have set it to another value.
  ///
  /// - Complexity: O(*n*) for *n* inputs: one system call for each.
  package var areUnchanged: Bool { areUnchanged(for: .everything) }

  /// Whether the inputs of the answers to some questions are unchanged.
  ///
  /// - Parameters:
  ///   - scope: The questions.
  ///   - known: Questions for which that is known; `nil` if it is for none.
  /// - Returns: As ``areUnchanged``.
  package func areUnchanged(for scope: Scope, besides known: Scope? = nil) -> Bool {
    // The time is from the image's header, which may be damaged too.
    guard bytes.count > 0, builtAt > 0 else { return false }
    return withExtendedLifetime(memory) {
      var start = StartDirectory()
      var last = Scope.types
      var offset = 0
      while offset < bytes.count {
        guard let head = EntryHead(in: bytes, at: offset), head.length > 0 else { return false }
        if head.scope > scope { return true }
        if head.scope != last {
          last = head.scope
          start = StartDirectory()
        }
        if let known, head.scope <= known {
          offset = head.end
          continue
        }
        let now: FileStamp?? = unsafe bytes.withCString(at: head.path, length: head.length) {
          path in
          guard head.kind == .start else { return unsafe start.stamp(atPath: path) }
          guard let directory = unsafe StartDirectory(atPath: path) else { return nil }
          start = directory
          return start.stamp
        }
        // Without a path within the bytes the image is damaged.
        guard let now, now == head.stamp(in: bytes) else { return false }
        if let now, !Self.isTrusted(now, builtAt: builtAt) { return false }
        offset = head.end
      }
      return true
    }
  }

  /// The longest time that reading all inputs may take, in seconds.
  private static let longestReading: Int64 = 600

  /// Whether an unchanged stamp shows that the contents are those that were read.
  ///
  /// - Parameters:
  ///   - stamp: The stamp.
  ///   - builtAt: When reading began, in nanoseconds since 1970.
  /// - Returns: `false` also if the file may have been written again within one tick of the clock.
  static func isTrusted(_ stamp: FileStamp, builtAt: Int64) -> Bool {
    guard builtAt > 0 else { return false }
    let built = FileStamp.Instant(
      seconds: builtAt / 1_000_000_000, nanoseconds: UInt32(builtAt % 1_000_000_000))
    let finished = FileStamp.Instant(
      seconds: built.seconds + longestReading, nanoseconds: built.nanoseconds)
    return stamp.changed < built || stamp.changed > finished
  }

  /// The paths of all inputs.
  package var paths: [FilePath] { entries.map(\.path) }
}
