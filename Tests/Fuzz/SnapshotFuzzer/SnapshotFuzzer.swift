// SPDX-License-Identifier: MIT

import Glibc
import TestSupport

@testable import TypeRegistry  // The snapshot of a store, which no other module reads.

/// The subjects of the choices in the valid snapshot, and one that has none.
private let subjects: [Binding.Subject] = ["png", "jpg", "none"].compactMap {
  (try? Tag(.filenameExtension, $0)).map(Binding.Subject.tag)
}

/// The applications that the store knows.
private let applications = ["org.example.a", "org.example.b"].map {
  HandlerIdentity(bundle: $0, origin: .user, path: "/\($0).json")
}

/// The choices in the valid snapshot: of each kind one.
private let choices: [Binding] = {
  guard let type = try? TypeIdentifier("public.png") else {
    preconditionFailure("the identifier is well-formed")
  }
  return [
    Binding(subjects[0], role: nil, .handler(applications[0])),
    Binding(subjects[0], .type(type)),
    Binding(subjects[1], role: .editor, .handler(applications[1])),
    Binding(subjects[1], .never(bundle: "org.example.c")),
  ]
}()

/// The location of a store that does not exist.
private let otherLocation: StoreLocation = {
  guard let location = StoreLocation(directory: directory.path + "/none") else {
    preconditionFailure("the path is absolute")
  }
  return location
}()

/// A store of these choices in a directory of its own, its snapshot's path, and the bytes of that.
private let (directory, location, path, valid):
  (TemporaryDirectory, StoreLocation, String, [UInt8]) = {
    do {
      let directory = try TemporaryDirectory()
      guard let location = StoreLocation(directory: directory.path + "/store") else {
        preconditionFailure("the path is absolute")
      }
      let store = try RegistryStore.open(location, .writing, timeout: 200)
      try store.addKnown(applications)
      _ = try store.apply(
        choices.map { Binding.Assignment($0) }, action: .bind,
        author: BindingChange.Author(uid: 1_000, program: "the fuzzer"))
      store.close()
      let path = directory.path + "/store/registry.bindings"
      guard let bytes = TestFiles.bytes(at: path) else {
        preconditionFailure("a settled store has a snapshot")
      }
      return (directory, location, path, bytes)
    } catch {
      preconditionFailure("no store can be made: \(error)")
    }
  }()

/// One round of the fuzzer: a damaged snapshot is refused, or every question about it has an answer, and the answers
/// agree with each other.
///
/// The bytes after the first are changes of a valid snapshot: see `DamagedBytes`. With an even first byte its sums are
/// made right afterwards, as a program of this user could do it.
///
/// A broken law traps, and libFuzzer keeps the bytes. Build with `UT_FUZZ=1` and `--sanitize=fuzzer`, and set
/// `SWIFT_BACKTRACE=enable=no` when running.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  guard let choice = input.first else { return 0 }
  var bytes = DamagedBytes.changed(valid, by: input.dropFirst())
  if choice % 2 == 0 { mend(&bytes) }
  write(bytes)
  guard let snapshot = BindingSnapshot.open(location, comparingStamps: false) else {
    precondition(bytes != valid, "a valid snapshot is read")
    return 0
  }
  if bytes == valid { checkValid(snapshot) }
  precondition(
    (BindingSnapshot.open(location) != nil) == snapshot.isCurrent(in: location),
    "a snapshot of other files is none")
  precondition(!snapshot.isCurrent(in: otherLocation), "without a database nothing is current")
  checkAnswers(of: snapshot)
  return 0
}

private func checkValid(_ snapshot: BindingSnapshot) {
  precondition(snapshot.isCurrent(in: location), "the snapshot is that of the store")
  precondition(
    snapshot.lastChange > 0 && snapshot.noticeCount == 0 && snapshot.hasKnown
      && snapshot.hasTagChoices, "the head says what the store has")
  precondition(
    snapshot.bindings(of: subjects).map(Set.init) == Set(choices), "the choices are the store's")
  precondition(
    applications.allSatisfy { snapshot.isKnown($0) == true }, "the applications are known")
}

/// Checks that questions about some rows have the answers that all rows give.
private func checkAnswers(of snapshot: BindingSnapshot) {
  let found = snapshot.bindings(of: subjects) ?? []
  precondition(found.allSatisfy { subjects.contains($0.slot.subject) }, "a choice is of a subject")
  let known = applications.filter { snapshot.isKnown($0) == true }
  guard let all = snapshot.all() else { return }
  precondition(all.bindings.count == snapshot.count, "the number of bindings is that of the head")
  precondition(
    found.allSatisfy { binding in all.bindings.contains { $0.binding == binding } },
    "a choice is one of all")
  precondition(
    known.allSatisfy { application in all.known.contains { $0.application == application } },
    "an application that is known is one of all")
}

/// Makes the sums of the rows, and that of head and index, right.
private func mend(_ bytes: inout [UInt8]) {
  let head = BindingSnapshot.headLength
  // Of bindings and of known applications.
  let counts = word(bytes, at: 32)
  let rows = min(
    counts & 0xFFFF + counts >> 32 & 0xFFFF,
    UInt64((bytes.count - head) / BindingSnapshot.entryLength))
  let end = head + Int(rows) * BindingSnapshot.entryLength
  for entry in stride(from: head, to: end, by: BindingSnapshot.entryLength) {
    let extent = word(bytes, at: entry + 8)
    let start = Int(extent & 0xFFFF_FFFF)
    let stop = start + Int(extent >> 32)
    if stop <= bytes.count { put(sum(bytes[start..<stop]), at: entry + 16, in: &bytes) }
  }
  put(sum(bytes[16..<end]), at: 8, in: &bytes)
}

private func sum(_ bytes: ArraySlice<UInt8>) -> UInt64 { StoreText.hash(Array(bytes)) }

private func word(_ bytes: [UInt8], at offset: Int) -> UInt64 {
  (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
}

private func put(_ word: UInt64, at offset: Int, in bytes: inout [UInt8]) {
  for index in 0..<8 {
    bytes[offset + index] = UInt8(truncatingIfNeeded: word >> UInt64(8 * index))
  }
}

/// Overwrites the snapshot, which stays the same file.
private func write(_ bytes: [UInt8]) {
  let file = unsafe Glibc.open(path, O_WRONLY | O_TRUNC)
  precondition(file >= 0, "the snapshot can be written")
  let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
  precondition(count == bytes.count && close(file) == 0, "the snapshot is written")
}
