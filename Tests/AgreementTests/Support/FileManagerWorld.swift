// SPDX-License-Identifier: MIT

import CTypeRegistry
import Foundation
import Glibc
import TestSupport
import Testing
import TypeRegistry
import TypeRegistryC

/// A directory of files, applications of a desktop, and the registry of both in a file, as a program in C
/// opens it.
@safe final class FileManagerWorld {
  let programs: ProgramWorld
  let registry: CompiledRegistry
  let handle: OpaquePointer?
  var files: String { programs.directory + "/files" }

  private static let entries = [
    "viewer": """
    [Desktop Entry]
    Type=Application
    Name=Viewer
    Name[de]=Betrachter
    Icon=viewer-icon
    Exec=/bin/true --of %k %F
    Path=/tmp
    MimeType=application/pdf;
    StartupNotify=true
    Actions=new-window;print;lost;nameless;new-window;
    [Desktop Action new-window]
    Name=New Window
    Name[de_DE.UTF-8]=Neues Fenster
    Icon=window-new
    Exec=/bin/true --new %U
    [Desktop Action print]
    Name=Print
    Exec=true --print %c
    [Desktop Action lost]
    Name=Lost
    Exec=/no/such/program
    [Desktop Action nameless]
    Exec=/bin/true
    """,
    "editor": """
    [Desktop Entry]
    Type=Application
    Name=Editor
    Exec=/bin/cat %f
    MimeType=text/plain;inode/directory;application/x-zerosize;
    """,
    "mail": """
    [Desktop Entry]
    Type=Application
    Name=Mail
    Exec=/bin/echo %u
    MimeType=x-scheme-handler/mailto;
    NoDisplay=true
    """,
    "org.bus.Player": """
    [Desktop Entry]
    Type=Application
    Name=Player
    DBusActivatable=true
    Actions=play;
    [Desktop Action play]
    Name=Play
    """,
    "clock": """
    [Desktop Entry]
    Type=Application
    Name=Clock
    Exec=/bin/date
    """,
    "console": """
    [Desktop Entry]
    Type=Application
    Name=Console
    Exec=/bin/ls %f
    Terminal=true
    MimeType=image/png;
    """,
  ]

  init() throws {
    programs = try ProgramWorld()
    let applications = programs.directory + "/data/applications"
    let manager = FileManager.default
    try manager.createDirectory(atPath: applications, withIntermediateDirectories: true)
    for (name, text) in Self.entries {
      try text.write(
        toFile: "\(applications)/\(name).desktop", atomically: true, encoding: .utf8)
    }
    let files = programs.directory + "/files"
    for name in ["folder", "Tool.app", "some.rtfd"] {
      try manager.createDirectory(atPath: "\(files)/\(name)", withIntermediateDirectories: true)
    }
    for (name, contents) in [
      ("report", "%PDF-1.7\n"), ("notes", "some words\n"), ("data.foo123", "\u{1}\u{2}"),
      ("empty", ""), ("photo.png", "?"), ("a b $(id) %f", "words\n"),
    ] { try contents.write(toFile: "\(files)/\(name)", atomically: true, encoding: .utf8) }
    for (name, target) in [("link", "report"), ("to-folder", "folder"), ("broken", "nowhere")] {
      try manager.createSymbolicLink(atPath: "\(files)/\(name)", withDestinationPath: target)
    }
    try #require(unsafe mkfifo("\(files)/pipe", 0o600) == 0)
    let image = programs.directory + "/registry"
    let made = try programs.utcli(["image", "--write-to", image])
    try #require(made.status == 0, "\(made.errorText)")
    try #require(unsafe chmod(image, 0o600) == 0)
    registry = try RegistryFile(at: #require(FilePath(image))).registry
    var opened: OpaquePointer?
    try #require(unsafe TypeRegistryC.openImage(image, &opened) == TR_OK)
    unsafe handle = opened
  }

  deinit { _ = unsafe TypeRegistryC.close(handle) }

  /// The files, in byte order.
  var paths: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: files).sorted().map { "\(files)/\($0)" }
    }
  }

  /// The applications that a function fills in, which is asked first for their number alone.
  func handlers(
    _ function: (UnsafeMutablePointer<tr_handler>?, Int, UnsafeMutablePointer<Int>?) -> CInt
  ) -> [tr_handler]? {
    var count = 0
    guard unsafe function(nil, 0, &count) == TR_OK else { return nil }
    var found = unsafe [tr_handler](repeating: tr_handler(), count: count)
    guard unsafe function(&found, count, &count) == TR_OK else { return nil }
    return unsafe found
  }

  /// What a call for launches gave, as text.
  struct Prepared: Equatable {
    var code: CInt
    var vectors: [[String]] = []
    /// Of the first process.
    var directory: String?
    var tokens: [String] = []
    var targets = 0..<0
  }

  /// Prepares launches, and frees them.
  func launches(_ bundle: String, _ targets: [String], action: String? = nil) -> Prepared {
    var launches: UnsafeMutablePointer<tr_launch>?
    var count = 0
    let targets = targets.map { $0 + "\0" }.joined()
    let code = unsafe TypeRegistryC.prepareLaunch(
      handle, bundle, action, targets, targets.utf8.count, &launches, &count)
    var prepared = Prepared(code: code)
    guard let launches = unsafe launches else { return prepared }
    for index in 0..<count {
      let vector = unsafe texts(launches[index].arguments)
      #expect(unsafe vector.count == launches[index].argument_count)
      prepared.vectors.append(vector)
    }
    unsafe prepared.directory = text(launches[0].directory)
    unsafe prepared.tokens = texts(launches[0].token_variables)
    let first = unsafe launches[0].first_target
    unsafe prepared.targets = first..<first + launches[0].target_count
    unsafe TypeRegistryC.freeLaunches(launches)
    return prepared
  }
}

/// The texts of an array that ends in NULL.
private func texts(_ start: UnsafePointer<UnsafePointer<CChar>?>) -> [String] {
  var found: [String] = []
  while let next = unsafe text(start[found.count]) { found.append(next) }
  return found
}

/// The text that a pointer leads to.
func text(_ pointer: UnsafePointer<CChar>?) -> String? {
  unsafe pointer.map { unsafe String(cString: $0) }
}
