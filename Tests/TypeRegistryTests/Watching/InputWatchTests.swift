// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import SystemBase
import TestSupport
import Testing
import TypeRegistry

/// What is watched, and which events count.
@Suite struct InputWatchTests {
  private let directory: TemporaryDirectory
  private let watch: InputWatch

  init() throws {
    directory = try TemporaryDirectory()
    watch = try InputWatch()
  }

  private func path(_ name: String) throws -> FilePath {
    try #require(FilePath("\(directory.path)/\(name)"))
  }

  private func write(_ name: String, _ text: String = "x") throws {
    let path = "\(directory.path)/\(name)"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    // Its events are all there then.
    Writers.waitForNone(of: path)
  }

  private func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(directory.path)/\(name)", withIntermediateDirectories: true)
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(directory.path)/\(name)", withDestinationPath: target)
  }

  private func remove(_ name: String) throws {
    guard unsafe unlink("\(directory.path)/\(name)") == 0 else { throw SystemError(code: errno) }
  }

  private func setMode(_ mode: mode_t, of name: String) throws {
    guard unsafe chmod("\(directory.path)/\(name)", mode) == 0 else {
      throw SystemError(code: errno)
    }
  }

  private func move(_ name: String, to other: String) throws {
    let (old, new) = ("\(directory.path)/\(name)", "\(directory.path)/\(other)")
    guard unsafe rename(old, new) == 0 else { throw SystemError(code: errno) }
  }

  /// Whether something is reported that `change` did.
  private func reports(_ change: () throws -> Void) throws -> Bool {
    _ = watch.takeEvents()
    try change()
    return watch.takeEvents() == .ofInputs
  }

  /// Its directory learns nothing of what happens at another name.
  @Test func aFileIsWatchedAtItsOtherNames() throws {
    try makeDirectory("a")
    try makeDirectory("b")
    try write("a/input")
    func linkAgain() throws {
      try FileManager.default.linkItem(
        atPath: "\(directory.path)/a/input", toPath: "\(directory.path)/b/other")
    }
    try linkAgain()
    #expect(watch.follow([try path("a/input")]) == nil)
    #expect(try reports { try write("b/other", "y") })
    #expect(try !reports { try write("b/beside") })
    // With its last name it is watched by its directory alone, which reports the next one.
    #expect(try reports { try remove("b/other") })
    #expect(watch.follow([try path("a/input")]) == nil)
    #expect(try reports { try write("a/input", "z") })
    #expect(try reports { try linkAgain() })
    #expect(try reports { try write("b/other", "z") })
  }

  @Test func aFileThatIsWrittenAndStaysOpenIsReportedAsSuch() throws {
    try makeDirectory("a")
    try write("a/input")
    try write("a/other")
    #expect(watch.follow([try path("a/input"), try path("a/missing")]) == nil)
    _ = watch.takeEvents()
    let file = unsafe open("\(directory.path)/a/input", O_WRONLY | O_APPEND)
    try #require(file >= 0)
    #expect(watch.takeEvents() == .nothing)
    #expect(unsafe Glibc.write(file, "y", 1) == 1)
    #expect(watch.takeEvents() == .ofOpenInputs)
    close(file)
    #expect(watch.takeEvents() == .ofInputs)
    let other = unsafe open("\(directory.path)/a/other", O_WRONLY | O_APPEND)
    try #require(other >= 0)
    defer { close(other) }
    #expect(unsafe Glibc.write(other, "y", 1) == 1)
    #expect(watch.takeEvents() == .nothing)
  }

  /// No event tells of a directory that is made after it was looked for, and before it would be reported.
  @Test func aDirectoryThatIsMadeMeanwhileIsWatched() throws {
    try makeDirectory("a")
    var depth = 1
    let problem = watch.follow([try path("a/b/c/d/input")]) {
      // Each time one further down, until nothing is left to be made.
      if depth < 4 { try? makeDirectory(["a", "a/b", "a/b/c", "a/b/c/d"][depth]) }
      depth += 1
    }
    #expect(problem == nil)
    #expect(depth == 5)
    #expect(try reports { try write("a/b/c/d/input") })
    #expect(try !reports { try write("a/other") })
  }

  @Test func whatChangesAllTheTimeIsAProblem() throws {
    try makeDirectory("a")
    var isThere = false
    let problem = watch.follow([try path("a/b/input")]) {
      isThere = !isThere
      if isThere {
        try? makeDirectory("a/b")
      } else {
        try? move("a/b", to: "gone\(UInt64.random(in: 0 ... .max))")
      }
    }
    #expect(problem?.code == EAGAIN)
  }

  /// The events of both are reported where two paths of one directory are watched.
  @Test func twoPathsOfOneDirectoryAreWatchedAsOne() throws {
    try makeDirectory("a")
    #expect(watch.follow([try path("c"), try path("a/../e")]) == nil)
    #expect(try reports { try write("c") })
    #expect(try reports { try write("e") })
    #expect(try !reports { try write("f") })
    #expect(watch.follow([try path("c"), try path("a/..")]) == nil)
    #expect(try reports { try write("g") })
  }

  @Test func aRelativeInputIsBelowTheWorkingDirectory() throws {
    let relative = try #require(FilePath("no-such-input-of-a-test"))
    let absolute = FilePath.workingDirectory.appending(relative.bytes)
    let plan = WatchPlan(of: [relative])
    #expect(plan.directories == WatchPlan(of: [absolute]).directories)
    #expect(plan.directories[FilePath.workingDirectory]?.names == [relative.bytes])
  }

  @Test func nothingIsReportedWhileNothingHappens() throws {
    try makeDirectory("d")
    #expect(watch.follow([try path("d")]) == nil)
    #expect(watch.takeEvents() == .nothing)
  }

  @Test func everyNameOfAnInputDirectoryCounts() throws {
    try makeDirectory("d")
    #expect(watch.follow([try path("d")]) == nil)
    #expect(try reports { try write("d/any.json") })
    #expect(try reports { try write("d/any.json", "again") })
    #expect(try reports { try setMode(0, of: "d/any.json") })
    #expect(try reports { try remove("d/any.json") })
  }

  @Test func besideAFileOnlyItsNameCounts() throws {
    try write("program")
    #expect(watch.follow([try path("program")]) == nil)
    try write("other")
    #expect(watch.takeEvents() == .besideInputs)
    #expect(try reports { try setMode(0o755, of: "program") })
    #expect(try reports { try remove("program") })
    #expect(try reports { try write("program") })
  }

  @Test func aMissingDirectoryIsNoticedAtEachStep() throws {
    let input = try path("a/b/c")
    #expect(watch.follow([input]) == nil)
    for step in ["a", "a/b", "a/b/c", "a/b/c/new.json"] {
      #expect(try reports { try makeDirectory(step) }, "\(step)")
      #expect(watch.follow([input]) == nil)
    }
  }

  @Test func aDirectoryAboveThatIsMovedAwayIsNoticed() throws {
    try makeDirectory("a/b/c")
    #expect(watch.follow([try path("a/b/c")]) == nil)
    #expect(try reports { try move("a", to: "elsewhere") })
  }

  @Test func theTargetsOfLinksAreWatched() throws {
    try makeDirectory("real")
    try write("real/file")
    try link("second", to: "real")
    try link("first", to: "\(directory.path)/second")
    #expect(watch.follow([try path("first/file")]) == nil)
    #expect(try reports { try write("real/file", "changed") })
    #expect(try reports { try remove("second") })
  }

  /// Not even read and passed over.
  @Test func whatHappensAboveIsNotReported() throws {
    try makeDirectory("a/b")
    #expect(watch.follow([try path("a/b")]) == nil)
    try write("beside")
    try write("a/beside")
    try remove("a/beside")
    var descriptor = pollfd(fd: watch.number, events: Int16(POLLIN), revents: 0)
    #expect(unsafe poll(&descriptor, 1, 0) == 0)
  }

  @Test func aCycleOfLinksEnds() throws {
    try link("one", to: "two")
    try link("two", to: "one")
    #expect(watch.follow([try path("one/x")]) == nil)
    #expect(try reports { try remove("two") })
  }

  @Test func whatIsNoInputAnyMoreIsNotWatched() throws {
    try makeDirectory("d")
    try makeDirectory("e")
    #expect(watch.follow([try path("d")]) == nil)
    #expect(watch.follow([try path("e")]) == nil)
    #expect(try !reports { try write("d/x.json") })
    #expect(try reports { try write("e/x.json") })
  }

  @Test func lostEventsCount() throws {
    try makeDirectory("d")
    #expect(watch.follow([try path("d")]) == nil)
    let queue = try String(
      contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let length = try #require(Int(queue.trimmingCharacters(in: .whitespacesAndNewlines)))
    // A file that does not matter, until there is no room for an event.
    #expect(watch.follow([try path("d/input")]) == nil)
    #expect(
      try reports {
        for number in 0...length {
          let name = "\(directory.path)/d/\(number % 2)"
          close(unsafe open(name, O_CREAT | O_WRONLY, 0o600))
          unsafe unlink(name)
        }
      })
  }
}
