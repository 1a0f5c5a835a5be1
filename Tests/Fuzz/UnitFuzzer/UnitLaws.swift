// SPDX-License-Identifier: MIT

@testable import TypeRegistry  // The parts of a unit, which only the compiler reads.

/// A format of the files that become units.
enum WrittenFormat: CaseIterable {
  case declaration
  case desktopEntry
  case associations
  case mimePackage

  /// The paths of a file of this format: its own, and that of its translations.
  var paths: [String] {
    switch self {
    case .declaration: ["/a.json", "/a.strings"]
    case .desktopEntry: ["/a.desktop"]
    case .associations: ["/mimeapps.list"]
    case .mimePackage: ["/a.xml"]
    }
  }

  /// Reads a file of this format, as one of the core where that makes a difference.
  func read(_ bytes: [UInt8]) -> (bundle: Bundle?, diagnostics: [Diagnostic]) {
    switch self {
    case .declaration:
      let strings = LocalizedStringsFile(language: "vi", bytes: bytes, path: paths[1])
      return BundleParser.parse(bytes, path: paths[0], origin: .core, localizedStrings: [strings])
    case .desktopEntry:
      return DesktopEntryParser.parse(bytes, path: paths[0], identifier: "a", origin: .user)
    case .associations:
      return MIMEAppsParser.parse(bytes, path: paths[0], level: 0, origin: .user)
    case .mimePackage: return MIMEPackageParser.parse(bytes, path: paths[0], origin: .user)
    }
  }
}

// MARK: - Writing

/// Reads a file, writes it as a unit, and compares what the unit says with the file.
///
/// - Returns: The unit.
func checkWriting(_ bytes: [UInt8], as format: WrittenFormat) -> DeclarationUnit {
  let (bundle, findings) = format.read(bytes)
  let unit = DeclarationUnit(bundle, findings: findings, paths: format.paths)
  precondition(unit.isSound, "a unit that was just written is sound")
  precondition(unit.findings(paths: format.paths) == findings, "findings are read as they were")
  precondition(
    unit.findings(paths: []).allSatisfy { $0.path.isEmpty }, "a unit does not have the paths")
  checkEnds(of: unit)
  guard let bundle else {
    precondition(
      unit.bundleIdentifier.isEmpty && unit.declaredTypes(ofFileAt: "") == nil,
      "a refused file has no bundle")
    return unit
  }
  precondition(
    unit.bundleIdentifier.utf8.elementsEqual(bundle.identifier.utf8)
      && unit.origin == bundle.origin,
    "the bundle is the same")
  precondition(unit.launchArguments == bundle.launchArguments, "arguments are read as they were")
  precondition(
    unit.namedProgramDirectories == bundle.programDirectories, "directories are read as they were")
  precondition(unit.choices == bundle.siteBindings, "choices are read as they were")
  checkTypes(of: unit, bundle)
  checkSearch(of: unit, bundle)
  return unit
}

private func checkTypes(of unit: DeclarationUnit, _ bundle: Bundle) {
  guard var types = unit.declaredTypes(ofFileAt: bundle.path) else {
    preconditionFailure("the unit of a bundle has a bundle")
  }
  precondition(
    DeclarationUnit(types).declaredTypes(ofFileAt: types.path) == types,
    "what was read is written as it was")
  if bundle.descriptionTranslations.isEmpty {
    precondition(
      types.localizedStrings == translations(in: bundle), "translations are read as they were")
  }
  types.localizedStrings = [:]
  precondition(types == typesAlone(of: bundle), "types are read as they were")
}

/// The translations of texts that the bundle has.
private func translations(in bundle: Bundle) -> [String: [String: String]] {
  let texts = Set(
    bundle.declarations.compactMap(\.typeDescription) + bundle.claims.compactMap(\.name)
      + [bundle.name].compactMap(\.self))
  return bundle.localizedStrings.mapValues { $0.filter { texts.contains($0.key) } }
    .filter { !$0.value.isEmpty }
}

/// The bundle without translations, and without the parts that a file of types alone does not have.
private func typesAlone(of bundle: Bundle) -> Bundle {
  var types = Bundle(
    identifier: bundle.identifier, name: bundle.name, version: bundle.version,
    developmentRegion: bundle.developmentRegion, path: bundle.path, origin: bundle.origin,
    declarations: bundle.declarations, supplements: bundle.supplements, iconName: bundle.iconName)
  types.kind = bundle.kind
  for index in types.declarations.indices {
    types.declarations[index].usualParent = .none
    types.declarations[index].weights = [:]
    types.declarations[index].deletesPatterns = false
    types.declarations[index].content.deletesMagic = false
    types.declarations[index].content.trees = []
  }
  return types
}

/// Searches for the program of an application in the directories that every machine has.
private func checkSearch(of unit: DeclarationUnit, _ bundle: Bundle) {
  let directories = ProgramDirectories()
  var known = LaunchProgram.KnownDirectories()
  let search = LaunchProgram.locate(unit, in: directories, &known)
  let own = LaunchProgram.locate(
    bundle.launchArguments, in: directories, isOfUser: bundle.origin == .user, &known)
  precondition(
    own.inputs.allSatisfy { search.inputs.contains($0) } && search.found == own.found,
    "the search depends on what the program's own depends on")
  if bundle.tryProgram == nil {
    precondition(search.program == own.program, "the program is that of the arguments")
  } else if case .present = search.program {
    precondition(search.program == own.program, "the program that is started is the first one")
  }
}

// MARK: - Reading

/// Reads everything that a sound unit has, which may be damaged all the same.
func readAll(_ unit: DeclarationUnit) {
  let paths = ["/a", "/b"]
  precondition(unit.findings(paths: paths).count == unit.findings.count, "every finding is read")
  precondition(unit.choices.count == unit.siteBindings.count, "every choice is read")
  precondition(unit.launchArguments.count == unit.arguments.count, "every argument is read")
  precondition(
    unit.namedProgramDirectories.count == unit.programDirectories.count, "every directory is read")
  let types = unit.declaredTypes(ofFileAt: "/a")
  precondition((types == nil) == (unit.bundle == nil), "a unit with a bundle has types")
  unit.releasePages()
  precondition(unit.declaredTypes(ofFileAt: "/a") == types, "memory given back is read again")
}

/// Reads past the end of every part.
func checkEnds(of unit: DeclarationUnit) {
  checkEnd(unit.strings)
  checkEnd(unit.identifiers)
  checkEnd(unit.tagClasses)
  checkEnd(unit.tags)
  checkEnd(unit.declarations)
  checkEnd(unit.supplements)
  checkEnd(unit.references)
  checkEnd(unit.claims)
  checkEnd(unit.subjects)
  checkEnd(unit.siteBindings)
  checkEnd(unit.associations)
  checkEnd(unit.arguments)
  checkEnd(unit.programDirectories)
  checkEnd(unit.weights)
  checkEnd(unit.magic)
  checkEnd(unit.magicMatches)
  checkEnd(unit.rootElements)
  checkEnd(unit.trees)
  checkEnd(unit.treeMatches)
  checkEnd(unit.translations)
  checkEnd(unit.findings)
}

/// A record that is not there is one of zeroes, which means nothing.
private func checkEnd<Record: ImageRecord>(_ section: ImageSection<Record>) {
  let record = section[section.count]
  let isNone = unsafe withUnsafeBytes(of: record) { unsafe $0.allSatisfy { $0 == 0 } }
  precondition(isNone, "a record that is not there has no bytes")
}
