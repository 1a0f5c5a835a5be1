// SPDX-License-Identifier: MIT

internal import StrictJSON

// The parts of an image that hold bundles and diagnostics.

extension RegistryCompiler {
  mutating func addBundles() {
    var records: [BundleRecord] = []
    var arguments: [StringReference] = []
    for (bundle, maskedBy) in installations.all {
      var record = BundleRecord()
      record.identifier = strings.reference(bundle.identifier)
      record.name = strings.reference(bundle.name)
      record.version = strings.reference(bundle.version.text)
      record.path = paths.number(of: bundle.path)
      record.developmentRegion = strings.reference(bundle.developmentRegion)
      record.declarations = UInt32(bundle.declarations.count)
      record.supplements = UInt32(bundle.supplements.count)
      record.claims = UInt32(bundle.claims.count)
      record.maskedBy = maskedBy.map { UInt32($0 + 1) } ?? 0
      record.origin = UInt32(bundle.origin.rawValue)
      record.icon = strings.reference(bundle.iconName)
      record.launchArguments = UInt32(arguments.count)
      arguments += bundle.launchArguments.map { strings.reference($0) }
      (record.program, record.flags) = launchInformation(bundle)
      records.append(record)
    }
    builder.set(.bundles, to: records)
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
