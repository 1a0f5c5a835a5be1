// SPDX-License-Identifier: MIT

public import CTypeRegistry
internal import Glibc
internal import TypeRegistry

/// See `typeregistry.h`.
@c(tr_applications)
public func applications(
  _ registry: OpaquePointer?, _ locale: UnsafePointer<CChar>?,
  _ handlers: UnsafeMutablePointer<tr_handler>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> CInt {
  unsafe listing(registry, locale, handlers, capacity, count) { (numbers, languages) in
    numbers.generation.rankedApplications.all(in: languages)
  }
}

/// See `typeregistry.h`.
@c(tr_application)
public func application(
  _ registry: OpaquePointer?, _ bundle: UnsafePointer<CChar>?, _ locale: UnsafePointer<CChar>?,
  _ handler: UnsafeMutablePointer<tr_handler>?
) -> CInt {
  returning { () throws(Failure) in
    guard let handler = unsafe handler else { throw .argument }
    let numbers = try TypeNumbers(UInt(bitPattern: registry))
    let name = try unsafe text(bundle)
    let language = try unsafe Language(locale, in: numbers.open)
    let applications = numbers.generation.rankedApplications
    guard let found = applications.named(name, in: language.languages) else { return Code.none }
    unsafe handler.pointee = tr_handler(found, keptBy: numbers.open)
    return Code.ok
  }
}

/// See `typeregistry.h`.
@c(tr_actions)
public func actions(
  _ registry: OpaquePointer?, _ bundle: UnsafePointer<CChar>?, _ locale: UnsafePointer<CChar>?,
  _ actions: UnsafeMutablePointer<tr_action>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> CInt {
  returning { () throws(Failure) in
    var answers = try unsafe AnswerArray(actions, capacity: capacity, count: count)
    let numbers = try TypeNumbers(UInt(bitPattern: registry))
    let open = numbers.open
    let language = try unsafe Language(locale, in: open)
    let application = try numbers.application(named: try unsafe text(bundle))
    for action in application.readActions(in: language.languages) {
      unsafe answers.append(
        tr_action(
          identifier: open.keep(action.identifier), name: open.keep(action.name),
          icon: action.iconName.map { unsafe open.keep($0) }))
    }
    return unsafe answers.finish()
  }
}

/// See `typeregistry.h`.
@c(tr_prepare_launch)
public func prepareLaunch(
  _ registry: OpaquePointer?, _ bundle: UnsafePointer<CChar>?, _ action: UnsafePointer<CChar>?,
  _ targets: UnsafePointer<CChar>?, _ length: Int,
  _ launches: UnsafeMutablePointer<UnsafeMutablePointer<tr_launch>?>?,
  _ count: UnsafeMutablePointer<Int>?
) -> CInt {
  returning { () throws(Failure) in
    guard let launches = unsafe launches, let count = unsafe count else { throw .argument }
    let words = unsafe try name(targets, length, longest: Longest.names).names().names
    let numbers = try TypeNumbers(UInt(bitPattern: registry))
    var application = try numbers.application(named: try unsafe text(bundle))
    if let action = unsafe action {
      let identifier = try unsafe text(action)
      let known = application.readActions()
      guard let found = known.first(where: { $0.identifier == identifier }) else {
        throw .application
      }
      application = application.performing(found)
    }
    let directory = LaunchTarget.workingDirectory()
    let found: [LaunchTarget]
    do { found = try words.map { try LaunchTarget(naming: $0, in: directory) } } catch {
      throw .argument
    }
    let prepared: [Launch]
    do throws(LaunchFailure) { prepared = try application.launches(opening: found) } catch {
      throw Failure(error)
    }
    guard let block = unsafe LaunchBlock.make(prepared) else { throw .limit }
    unsafe launches.pointee = block
    unsafe count.pointee = prepared.count
    return Code.ok
  }
}

/// See `typeregistry.h`.
@c(tr_free)
public func freeLaunches(_ launches: UnsafeMutablePointer<tr_launch>?) {
  unsafe free(launches)
}

extension TypeNumbers {
  /// The application of an identifier, which may be started.
  fileprivate func application(named bundle: String) throws(Failure) -> LaunchApplication {
    guard open.isProtected else { throw .unsafeLaunch }
    let found = generation.rankedApplications.named(bundle, in: .none)
    guard let found else { throw .application }
    return LaunchApplication(found)
  }
}

extension Failure {
  /// The number of a failure to start an application.
  fileprivate init(_ failure: LaunchFailure) {
    self =
      switch failure {
      case .cannotStart, .holdsNUL: .application
      case .takesNoFiles, .takesNoURLs: .target
      case .runsNames: .unsafeLaunch
      case .noTerminal, .refusedTerminal: .terminal
      }
  }
}
