// SPDX-License-Identifier: MIT

internal import StrictJSON

// Single values: their expected kind, and the tolerated variants.

extension BundleParser {
  /// The value of `key`, which must be a string.
  mutating func string(_ value: JSONValue, _ key: JSONValue) -> String? {
    if let text = value.string { return text }
    wrongType(value, key.nameText, expected: "a string")
    return nil
  }

  /// The string of a name or description; `nil` for an empty one.
  mutating func displayString(_ value: JSONValue, _ key: JSONValue) -> String? {
    guard let text = string(value, key) else { return nil }
    guard !text.isEmpty else {
      sink.add(
        .note, .emptyValue, at: value, "'\(key.nameText)' is empty",
        hint: "write a name or remove the key", isAcceptedByApple: true)
      return nil
    }
    if rejectIfUnexpanded(text, value, .warning) || rejectIfTooLong(text, value, key) { return nil }
    if !text.utf8.allSatisfy({ $0 &- 0x20 < 0x5F }),
      let scalar = text.unicodeScalars.first(where: \.isInvisible)
    {
      sink.add(
        .note, .invisibleCharacter, at: value,
        "'\(key.nameText)' holds the invisible character U+\(hexadecimal(scalar.value, 4))",
        hint: "remove it unless the script needs it", isAcceptedByApple: true)
    }
    return text
  }

  /// The text of a version, also if it is a number.
  mutating func versionText(_ value: JSONValue, _ key: JSONValue) -> String? {
    if let number = value.numberText {
      if rejectIfTooLong(number, value, key) { return nil }
      sink.add(
        .warning, .wrongType, at: value,
        "expected a string in '\(key.nameText)', found a number",
        hint: "write it as a string: as numbers 3.1 and 3.10 are the same")
      return number
    }
    guard let text = string(value, key), !rejectIfUnexpanded(text, value, .warning),
      !rejectIfTooLong(text, value, key)
    else { return nil }
    return text.trimmingBlanks
  }

  /// A boolean, also if it is written as a string or number, as in existing files.
  ///
  /// CoreFoundation accepts all of these for `LSTypeIsPackage` and similar keys.
  mutating func boolean(_ value: JSONValue, _ key: JSONValue) -> Bool {
    if let boolean = value.boolean { return boolean }
    let word = (value.string ?? value.numberText)?.trimmingBlanks.asciiLowercased
    let read: Bool? =
      switch word {
      case "yes", "true", "1": true
      case "no", "false", "0": false
      default: nil
      }
    guard let read else {
      wrongType(value, key.nameText, expected: "a boolean")
      return false
    }
    sink.add(
      .warning, .looseBoolean, at: value,
      "expected a boolean in '\(key.nameText)', found \(value.kind.phrase)",
      hint: "write \(read ? "true" : "false")", isAcceptedByApple: true)
    return read
  }

  /// The strings of `key`: the elements of an array, or a single string.
  ///
  /// Elements that are not strings are left out; empty arrays and strings get a diagnostic.
  mutating func strings(_ value: JSONValue, _ key: JSONValue) -> [JSONValue] {
    switch value.kind {
    case .string:
      return rejectIfEmpty(value, key) ? [] : [value]
    case .array:
      let elements = value.elements
      if elements.isEmpty {
        sink.add(
          .note, .emptyValue, at: value, "'\(key.nameText)' is empty", hint: "remove the key",
          isAcceptedByApple: true)
        return []
      }
      var strings: [JSONValue] = []
      strings.reserveCapacity(elements.count)
      for element in elements {
        guard element.kind == .string else {
          wrongType(element, key.nameText, expected: "a string")
          continue
        }
        if !rejectIfEmpty(element, key) { strings.append(element) }
      }
      return strings
    default:
      wrongType(value, key.nameText, expected: "a string or an array of strings")
      return []
    }
  }

  private mutating func rejectIfEmpty(_ value: JSONValue, _ key: JSONValue) -> Bool {
    guard value.equals("") else { return false }
    sink.add(
      .warning, .emptyValue, at: value, "'\(key.nameText)' holds an empty string",
      hint: "remove it", isAcceptedByApple: true)
    return true
  }

  /// The objects of the array of `key`.
  mutating func objects(_ value: JSONValue, _ key: JSONValue) -> [JSONValue] {
    guard value.kind == .array else {
      wrongType(value, key.nameText, expected: "an array of objects")
      return []
    }
    var objects: [JSONValue] = []
    for element in value.elements {
      if !rejectUnlessObject(element, key.nameText) { objects.append(element) }
    }
    return objects
  }

