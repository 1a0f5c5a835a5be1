// SPDX-License-Identifier: MIT

internal import Glibc

/// A digest of each variable that decides where a registry's inputs and the user's choices are, in
/// a few bytes.
///
/// A daemon writes it beside its socket (``CurrentMark``, ``InputStamps``). A client whose own
/// digest differs has other files, or another store, and answers by itself. The meaning of a
/// variable decides: one that is unset is equal to its default, and slashes more or less make no
/// difference.
///
/// The names in `XDG_CURRENT_DESKTOP` decide only which lists are read beside `mimeapps.list`. So two
/// environments that differ in them alone are the same, as long as neither has such a list:
/// ``RegistryLocations/differences(from:)``.
///
/// `PATH` decides only about programs that no fixed directory has. So it is compared only if an application
/// needs such a program, and then by the directories that supply one.
///
/// As text it is sixteen hexadecimal digits for all of it but the programs, eight for each ``Part``, eight
/// for the text of `PATH`, and `+` if there is a list of the desktop, else `-`.
package struct EnvironmentDigest: Hashable, Sendable {
  /// A part of the environment that has a digest of its own, in the order of the text.
  ///
  /// A further part changes the length of the text, so that programs of other versions do not read it.
  package enum Part: Int, CaseIterable, Sendable {
    case dataHome, dataDirectories, configHome, configDirectories, stateHome, declarations
    case freedesktop, home, programs, desktop

    /// The variable, for people.
    package var variable: String {
      switch self {
      case .dataHome: "XDG_DATA_HOME"
      case .dataDirectories: "XDG_DATA_DIRS"
      case .configHome: "XDG_CONFIG_HOME"
      case .configDirectories: "XDG_CONFIG_DIRS"
      case .stateHome: "XDG_STATE_HOME"
      case .declarations: "TYPED_DECLARATIONS"
      case .freedesktop: "TYPED_FREEDESKTOP"
      case .home: "HOME or root directory"
      case .programs: "PATH"
      case .desktop: "XDG_CURRENT_DESKTOP"
      }
    }
  }

  private static let digits = 8
  private static let partCount = Part.desktop.rawValue + 1
  /// The first digits are of all parts together, so that the usual comparison makes one digest.
  private static let digitsOfAll = 16
  private static let textLength = digitsOfAll + (partCount + 1) * digits + 1

  /// The text, without its last byte.
  private let words: [UInt8]
  /// Whether there is a list of applications that is read for the names of the desktop only.
  package let hasDesktopLists: Bool

  /// The digest of an environment and a store.
  ///
  /// - Parameters:
  ///   - environment: The variables that decide where declarations and lists are.
  ///   - store: Where choices are kept.
  ///   - hasDesktopLists: Whether there is a list that is read for the names of the desktop only.
  ///   - programs: The inputs of the search for programs along `PATH`; empty if there is none.
  package init(
    of environment: Environment, store: StoreLocation?, hasDesktopLists: Bool,
    programs: [UInt8] = []
  ) {
    self.hasDesktopLists = hasDesktopLists
    let meaning = Self.meaning(of: environment, store)
    var words: [UInt8] = []
    words.reserveCapacity(Self.textLength)
    Self.append(Self.digitsOfAll, of: meaning[...], to: &words)
    var rest = meaning[...]
    for part in 0..<Self.partCount {
      let end = rest.firstIndex(of: 0) ?? rest.endIndex
      let isOfPrograms = part == Part.programs.rawValue
      Self.append(Self.digits, of: isOfPrograms ? programs[...] : rest[..<end], to: &words)
      rest = rest[end...].dropFirst()
    }
    Self.append(Self.digits, of: (environment.programPath ?? [])[...], to: &words)
    self.words = words
  }

  /// Whether it is of an environment and a store, whatever lists of the desktop there are.
  ///
  /// - Returns: False also if only the texts of `PATH` differ, and that matters.
  /// - Complexity: That of one digest, or two.
  package func isOf(_ environment: Environment, store: StoreLocation?) -> Bool {
    var digits: [UInt8] = []
    Self.append(Self.digitsOfAll, of: Self.meaning(of: environment, store)[...], to: &digits)
    guard words.prefix(Self.digitsOfAll).elementsEqual(digits) else { return false }
    if !searchesPrograms { return true }
    digits.removeAll(keepingCapacity: true)
    Self.append(Self.digits, of: (environment.programPath ?? [])[...], to: &digits)
    return words.suffix(Self.digits).elementsEqual(digits)
  }

  /// Whether programs are searched along `PATH`, or in directories that declarations name.
  package var searchesPrograms: Bool { !isOfNothing(.programs) }

  /// The meanings of all parts, each with a zero byte after it, which no variable has.
  private static func meaning(of environment: Environment, _ store: StoreLocation?) -> [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(512)
    // Without an array of all parts, which would be the only one of its kind in a one-shot program.
    var index = 0
    while let part = Part(rawValue: index) {
      index += 1
      append(part, of: environment, store, to: &all)
      all.append(0)
    }
    return all
  }

  private static func append(
    _ count: Int, of meaning: ArraySlice<UInt8>, to words: inout [UInt8]
  ) {
    let digest = unsafe Hashing.digest(of: meaning.span.bytes).high
    var shift = UInt64(count * 4)
    while shift > 0 {
      shift -= 4
      let digit = UInt8(truncatingIfNeeded: digest >> shift) & 15
      words.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
    }
  }

  /// The digest with that text; `nil` if it is not one, or of a program of another version.
  package init?(text: [UInt8]) {
    guard text.count == Self.textLength, let last = text.last,
      last == UInt8(ascii: "+") || last == UInt8(ascii: "-")
    else { return nil }
    words = Array(text.dropLast())
    hasDesktopLists = last == UInt8(ascii: "+")
  }

  /// The digest as text, in ASCII.
  package var text: [UInt8] { words + [hasDesktopLists ? UInt8(ascii: "+") : UInt8(ascii: "-")] }

  /// The parts that differ.
  package func parts(differingFrom other: EnvironmentDigest) -> [Part] {
    Part.allCases.filter { part in
      let range = Self.range(of: part)
      return words[range] != other.words[range]
    }
  }

  private static func range(of part: Part) -> Range<Int> {
    let start = digitsOfAll + part.rawValue * digits
    return start..<start + digits
  }

  /// Whether a part means nothing, such as names of a desktop that are unset.
  private func isOfNothing(_ part: Part) -> Bool {
    var ofNone: [UInt8] = []
    Self.append(Self.digits, of: [], to: &ofNone)
    return words[Self.range(of: part)].elementsEqual(ofNone)
  }

  /// Whether it is of an environment without names of a desktop.
  package var isWithoutDesktop: Bool { isOfNothing(.desktop) }

  // MARK: - Meanings of the variables

  private static func append(
    _ part: Part, of environment: Environment, _ store: StoreLocation?, to meaning: inout [UInt8]
  ) {
    switch part {
    case .dataHome:
      appendDirectory(environment.dataHome, ".local/share", environment, &meaning)
    case .dataDirectories:
      appendList(environment.dataDirectories, "/usr/local/share:/usr/share", &meaning)
    case .configHome: appendDirectory(environment.configHome, ".config", environment, &meaning)
    case .configDirectories: appendList(environment.configDirectories, "/etc/xdg", &meaning)
    case .stateHome: if let store { appendPath(store.directory.bytes[...], &meaning) }
    case .declarations:
      // Unset and empty differ.
      if let value = environment.declarations { meaning += [UInt8(ascii: "=")] + value }
    case .freedesktop: if !environment.usesFreedesktop { meaning.append(UInt8(ascii: "0")) }
    case .home:
      // Programs are searched below it.
      if let home = environment.home { appendPath(home[...], &meaning) }
      // In a container the same paths are other files.
      guard let root = (try? FileStatus(of: .root))?.stamp else { return }
      meaning.append(UInt8(ascii: ":"))
      appendNumber(root.device, &meaning)
      appendNumber(root.inode, &meaning)
    case .programs: break
    case .desktop:
      guard let names = environment.currentDesktop else { return }
      var rest = names[...]
      while !rest.isEmpty {
        let name = DeclarationSearchPath.takeElement(from: &rest)
        if name.isEmpty { continue }
        for byte in name { meaning.append(byte.asciiLowercased) }
        meaning.append(UInt8(ascii: ":"))
      }
    }
  }

  private static func appendDirectory(
    _ value: [UInt8]?, _ usual: StaticString, _ environment: Environment,
    _ meaning: inout [UInt8]
  ) {
    if let value, value.first == UInt8(ascii: "/") { return appendPath(value[...], &meaning) }
    guard let home = environment.home, home.first == UInt8(ascii: "/") else { return }
    appendPath(home[...], &meaning)
    meaning.append(UInt8(ascii: "/"))
    usual.withUTF8Buffer { unsafe meaning.append(contentsOf: $0) }
  }

  private static func appendList(
    _ value: [UInt8]?, _ usual: StaticString, _ meaning: inout [UInt8]
  ) {
    guard let value, !value.isEmpty else {
      return usual.withUTF8Buffer { text in
        unsafe meaning.append(contentsOf: text)
        meaning.append(UInt8(ascii: ":"))
      }
    }
    var rest = value[...]
    while !rest.isEmpty {
      let element = DeclarationSearchPath.takeElement(from: &rest)
      // Relative directories are ignored (XDG Base Directory Specification).
      guard element.first == UInt8(ascii: "/") else { continue }
      appendPath(element, &meaning)
      meaning.append(UInt8(ascii: ":"))
    }
  }

  /// Appends a number in digits and a colon, none of them a zero byte.
  private static func appendNumber(_ number: UInt64, _ meaning: inout [UInt8]) {
    var rest = number
    repeat {
      meaning.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    meaning.append(UInt8(ascii: ":"))
  }

  /// Appends a path without slashes that mean nothing.
  private static func appendPath(_ path: ArraySlice<UInt8>, _ meaning: inout [UInt8]) {
    var isAfterSlash = false
    for byte in path {
      let isSlash = byte == UInt8(ascii: "/")
      if !isSlash {
        if isAfterSlash { meaning.append(UInt8(ascii: "/")) }
        meaning.append(byte)
      }
      isAfterSlash = isSlash
    }
  }
}

extension RegistryLocations {
  /// The digest of the environment of these locations, as their files are now.
  package var environmentDigest: EnvironmentDigest {
    EnvironmentDigest(
      of: environment, store: store, hasDesktopLists: hasDesktopLists, programs: programStates)
  }

  /// The inputs of the search for programs along `PATH` and in named directories, as the last
  /// registry found it; empty if there is none.
  private var programStates: [UInt8] {
    guard let names = programNames else { return [] }
    // Not empty: another environment may have a directory with a program that this one lacks.
    return [1] + names.states(in: environment).flatMap { $0 + [0] }
  }

  /// Whether there is a list of applications that is read for the names in `XDG_CURRENT_DESKTOP` only.
  private var hasDesktopLists: Bool {
    let names = DeclarationSearchPath.listNames(environment)
    guard !names.isEmpty, environment.declarations == nil, environment.usesFreedesktop else {
      return false
    }
    return findSearchPath().directories.contains { directory in
      directory.format == .associations
        && names.contains { (try? FileStatus(of: directory.path.appending($0))) != nil }
    }
  }

  /// The parts in which the environment of a daemon differs from that of these locations; none if the
  /// daemon has these declarations, lists and choices.
  ///
  /// - Complexity: Looks for the lists of the desktop only if nothing else than its names differs, and for
  ///   programs only if nothing differs and the daemon searches some.
  package func differences(from daemon: EnvironmentDigest) -> [EnvironmentDigest.Part] {
    func own(programs: [UInt8]) -> EnvironmentDigest {
      EnvironmentDigest(
        of: environment, store: store, hasDesktopLists: false, programs: programs)
    }
    var parts = own(programs: []).parts(differingFrom: daemon)
    parts.removeAll { $0 == .programs }
    if parts == [.desktop], !daemon.hasDesktopLists, !hasDesktopLists { parts = [] }
    guard parts.isEmpty, daemon.searchesPrograms else { return parts }
    return own(programs: programStates).parts(differingFrom: daemon).filter { $0 == .programs }
  }
}
