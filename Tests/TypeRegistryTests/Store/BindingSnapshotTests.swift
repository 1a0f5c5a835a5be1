// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import TypeRegistry  // Whether an answer came from the snapshot.

@Suite struct BindingSnapshotTests {
  let directory: StoreDirectory

  init() throws { directory = try StoreDirectory() }

  @Test func aChangeRemovesItAndSettlingWritesIt() throws {
    let store = try directory.open()
    #expect(directory.exists("registry.bindings"))
    try store.bind(.test("png", "a"))
    #expect(!directory.exists("registry.bindings"))
    #expect(BindingReader(directory.location).bindings() == [try Binding.test("png", "a")])
    store.settle()
    let reader = BindingReader(directory.location)
    #expect(reader.bindings() == [try Binding.test("png", "a")])
    #expect(BindingSnapshot.open(directory.location)?.lastChange == 1)
    #expect(reader.usesSnapshot)
    // It stays valid when the store is closed, and when it is opened without a change.
    _ = consume store
    #expect(BindingReader(directory.location).usesSnapshot)
    try directory.open().settle()
    #expect(BindingReader(directory.location).usesSnapshot)
  }

  @Test func anUndoneAttemptLeavesIt() throws {
    let store = try directory.open()
    try store.bind(.test("png", "a"))
    store.settle()
    #expect(try store.bind(.test("png", "a")) == nil)
    #expect(try store.undo(17, author: .test) == .noSuchChange(17))
    #expect(BindingReader(directory.location).usesSnapshot)
  }

  /// Changes by a program that does not know the snapshot are noticed by the stamps.
  @Test func theChangeOfAnotherProgramMakesItStale() throws {
    let store = try directory.open()
    try store.bind(.test("png", "a"))
    store.settle()
    do {
      let connection = try SQLiteConnection(directory.location.database, .writing, timeout: 0)
      try connection.run("DELETE FROM bindings")
    }
    let reader = BindingReader(directory.location)
    #expect(!reader.usesSnapshot)
    #expect(reader.bindings() == [])
    #expect(reader.problem == nil)
  }

  @Test func anEmptyStoreHasOne() throws {
    try directory.open().settle()
    let reader = BindingReader(directory.location)
    #expect(reader.bindings() == [])
    #expect(reader.usesSnapshot)
  }

  /// With any byte changed or missing the answers are the same, from the snapshot or the database.
  @Test func aDamagedSnapshotIsIgnored() throws {
    let store = try directory.open()
    for index in 0..<6 { try store.bind(.test("x\(index)", "a\(index)")) }
    try store.addKnown([.test("a"), .test("b")])
    store.settle()
    let expected = try store.bindings()
    let subjects = expected.map(\.subject)
    let bytes = try directory.contents("registry.bindings")
    var fromSnapshot = 0
    for index in stride(from: 0, to: bytes.count, by: propertyCases(10) > 10 ? 1 : 3) {
      for damaged in [Array(bytes[..<index]), bytes.with(index, bytes[index] ^ 0x10)] {
        try directory.overwrite("registry.bindings", damaged)
        let reader = BindingReader(directory.location)
        if reader.usesSnapshot { fromSnapshot += 1 }
        #expect(reader.bindings(of: subjects) == expected, "byte \(index)")
        #expect(BindingReader(directory.location).bindings() == expected, "byte \(index)")
        #expect(BindingReader(directory.location).isKnown(.test("b")) == true, "byte \(index)")
      }
    }
    // A head or index that is damaged is noticed at once, a row when it is read.
    #expect(fromSnapshot > 10)
    try directory.overwrite("registry.bindings", bytes)
    #expect(BindingReader(directory.location).usesSnapshot)
  }

  /// The columns of another schema may mean something else.
  @Test func aSnapshotOfAnotherSchemaIsIgnored() throws {
    let store = try directory.open()
    try store.bind(.test("png", "a"))
    store.settle()
    var bytes = try directory.contents("registry.bindings")
    bytes[16] += 1
    // The sum of the head and the index, of which there is one entry.
    let end = BindingSnapshot.headLength + BindingSnapshot.entryLength
    let sum = StoreText.hash(Array(bytes[16..<end]))
    for index in 0..<8 { bytes[8 + index] = UInt8(truncatingIfNeeded: sum >> (8 * index)) }
    try directory.overwrite("registry.bindings", bytes)
    #expect(BindingSnapshot.open(directory.location, comparingStamps: false) == nil)
    #expect(!BindingReader(directory.location).usesSnapshot)
    bytes[16] -= 1
    let old = StoreText.hash(Array(bytes[16..<end]))
    for index in 0..<8 { bytes[8 + index] = UInt8(truncatingIfNeeded: old >> (8 * index)) }
    try directory.overwrite("registry.bindings", bytes)
    #expect(BindingReader(directory.location).usesSnapshot)
  }

  @Test func withAThousandBindingsEachIsFound() throws {
    let store = try directory.open()
    let bindings = try (0..<1_000).map { try Binding.test("x\($0)", "a\($0 % 7)") }
    try store.apply(bindings.map { .init($0) }, action: .apply, author: .test)
    store.settle()
    let reader = BindingReader(directory.location)
    for binding in bindings { #expect(reader.bindings(of: [binding.subject]) == [binding]) }
    #expect(reader.bindings(of: [.tag(try Tag(.mimeType, "x/y"))]) == [])
    #expect(reader.usesSnapshot)
  }
}

extension [UInt8] {
  fileprivate func with(_ index: Int, _ byte: UInt8) -> [UInt8] {
    var copy = self
    copy[index] = byte
    return copy
  }
}
