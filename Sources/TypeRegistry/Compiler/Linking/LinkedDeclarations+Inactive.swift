// SPDX-License-Identifier: MIT

// Finds the declarations that are not in effect; the others decide the meaning of MIME types.

extension LinkedDeclarations {
  /// A declaration by its bundle and its index in the bundle's unit.
  struct Position: Hashable {
    var bundle: Int
    var index: Int
  }

  /// The declarations that are not in effect, before any MIME type leads to a type; each with the tags that it
  /// still lends its trust to, which are those of the export that has replaced it.
  ///
  /// Which type a MIME type means follows from the declarations in effect alone, so these are decided first.
  /// At that time the names that a MIME package uses for types lead to no other type. Nothing is decided
  /// twice where each type has one declaration.
  func inactiveDeclarations() -> [Position: Set<TagTable.Number>] {
    guard !identifiers.range(withPrefix: FreedesktopName.prefix).isEmpty, hasContenders else {
      return [:]
    }
    var unlinked = self
    var room = emptyRoom
    unlinked.isDeclared = Array(repeating: false, count: identifiers.count)
    for index in bundles.indices { _ = unlinked.addDeclarations(of: index, &room) }
    let active = ActiveDeclarations(unlinked)
    var inactive: [Position: Set<TagTable.Number>] = [:]
    for type in active.types.indices {
      let contenders = active.contenders(of: type)
      guard contenders.count > 1 || contenders.first?.reason != nil else { continue }
      let replaced = active.winner(of: type).flatMap { _ in active.replacedImport(of: type) }
      for contender in contenders where contender.reason != nil {
        let position = Position(
          bundle: Int(contender.bundle), index: Int(active.declaration(contender).record))
        var tags: Set<TagTable.Number> = []
        if contender.index == replaced?.index, let export = contenders.first {
          tags = Set(unlinked.tags(of: active.declaration(export)))
        }
        inactive[position] = tags
      }
    }
    return inactive
  }

  /// Whether a declaration file declares a type that another declaration is about.
  private var hasContenders: Bool {
    var isDeclaredByPackage = Array(repeating: false, count: identifiers.count)
    var isDeclaredByFile = isDeclaredByPackage
    for (bundle, linked) in bundles.enumerated() {
      let isPackage = linked.record.kind == .mimePackage
      for index in 0..<linked.unit.declarations.count {
        let number = Int(
          identifiers.number(linked.unit.declarations[index].identifier, of: bundle))
        if isDeclaredByFile[number] || !isPackage && isDeclaredByPackage[number] { return true }
        if isPackage { isDeclaredByPackage[number] = true } else { isDeclaredByFile[number] = true }
      }
    }
    return false
  }
}
