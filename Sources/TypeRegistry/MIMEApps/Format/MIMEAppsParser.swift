// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Reads lists of applications by MIME type: `mimeapps.list`, `gnome-mimeapps.list` and the like, and
/// the deprecated `defaults.list`.
///
/// Follows the "Association between MIME types and applications" specification, version 1.0.1. Only a file
/// named `mimeapps.list` adds and removes associations; the others only set defaults.
package enum MIMEAppsParser {
  /// How many associations are read of one file.
  package static let maximumAssociations = 50_000

  /// How many applications are read of one entry.
  package static let maximumHandlers = 1_000

  /// Reads a file; unreadable parts are left out, with a finding.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - path: Its path; the last component decides which groups are read.
  ///   - level: Its rank in the order of such files, the most important one first.
  ///   - origin: How far it is trusted.
  /// - Returns: The bundle, without claims and declarations, and the findings.
  package static func parse(
    _ bytes: [UInt8], path: String, level: Int, origin: Origin
  ) -> (bundle: Bundle?, diagnostics: [Diagnostic]) {
    var sink = DiagnosticSink(path: path, text: bytes)
    let file = KeyFile(bytes, sink: &sink)
    let name = String(path.split(separator: "/").last ?? "")
    var bundle = Bundle(identifier: name, path: path, origin: origin)
    bundle.kind = .associations
    bundle.level = level
    var locator = SourceLocator(bytes)
    let isDesktopSpecific = name != MIMEAppsName.main
    for (group, kind) in groups {
      let entries = file.entries(inGroup: group.rawValue)
      guard kind == .default || !isDesktopSpecific else {
        if let first = entries.first {
          sink.add(
            .note, .ignoredAssociations, offset: first.key.lowerBound,
            "group '\(group.rawValue)' has no effect in this file",
            hint: "move its entries to '\(MIMEAppsName.main)' in the same directory")
        }
        continue
      }
      // Keys are compared without case; of several spellings the last one is in effect.
      var last: [String: Int] = [:]
      for (index, entry) in entries.enumerated() where entry.locale == nil {
        last[file.key(of: entry).asciiLowercased] = index
      }
      for (index, entry) in entries.enumerated() where entry.locale == nil {
        let key = file.key(of: entry)
        guard last[key.asciiLowercased] == index else {
          sink.add(
            .warning, .duplicateKey, offset: entry.key.lowerBound,
            "key '\(key.shortened)' appears again in another spelling; the last value is used",
            hint: "remove one of the two")
          continue
        }
        guard let subject = subject(ofKey: key) else {
          sink.add(
            .note, .invalidTag, offset: entry.key.lowerBound,
            "'\(key.shortened)' is neither a MIME type nor '\(FreedesktopName.schemePrefix)' and a scheme",
            hint: "write a MIME type such as 'text/plain'")
          continue
        }
        for (number, (text, offset)) in file.list(entry, sink: &sink).enumerated() {
          guard number < maximumHandlers else {
            sink.add(
              .warning, .tooManyEntries, offset: offset,
              "entry '\(key.shortened)' has more than \(maximumHandlers) applications; the rest is "
                + "left out",
              hint: "remove applications")
            break
          }
          guard let handler = handler(of: text) else {
            sink.add(
              .note, .invalidBundleIdentifier, offset: offset,
              "'\(text.shortened)' is not the name of a desktop entry",
              hint: "write a desktop file ID such as 'org.example.editor.desktop'")
            continue
          }
          guard bundle.associations.count < maximumAssociations else {
            sink.add(
              .error, .tooManyEntries, offset: offset,
              "file has more than \(maximumAssociations) associations; the rest is left out",
              hint: "remove entries")
            return (bundle, sink.finish())
          }
          bundle.associations.append(
            Association(
              kind, subject, handler: handler, location: locator.location(of: offset)))
        }
      }
    }
    return (bundle, sink.finish())
  }

  private static let groups: [(MIMEAppsEdit.Group, Association.Kind)] = [
    (.defaults, .default), (.added, .added), (.removed, .removed),
  ]

  /// The subject of an entry's key; `nil` if it is not a MIME type.
  package static func subject(ofKey key: String) -> Binding.Subject? {
    let lower = key.asciiLowercased
    if let scheme = FreedesktopName.scheme(inMIMEType: lower) {
      return (try? Tag(.urlScheme, scheme)).map { .tag($0) }
    }
    guard !lower.utf8.contains(UInt8(ascii: "*")) else { return nil }
    return FreedesktopName.identifier(ofMIMEType: lower).map { .type($0) }
  }

  /// The bundle identifier of a desktop file ID; `nil` if the text cannot be one.
  package static func handler(of text: String) -> String? {
    let name = text.hasSuffix(".desktop") ? String(text.dropLast(8)) : text
    return DesktopEntryParser.isIdentifier(name) ? name : nil
  }
}
