// SPDX-License-Identifier: MIT

internal import StrictJSON

// Directories in which programs are searched besides those that every machine has:
//
// ```json
// "TRProgramDirectories": ["/run/current-system/sw/bin", "/home/ada/.cargo/bin"]
// ```

extension BundleParser {
  mutating func readProgramDirectories(_ value: JSONValue, _ key: JSONValue) {
    hasProgramDirectories = true
    for element in strings(value, key) {
      guard let path = element.string, !rejectIfUnexpanded(path, element, .error) else { continue }
      if let (problem, hint) = Self.problem(inProgramDirectory: path) {
        sink.add(
          .error, .invalidProgramDirectory, at: element,
          "directory '\(path.shortened)' in 'TRProgramDirectories' \(problem)", hint: hint)
        continue
      }
      guard bundle.programDirectories.count < DeclarationLimits.maximumProgramDirectories else {
        sink.add(
          .error, .invalidProgramDirectory, at: element,
          "'TRProgramDirectories' has more than \(DeclarationLimits.maximumProgramDirectories) "
            + "directories; the rest is left out",
          hint: "link the programs into one directory")
        return
      }
      if bundle.programDirectories.contains(where: { $0.path == path }) { continue }
      bundle.programDirectories.append(
        ProgramDirectory(path: path, location: sink.location(of: element)))
    }
  }

  /// Why programs cannot be searched in a directory of that path, and what to do.
  private static func problem(
    inProgramDirectory path: String
  ) -> (problem: String, hint: String)? {
    if path.utf8.first == UInt8(ascii: "~") {
      return ("is not an absolute path: '~' is not replaced", "write the whole path")
    }
    if path.utf8.first != UInt8(ascii: "/") {
      return ("is not an absolute path", "write the whole path, such as '/opt/example/bin'")
    }
    if path.utf8.count > DeclarationLimits.maximumTextBytes {
      return (
        "has more than \(DeclarationLimits.maximumTextBytes) bytes", "link to it from elsewhere"
      )
    }
    guard path.unicodeScalars.contains(where: \.isInvisible) else { return nil }
    return ("holds a control character or an invisible one", "remove the character")
  }
}
