// SPDX-License-Identifier: MIT

internal import TypeRegistry

// Operands that name applications.

extension Session {
  /// The bundle identifier of the application that `word` names.
  ///
  /// A word is an identifier; else the name of one application, or the last label of its identifier
  /// (`zathura` for `org.pwmt.zathura`), or the name of its desktop file. An identifier in another case means the only application whose
  /// identifier differs in case alone; names are compared without case. Both of ASCII letters alone:
  /// other letters that fold alike belong to other applications.
  ///
  /// - Parameters:
  ///   - word: The word on the command line.
  ///   - mayBeMissing: Whether an identifier that no application has is accepted, with a note.
  /// - Returns: The identifier as its bundle spells it; `word` itself if it may be missing, and is.
  /// - Throws: ``Failure`` that lists the applications which the word could mean.
  func bundle(_ word: [UInt8], mayBeMissing: Bool = false) throws(Failure) -> String {
    guard let text = String(validating: word, as: UTF8.self), !text.isEmpty else {
      throw Failure(
        .badData, "'\(String(decoding: word, as: UTF8.self))' is not a bundle identifier")
    }
    let bundles = try namedBundles()
    if let meant = try Self.meant(by: text, among: bundles) { return meant }
    let hint = Self.near(text, among: bundles)
    guard mayBeMissing, text.utf8.contains(UInt8(ascii: ".")) else {
      let other = try meantSubject(word)
      throw Failure(
        .negative, "application '\(text)' not found",
        hint: hint ?? other ?? "'utcli apps' lists the applications")
    }
    note("application '\(text)' not found" + (hint.map { "; \($0)" } ?? ""))
    return text
  }

  /// The bundle identifier of the application that comes last in a command line, after what it is for.
  ///
  /// - Parameters:
  ///   - words: All of these words, the application last.
  ///   - mayBeMissing: As of ``bundle(_:mayBeMissing:)``.
  /// - Returns: The identifier as its bundle spells it.
  /// - Throws: ``Failure`` as there; it has the right line for words in the order of `xdg-mime`.
  func bundle(
    endingIn words: ArraySlice<[UInt8]>, mayBeMissing: Bool = false
  ) throws(Failure) -> String {
    guard let first = words.first, let last = words.last, words.count > 1 else {
      throw .usage("an application is missing: BUNDLE", hint: "'utcli apps' lists them")
    }
    let bundles = try namedBundles()
    if let text = String(validating: first, as: UTF8.self),
      let other = String(validating: last, as: UTF8.self),
      try Self.meant(by: other, among: bundles) == nil,
      let application = try? Self.meant(by: text, among: bundles),
      (try? FileInspection(of: first)) == nil
    {
      let before = commandLine.prefix(while: { $0 != first })
      let line = Array(before) + words.dropFirst() + [Array(application.utf8)]
      throw .usage(
        "the application comes last", hint: before.isEmpty ? nil : line.quotedLine)
    }
    return try bundle(last, mayBeMissing: mayBeMissing)
  }

  /// The bundles that a word can name: not those of the core.
  func namedBundles() throws(Failure) -> [BundleInformation] {
    try ask { try $0.bundles(in: languages) }
      .filter { $0.maskedBy == nil && $0.origin != .core }
  }

  /// The identifier of the bundle that a word names; `nil` if it names none.
  ///
  /// - Throws: ``Failure`` if it names several.
  private static func meant(
    by text: String, among bundles: [BundleInformation]
  ) throws(Failure) -> String? {
    // As other tools name an application: by its desktop file.
    var words = [text]
    if text.hasSuffix(desktopSuffix) { words.append(String(text.dropLast(desktopSuffix.count))) }
    for word in words {
      let spellings = bundles.map(\.identifier).meanings(of: word)
      if spellings.count == 1 { return spellings[0] }
      guard spellings.isEmpty else {
        throw Failure(
          .negative, "'\(text)' names \(spellings.count) applications, which differ in case alone",
          hint: "write one of " + spellings.map { "'\($0)'" }.joined(separator: ", "))
      }
    }
    let wanted = text.asciiLowercased
    let named = bundles.filter { bundle in
      bundle.name?.asciiLowercased == wanted || bundle.lastLabel.asciiLowercased == wanted
    }
    if named.count == 1, let only = named.first { return only.identifier }
    guard named.isEmpty else {
      throw Failure(
        .negative, "'\(text)' names \(named.count) applications",
        hint: "write one of " + named.map(\.quoted).joined(separator: ", "))
    }
    return nil
  }

  private static let desktopSuffix = ".desktop"

  /// A hint with the application that is spelt almost like `text`.
  private static func near(_ text: String, among bundles: [BundleInformation]) -> String? {
    guard text.utf8.count <= TypeIdentifier.maximumLength else { return nil }
    let wanted = text.asciiLowercased
    let words = bundles.flatMap { bundle in
      [bundle.identifier, bundle.lastLabel, bundle.name ?? bundle.identifier]
        .map { (word: $0.asciiLowercased, bundle: bundle) }
    }
    guard let near = EditDistance.nearest(to: wanted, among: words.map(\.word)),
      let bundle = words.first(where: { $0.word == near })?.bundle
    else { return nil }
    return "did you mean \(bundle.quoted)?"
  }

  /// All applications.
  func applications() throws(Failure) -> [ApplicationInformation] {
    try ask { try $0.applications(in: languages) }
  }

  /// The application that `word` names.
  func application(named word: [UInt8]) throws(Failure) -> ApplicationInformation {
    let identifier = try bundle(word)
    if let found = try applications().first(where: { $0.bundle == identifier }) { return found }
    // A bundle that only declares types.
    throw Failure(
      .negative, "'\(identifier)' is not an application: it opens nothing and cannot be started",
      hint: "'utcli apps' lists the applications")
  }
}

extension BundleInformation {
  /// The last label of the identifier.
  fileprivate var lastLabel: String {
    identifier.split(separator: ".").last.map(String.init) ?? identifier
  }

  /// The identifier, followed by the name if that is another word.
  fileprivate var quoted: String {
    guard let name, name != identifier else { return "'\(identifier)'" }
    return "'\(identifier)' (\(name))"
  }
}
