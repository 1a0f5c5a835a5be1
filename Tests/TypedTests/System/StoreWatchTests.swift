// SPDX-License-Identifier: MIT

import CLinux
import Foundation
import Glibc
import SystemErrors
import Testing
import Varlink

@testable import typed

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

  /// The answers of two queries.
  private func twice(_ watch: inout StoreWatch) -> [Bool] { [watch.hasNews(), watch.hasNews()] }

  @Test func reportsChangesOnce() throws {
    var watch = try StoreWatch(directory.path)
    #expect(twice(&watch) == [false, false])
    for name in ["a", "b", "a"] {
      try write(name)
      #expect(twice(&watch) == [true, false])
    }
    try #require(unsafe rename(directory.path + "/a", directory.path + "/c") == 0)
    #expect(twice(&watch) == [true, false])
    try #require(unsafe unlink(directory.path + "/c") == 0)
    #expect(twice(&watch) == [true, false])
  }

  @Test func eachWatchReports() throws {
    var first = try StoreWatch(directory.path)
    var second = try StoreWatch(directory.path)
    try write("a")
    #expect(twice(&first) == [true, false])
    #expect(twice(&second) == [true, false])
  }

  /// The loop knows that there is something to read, even if no signal has arrived.
  @Test func whatIsReadableIsReadWithoutASignal() throws {
    var watch = try StoreWatch(directory.path)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGIO)
    try #require(unsafe pthread_sigmask(SIG_BLOCK, &signals, nil) == 0)
    defer { _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
    try write("a")
    let hasNews = watch.hasNews(isReadable: true)
    #expect(hasNews)
    let hasNewsAgain = watch.hasNews(isReadable: true)
    #expect(!hasNewsAgain)
  }

  @Test func aMissingDirectoryIsAnError() {
    #expect(throws: SystemError.self) { _ = try StoreWatch(directory.path + "/gone") }
  }

  /// If a process changes a file and then sends a message, the change is known with the message.
  @Test func reportsAChangeBeforeTheWritersMessageArrives() throws {
    var watch = try StoreWatch(directory.path)
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
      if !watch.hasNews() { missed += 1 }
      let sent = unsafe send(here.number, &byte, 1, CInt(MSG_NOSIGNAL))
      try #require(sent == 1)
    }
    #expect(missed == 0)
    // The thread has ended when its socket is closed.
    #expect(unsafe recv(here.number, &byte, 1, 0) == 0)
  }
}
