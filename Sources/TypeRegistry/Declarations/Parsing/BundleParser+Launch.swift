// SPDX-License-Identifier: MIT

internal import StrictJSON

// The arguments that start the application.

extension BundleParser {
  mutating func readLaunch(_ value: JSONValue, _ key: JSONValue) {
    if rejectUnlessObject(value, "TRLaunch") { return }
    for (name, value) in value.members {
      if name.equals("Arguments") {
        readArguments(value, name)
      } else if name.equals("Terminal") {
        bundle.isTerminal = boolean(value, name)
      } else {
        unknownKey(name, in: KnownKeys.launch)
      }
    }
  }

  /// Accepts all arguments or none: a vector without one of them would start something else.
  private mutating func readArguments(_ value: JSONValue, _ key: JSONValue) {
    let elements = value.kind == .string ? [value] : Array(value.elements)
    guard !elements.isEmpty, elements.allSatisfy({ $0.kind == .string }) else {
      invalidArguments(value, "expected an array of strings in 'Arguments'")
      return
    }
    guard elements.count <= DeclarationLimits.maximumLaunchArguments else {
      invalidArguments(
        value, "'Arguments' has more than \(DeclarationLimits.maximumLaunchArguments) elements")
      return
    }
    let arguments = elements.compactMap(\.string)
    guard arguments.reduce(0, { $0 + $1.utf8.count }) <= DeclarationLimits.maximumLaunchBytes
    else {
      invalidArguments(
        value, "'Arguments' has more than \(DeclarationLimits.maximumLaunchBytes) bytes in all")
      return
    }
    for (argument, element) in zip(arguments, elements) {
      if rejectIfUnexpanded(argument, element, .error) { return }
    }
    guard let program = arguments.first, !program.isEmpty, LaunchPlaceholder(program) == nil
    else {
      invalidArguments(elements[0], "first argument is not the name of a program")
      return
    }
    if let index = LaunchScript.index(in: arguments) {
      invalidArguments(
        elements[index],
        "a shell or another program would run a file's name at '\(arguments[index].shortened)' as a "
          + "command")
      return
    }
    for (argument, element) in zip(arguments, elements) {
      if LaunchPlaceholder(argument) == nil, let code = Self.placeholder(in: argument) {
        let isKnown = LaunchPlaceholder(code) != nil
        let problem =
          isKnown ? "must be an argument, or the end of an option" : "is not a placeholder"
        sink.add(
          .warning, .unknownPlaceholder, at: element,
          "'\(code)' \(problem); '\(argument.shortened)' is passed literally",
          hint: "write '%f', '%F', '%u' or '%U' as an argument of its own")
      }
    }
    bundle.launchArguments = arguments
  }

  /// Warns about claims of an application that takes no file.
  mutating func checkPlaceholders(_ root: JSONValue) {
    guard !bundle.claims.isEmpty, !bundle.launchArguments.isEmpty,
      !bundle.launchArguments.contains(where: { LaunchPlaceholder($0)?.takesTarget == true })
    else { return }
    sink.add(
      .warning, .missingPlaceholder, at: root["TRLaunch"]?["Arguments"],
      "'Arguments' has no %f, %F, %u or %U, so no file can be passed",
      hint: "add '%F', '%f', '%U' or '%u', such as [\"restaurant\", \"--open\", \"%F\"]")
  }

  /// The first `%` and letter of an argument.
  private static func placeholder(in argument: String) -> String? {
    let bytes = Array(argument.utf8)
    for index in bytes.indices.dropLast()
    where bytes[index] == UInt8(ascii: "%") && bytes[index + 1].asciiLowercased &- 0x61 < 26 {
      return String(decoding: bytes[index...index + 1], as: UTF8.self)
    }
    return nil
  }

  private mutating func invalidArguments(_ value: JSONValue, _ message: String) {
    sink.add(
      .error, .invalidArguments, at: value, message,
      hint: "write the program and its arguments, such as [\"restaurant\", \"--open\", \"%F\"]")
  }
}
