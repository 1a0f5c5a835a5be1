// SPDX-License-Identifier: MIT

internal import StrictJSON

// The parts of an image that hold bundles and diagnostics.

extension RegistryCompiler {
  mutating func addBundles() {
    var records: [BundleRecord] = []
    var arguments: [StringReference] = []
    let effective = installations.effective.indices.map { index in
      (installations.effective[index], linked.counts[index], UInt32(0))
    }
    let masked = installations.masked.map { entry in
      let unit = entry.bundle.unit
      let counts = (unit.declarations.count, unit.supplements.count, unit.claims.count)
      return (entry.bundle, counts, UInt32(entry.maskedBy + 1))
    }
    var levels: [UInt32] = []
    for (index, (bundle, counts, maskedBy)) in (effective + masked).enumerated() {
      let unit = bundle.unit
      var record = BundleRecord()
      record.identifier = strings.reference(bundle.identifier)
      record.name = strings.reference(unit.bytes(bundle.record.name))
      record.version = strings.reference(bundle.version.text)
      record.path = paths.number(of: bundle.path)
      record.developmentRegion = strings.reference(unit.bytes(bundle.record.developmentRegion))
      record.declarations = UInt32(counts.0)
      record.supplements = UInt32(counts.1)
      record.claims = UInt32(counts.2)
      record.maskedBy = maskedBy
      record.origin =
        UInt32(bundle.origin.rawValue) | UInt32(bundle.rankOrigin.rawValue) << 8
        | UInt32(UInt16(clamping: bundle.place)) << 16
      record.workingDirectory = strings.reference(unit.bytes(bundle.record.workingDirectory))
      record.icon = strings.reference(unit.bytes(bundle.record.icon))
      record.launchArguments = UInt32(arguments.count)
      arguments += bundle.launchArguments.map { strings.reference($0) }
      (record.program, record.flags) = launchInformation(bundle)
      if maskedBy > 0, installations.effective[Int(maskedBy) - 1].placing === bundle {
        record.flags |= BundleRecord.givesPlace
      }
      if maskedBy == 0, makers.contains(Int32(index)) { record.flags |= BundleRecord.decidesRanks }
      if bundle.record.flags & UnitBundle.notDisplayed != 0 {
        record.flags |= BundleRecord.notDisplayed
      }
      record.flags |= UInt32(bundle.record.kind.rawValue) << BundleRecord.kindShift
      record.weight = UInt32(bitPattern: Int32(bundle.weight))
      records.append(record)
      levels.append(bundle.record.level)
    }
    builder.set(.bundles, to: records)
    builder.set(.bundleLevels, to: levels)
    builder.set(.launchArguments, to: arguments)
  }

  mutating func addDiagnostics() {
    var records: [DiagnosticRecord] = []
    for diagnostic in diagnostics.all where diagnostic.severity != .note {
      var record = DiagnosticRecord()
      record.path = paths.number(of: diagnostic.path)
      record.code = strings.reference(diagnostic.code.rawValue)
      record.message = strings.reference(diagnostic.message)
      record.hint = strings.reference(diagnostic.hint)
      record.severity = diagnostic.severity == .error ? 2 : 1
      switch diagnostic.position {
      case .file: break
      case .location(let location):
        record.line = UInt32(clamping: location.line)
        record.column = UInt32(clamping: location.column)
      case .keyPath(let keyPath): record.keyPath = strings.reference(keyPath)
      }
      records.append(record)
    }
    builder.set(.diagnostics, to: records)
  }
}

extension CompiledRegistry {
  /// The format of a bundle's file.
  func kind(ofBundle index: UInt32) -> Bundle.Kind {
    let flags = bundleRecords[index].flags
    return Bundle.Kind(rawValue: UInt8(truncatingIfNeeded: flags >> BundleRecord.kindShift))
      ?? .declarations
  }
}
