// SPDX-License-Identifier: MIT

import CLinux
import Foundation
import Glibc
import SystemBase
import TestSupport
import Testing
import Varlink

@testable import typed

/// A watch that can be asked within an expectation.
private final class Watch {
  private var watch: StoreWatch

  init(_ path: String) throws {
    watch = try StoreWatch(
      Array(path.utf8CString),
      StoreWatch.Names(
        database: Array("a".utf8), sharedMemory: Array("a-shm".utf8), lock: Array("a.lock".utf8),
        snapshot: Array("s".utf8)))
  }

  var isWatching: Bool { watch.isWatching }
  func watchDirectory() { watch.watchDirectory() }

  func news(isReadable: Bool = false) -> StoreWatch.News { watch.news(isReadable: isReadable) }

  /// The answers of two queries.
  func twice() -> [StoreWatch.News] { [watch.news(), watch.news()] }
}

@Suite struct StoreWatchTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func write(_ name: String) throws {
    let file = unsafe open(directory.path + "/" + name, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    try #require(file >= 0)
    #expect(unsafe Glibc.write(file, "x", 1) == 1)
    close(file)
  }

  @Test func reportsChangesOnce() throws {
    let watch = try Watch(directory.path)
    #expect(watch.twice() == [[], []])
    for name in ["a", "a-wal", "a"] {
      try write(name)
      #expect(watch.twice() == [[.event, .write], []], "\(name)")
    }
    try #require(unsafe rename(directory.path + "/a", directory.path + "/b") == 0)
    #expect(watch.twice() == [[.event, .write], []])
    try #require(unsafe chmod(directory.path, 0o500) == 0)
    #expect(watch.twice() == [[.event], []])
    try #require(unsafe chmod(directory.path, 0o700) == 0)
  }

  /// What opening a store does to the files beside the database is no news.
  @Test func reportsOnlyWhatConcernsTheStore() throws {
    let watch = try Watch(directory.path)
    for name in ["a-shm", "a.lock", "s.12.new", "b"] {
      try write(name)
      #expect(watch.news() == [], "\(name)")
    }
    try #require(unsafe unlink(directory.path + "/a-shm") == 0)
    #expect(watch.news() == [.event])
    try write("a-wal")
    _ = watch.news()
    try #require(unsafe chmod(directory.path + "/a-wal", 0o400) == 0)
    #expect(watch.news() == [])
    try write("a")
    _ = watch.news()
    try #require(unsafe chmod(directory.path + "/a", 0o400) == 0)
    #expect(watch.news() == [.event])
  }

  /// A snapshot is written under the lock that a commit needs.
  @Test func aSnapshotEndsTheWaitForACommit() throws {
    let watch = try Watch(directory.path)
    try write("a-wal")
    try write("s.12.new")
    try #require(unsafe rename(directory.path + "/s.12.new", directory.path + "/s") == 0)
    #expect(watch.news() == [.event, .snapshot])
    try #require(unsafe unlink(directory.path + "/s") == 0)
    #expect(watch.news() == [.event, .write])
  }

  @Test func followsTheDirectoryAtItsPath() throws {
    let path = directory.path + "/d"
    let watch = try Watch(path)
    #expect(!watch.isWatching)
    for _ in 0..<3 {
      try #require(unsafe mkdir(path, 0o700) == 0)
      watch.watchDirectory()
      #expect(watch.isWatching)
      try write("d/a")
      #expect(watch.news() == [.event, .write])
      try #require(unsafe rename(path, path + "-moved") == 0)
      #expect(watch.news() == [.event])
      #expect(!watch.isWatching)
      try write("d-moved/a")
      #expect(watch.news() == [])
      try FileManager.default.removeItem(atPath: path + "-moved")
    }
  }

  @Test func eachWatchReports() throws {
    let first = try Watch(directory.path)
    let second = try Watch(directory.path)
    try write("a")
    #expect(first.twice() == [[.event, .write], []])
    #expect(second.twice() == [[.event, .write], []])
  }

  /// The loop knows that there is something to read, even if no signal has arrived.
  @Test func whatIsReadableIsReadWithoutASignal() throws {
    let watch = try Watch(directory.path)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGIO)
    try #require(unsafe pthread_sigmask(SIG_BLOCK, &signals, nil) == 0)
    defer { _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
    try write("a")
    #expect(watch.news(isReadable: true) == [.event, .write])
    #expect(watch.news(isReadable: true) == [])
  }

  /// If a process changes a file and then sends a message, the change is known with the message.
  @Test func reportsAChangeBeforeTheWritersMessageArrives() throws {
    let watch = try Watch(directory.path)
    let (ours, theirs) = try socketPair()
    let here = Descriptor(takingOver: ours)
    let rounds = 2_000
    let path = directory.path + "/a"
    Thread {
      var byte: UInt8 = 0
      for _ in 0..<rounds {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        _ = unsafe Glibc.write(file, "x", 1)
        close(file)
        guard unsafe send(theirs, &byte, 1, CInt(MSG_NOSIGNAL)) == 1,
          unsafe recv(theirs, &byte, 1, 0) == 1
        else { break }
      }
      close(theirs)
    }.start()
    var missed = 0
    var byte: UInt8 = 0
    for _ in 0..<rounds {
      let received = unsafe recv(here.number, &byte, 1, 0)
      try #require(received == 1)
      if watch.news().isEmpty { missed += 1 }
      let sent = unsafe send(here.number, &byte, 1, CInt(MSG_NOSIGNAL))
      try #require(sent == 1)
    }
    #expect(missed == 0)
    // The thread has ended when its socket is closed.
    #expect(unsafe recv(here.number, &byte, 1, 0) == 0)
  }
}