  /// The name of an icon, which is looked up in icon themes and is never a path.
  mutating func iconName(_ value: JSONValue, _ key: JSONValue) -> String? {
    // Xcode's template for applications has an empty one.
    if value.equals("") {
      sink.add(
        .note, .emptyValue, at: value, "'\(key.nameText)' is empty", hint: "remove the key",
        isAcceptedByApple: true)
      return nil
    }
    guard let first = strings(value, key).first, let name = first.string else { return nil }
    guard !name.utf8.contains(UInt8(ascii: "/")), !name.hasPrefix("."),
      !name.unicodeScalars.contains(where: \.isInvisible)
    else {
      sink.add(
        .warning, .invalidIconName, at: first,
        "icon name '\(name.shortened)' holds a '/' or a control character, or begins with a dot",
        hint: "write the name of the file alone")
      return nil
    }
    return rejectIfUnexpanded(name, first, .warning) || rejectIfTooLong(name, first, key)
      ? nil : name
  }

  /// Adds a diagnostic if `text` is too long, and returns whether it is.
  private mutating func rejectIfTooLong(_ text: String, _ value: JSONValue, _ key: JSONValue)
    -> Bool
  {
    guard text.utf8.count > DeclarationLimits.maximumTextBytes else { return false }
    sink.add(
      .warning, .textTooLong, at: value,
      "'\(key.nameText.shortened)' has more than \(DeclarationLimits.maximumTextBytes) "
        + "bytes and is ignored",
      hint: "shorten it")
    return true
  }

  /// Adds a diagnostic if `value` is not an object, and returns whether it added one.
  mutating func rejectUnlessObject(
    _ value: JSONValue, _ key: @autoclosure () -> String, expected: String = "an object"
  ) -> Bool {
    if value.kind == .object { return false }
    wrongType(value, key(), expected: expected)
    return true
  }

  mutating func wrongType(_ value: JSONValue, _ key: String, expected: String) {
    sink.add(
      .error, .wrongType, at: value,
      "expected \(expected) in '\(key)', found \(value.kind.phrase)",
      hint: "write \(expected)", isAcceptedByApple: false)
  }

  mutating func unknownKey(_ name: JSONValue, in keys: [String]) {
    guard let key = name.string, !keys.contains(key) else { return }
    sink.add(
      .note, .unknownKey, at: name, "key '\(key.shortened)' is not known",
      hint: KnownKeys.nearest(to: key, in: keys).map { "did you mean '\($0)'?" },
      isAcceptedByApple: true)
  }

  /// Adds a diagnostic if `text` holds a variable that a build step should have replaced, and returns whether
  /// it does.
  ///
  /// Such as `$(NAME)`, `${NAME}`, `@NAME@`.
  mutating func rejectIfUnexpanded(
    _ text: String, _ value: JSONValue, _ severity: Diagnostic.Severity
  ) -> Bool {
    guard let variable = text.unexpandedVariable else { return false }
    sink.add(
      severity, .unexpandedVariable, at: value,
      "variable '\(variable.shortened)' is not replaced",
      hint: "use the file that the build step makes of this one")
    return true
  }
}

extension String {
  /// The first build variable in the text, or `nil`.
  var unexpandedVariable: String? {
    guard utf8.contains(where: { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "@") }) else {
      return nil
    }
    let bytes = Array(utf8)
    for index in bytes.indices.dropLast() {
      let closing: UInt8
      var start = index + 1
      switch (bytes[index], bytes[index + 1]) {
      case (UInt8(ascii: "$"), UInt8(ascii: "(")): closing = UInt8(ascii: ")")
      case (UInt8(ascii: "$"), UInt8(ascii: "{")): closing = UInt8(ascii: "}")
      case (UInt8(ascii: "@"), _):
        // A mail address has one '@'; names of variables are capital letters.
        closing = UInt8(ascii: "@")
        while start < bytes.count, bytes[start] &- 0x41 < 26 || bytes[start] == UInt8(ascii: "_") {
          start += 1
        }
        guard start > index + 1, start < bytes.count, bytes[start] == closing else { continue }
      default: continue
      }
      let end = bytes[start...].firstIndex(of: closing) ?? bytes.count - 1
      return String(decoding: bytes[index...end], as: UTF8.self)
    }
    return nil
  }
}
