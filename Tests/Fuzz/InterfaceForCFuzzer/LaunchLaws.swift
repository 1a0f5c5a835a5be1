// SPDX-License-Identifier: MIT

import CTypeRegistry
import TypeRegistry
import TypeRegistryC

/// A process to start, copied from the structure of C.
private struct Process: Equatable {
  var arguments: [[UInt8]]
  var directory: String?
  var tokenVariables: [String]
  var targets: Range<Int>
}

/// The texts of an array that ends in NULL.
private func texts(_ array: UnsafePointer<UnsafePointer<CChar>?>?) -> [[UInt8]] {
  var texts: [[UInt8]] = []
  guard var next = unsafe array else { return texts }
  while let text = unsafe next.pointee {
    var length = 0
    while unsafe text[length] != 0 { length += 1 }
    let bytes = unsafe UnsafeBufferPointer(start: text, count: length)
    unsafe texts.append(bytes.map { UInt8(bitPattern: $0) })
    unsafe next += 1
  }
  return texts
}

extension Process {
  init(_ launch: tr_launch) {
    arguments = unsafe texts(launch.arguments)
    precondition(unsafe arguments.count == launch.argument_count, "a vector ends in NULL")
    directory = unsafe launch.directory.map { unsafe String(cString: $0) }
    tokenVariables = unsafe texts(launch.token_variables).map {
      String(decoding: $0, as: UTF8.self)
    }
    let first = unsafe launch.first_target
    targets = unsafe first..<first + launch.target_count
  }

  init(_ launch: Launch) {
    arguments = launch.arguments
    directory = launch.workingDirectory
    tokenVariables = launch.tokenVariables
    targets = launch.targets
  }
}

extension Calls {
  /// Checks that C and the library have the same processes for an application, and start none.
  mutating func checkLaunches() {
    let bundle = World.bundles[Int(byte()) % World.bundles.count]
    let actions = [nil, nil, "new-window", "print", "lost", "none"]
    let action = actions[Int(byte()) % actions.count]
    let words: [[UInt8]] = (0..<Int(byte() % 4)).map { _ in
      text().dropLast().map { UInt8(bitPattern: $0) }
    }
    let targets: [UInt8] = words.flatMap { word in word + [0] }
    let (code, processes) = unsafe prepare(shared, bundle, action, targets)
    let known = library(bundle, action, words)
    precondition((code == TR_OK) == (known != nil), "C has processes where the library has some")
    precondition(processes == known ?? [], "they are the same")
    for process in processes {
      precondition(process.arguments.first?.first == UInt8(ascii: "/"), "a program has a path")
      precondition(process.targets.upperBound <= words.count, "a target is one of the call's")
    }
  }

  private func prepare(
    _ registry: OpaquePointer?, _ bundle: String, _ action: String?, _ targets: [UInt8]
  ) -> (code: CInt, processes: [Process]) {
    var launches: UnsafeMutablePointer<tr_launch>?
    var count = 0
    let bytes = targets.map { CChar(bitPattern: $0) }
    let code =
      if let action {
        unsafe prepareLaunch(registry, bundle, action, bytes, bytes.count, &launches, &count)
      } else {
        unsafe prepareLaunch(registry, bundle, nil, bytes, bytes.count, &launches, &count)
      }
    guard code == TR_OK else {
      precondition(unsafe launches == nil && count == 0, "an error changes nothing")
      return (code, [])
    }
    let block = unsafe UnsafeBufferPointer(start: launches, count: count)
    let processes = unsafe block.map { unsafe Process($0) }
    unsafe freeLaunches(launches)
    return (code, processes)
  }

  /// The processes by the library; `nil` for an error.
  private func library(_ bundle: String, _ action: String?, _ words: [[UInt8]]) -> [Process]? {
    let directory = HandlerDirectory(World.shared.registry, bindings: [])
    guard let handler = directory.application(named: bundle, in: .none) else { return nil }
    var application = LaunchApplication(handler)
    if let action {
      let known = application.readActions()
      guard let found = known.first(where: { $0.identifier == action }) else { return nil }
      application = application.performing(found)
    }
    let place = LaunchTarget.workingDirectory()
    let targets = try? words.map { try LaunchTarget(naming: $0, in: place) }
    guard let targets else { return nil }
    return (try? application.launches(opening: targets)).map { $0.map { Process($0) } }
  }

  /// Checks the actions of a desktop entry that has just been written from the bytes.
  mutating func checkActions() {
    guard !isChanged else { return }
    isChanged = true
    World.shared.writeChanging(text().dropLast().map { UInt8(bitPattern: $0) })
    _ = unsafe refresh(changing, nil)
    var actions = unsafe [tr_action](repeating: tr_action(), count: 8)
    var count = 0
    let code = unsafe TypeRegistryC.actions(changing, "changing", nil, &actions, 8, &count)
    guard code == TR_OK else {
      precondition(code == TR_ERROR_APPLICATION && count == 0, "there is no such application")
      return
    }
    for index in unsafe actions.indices.prefix(count) {
      let action = unsafe actions[index]
      let identifier = unsafe String(cString: action.identifier)
      precondition(unsafe !String(cString: action.name).isEmpty, "an action has a name")
      let (code, processes) = unsafe prepare(changing, "changing", identifier, [])
      let errors = [TR_ERROR_APPLICATION, TR_ERROR_TERMINAL, TR_ERROR_UNSAFE]
      precondition((code == TR_OK) == (processes.count == 1), "an action is one process")
      precondition(code == TR_OK || errors.contains(Int(code)), "or it cannot be started")
    }
  }
}
