// SPDX-License-Identifier: MIT

package import StrictJSON

// From a bundle to its unit, and back.

extension DeclarationUnit {
  /// The unit of a bundle, without findings.
  package init(_ bundle: Bundle) {
    self = UnitWriter.unit(bundle, findings: [], paths: [])
  }

  /// The unit of a file that was read.
  ///
  /// - Parameters:
  ///   - bundle: What the file says; `nil` if it was rejected.
  ///   - findings: The findings about the file and its translations.
  ///   - paths: The path of the file, then those of its translations.
  package init(_ bundle: Bundle?, findings: [Diagnostic], paths: [String]) {
    self = UnitWriter.unit(bundle, findings: findings, paths: paths)
  }

  /// The line and column of a record; `nil` without a line.
  package static func location(_ line: UInt32, _ column: UInt32) -> SourceLocation? {
    line == 0 ? nil : SourceLocation(line: Int(line), column: Int(column))
  }

  /// The findings, about files of these paths: the unit's own, then those of its translations.
  package func findings(paths: [String]) -> [Diagnostic] {
    (0..<findings.count).map { index in
      let record = findings[index]
      let severities = Diagnostic.Severity.allCases
      var position = Diagnostic.Position.file
      if let location = Self.location(record.line, record.column) {
        position = .location(location)
      } else if let keyPath = optionalText(record.keyPath) {
        position = .keyPath(keyPath)
      }
      return Diagnostic(
        severities[min(Int(record.severity), severities.count - 1)],
        Diagnostic.Code(rawValue: text(record.code)),
        path: paths.indices.contains(Int(record.file)) ? paths[Int(record.file)] : "",
        position: position, message: text(record.message), hint: optionalText(record.hint),
        isAcceptedByApple: record.acceptedByApple == 0 ? nil : record.acceptedByApple == 2)
    }
  }

  /// The identifier of the bundle as it was written; empty if the file was rejected.
  package var bundleIdentifier: String { text(bundle?.identifier ?? 0) }

  /// How far the bundle is trusted.
  package var origin: Origin {
    Origin(rawValue: UInt8(truncatingIfNeeded: bundle?.origin ?? 0)) ?? .user
  }

  /// The argument vector that starts the application.
  package var launchArguments: [String] { (0..<arguments.count).map { text(arguments[$0]) } }

  /// The directories of programs that the file names.
  package var namedProgramDirectories: [ProgramDirectory] {
    (0..<programDirectories.count).map { index in
      let record = programDirectories[index]
      return ProgramDirectory(
        path: text(record.path), location: Self.location(record.line, record.column))
    }
  }

  /// What is chosen by the site.
  package var choices: [SiteBinding] {
    (0..<siteBindings.count).map { index in
      let record = siteBindings[index]
      let subject: Binding.Subject =
        switch record.subject.kind {
        case UnitSubject.tag: .tag(tag(record.subject.number))
        case UnitSubject.family: .family(identifier(record.subject.number))
        default: .type(identifier(record.subject.number))
        }
      return SiteBinding(
        subject: subject,
        role: record.role == 0 ? nil : Role(bit: UInt8(truncatingIfNeeded: record.role - 1)),
        handler: text(record.handler), isNever: record.isNever != 0,
        location: Self.location(record.line, record.column))
    }
  }
}
