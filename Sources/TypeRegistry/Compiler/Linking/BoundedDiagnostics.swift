// SPDX-License-Identifier: MIT

internal import StrictJSON

/// The findings of the compiler, those of one kind up to a limit in each file and in all.
///
/// Bundles that together name a million missing types cost little more than those that name a hundred:
/// messages are built only if they are kept, and the others are only counted.
struct BoundedDiagnostics {
  /// How many findings of one kind are kept of one file.
  static let maximumInFile = DeclarationLimits.maximumDiagnostics
  /// How many findings of one kind are kept of all files.
  static let maximum = 4_096

  private struct Kind: Hashable {
    let code: Diagnostic.Code
    let path: String
  }

  private var kept: [Diagnostic] = []
  private var counts: [Diagnostic.Code: Int] = [:]
  private var countsInFile: [Kind: Int] = [:]
  /// The number of findings that were not kept, by the first of each kind.
  private var rest: [(first: Diagnostic, count: Int)] = []
  private var restOfKind: [Kind: Int] = [:]

  /// Adds a finding at a location, or about the whole file.
  mutating func add(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, path: String,
    at location: SourceLocation? = nil, _ message: @autoclosure () -> String,
    hint: @autoclosure () -> String
  ) {
    add(
      code, path: path,
      Diagnostic(
        severity, code, path: path, position: location.map { .location($0) } ?? .file,
        message: message(), hint: hint()))
  }

  private mutating func add(
    _ code: Diagnostic.Code, path: String, _ diagnostic: @autoclosure () -> Diagnostic
  ) {
    let kind = Kind(code: code, path: path)
    let inFile = countsInFile[kind, default: 0]
    let inAll = counts[code, default: 0]
    if inFile < Self.maximumInFile, inAll < Self.maximum {
      countsInFile[kind] = inFile + 1
      counts[code] = inAll + 1
      kept.append(diagnostic())
    } else if let index = restOfKind[kind] {
      rest[index].count += 1
    } else if rest.count < Self.maximum {
      restOfKind[kind] = rest.count
      rest.append((diagnostic(), 1))
    }
  }

  /// Adds findings.
  mutating func add(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { add(diagnostic.code, path: diagnostic.path, diagnostic) }
  }

  /// The findings in the order of their addition, then one for each kind and file that has more of them.
  var all: [Diagnostic] {
    kept
      + rest.map { first, count in
        Diagnostic(
          first.severity, .tooManyDiagnostics, path: first.path,
          message:
            "file has \(count) more findings of the kind '\(first.code.rawValue)' than shown",
          hint: "fix these first")
      }
  }
}
