// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import SystemBase
internal import TypeRegistry

/// Files that a command makes.
///
/// All of them are looked at before the first is written.
struct MadeFiles {
  /// One file.
  struct File {
    let path: FilePath
    /// The kind of file, for the answer: `mime-package`.
    let kind: String
    /// The format of the export: only a file of that one is replaced.
    var format = ExportMark.freedesktop
    let bytes: [UInt8]
    /// The values in the file, and their name in JSON.
    let contents: (name: String, values: [String])
  }

  /// Prints the output of a command, or writes it to the file of `-o`.
  ///
  /// - Parameters:
  ///   - bytes: The output.
  ///   - kind: The kind of file, and the format of the export.
  ///   - contents: The values in it, and their name in JSON.
  ///   - losses: The properties that the format cannot hold.
  ///   - session: Receives the output.
  /// - Returns: The status of an answer.
  /// - Throws: ``Failure`` if the file cannot be written, or must not be replaced.
  static func give(
    _ bytes: [UInt8], kind: String, contents: (name: String, values: [String]),
    losses: [String] = [], _ session: Session
  ) throws(Failure) -> ExitStatus {
    guard let operand = session.arguments.bytes("-o") else {
      for loss in losses { session.note(loss) }
      session.output.append { $0.append(contentsOf: bytes) }
      return .answered
    }
    var files = MadeFiles()
    files.losses = losses
    files.add(
      File(
        path: try FileArgument.absolutePath(of: operand), kind: kind, format: kind,
        bytes: bytes, contents: contents))
    try files.write(replacingAny: session.arguments.has("--force"))
    files.show(session)
    return .answered
  }

  private(set) var files: [File] = []
  /// The properties that the formats cannot hold.
  var losses: [String] = []

  mutating func add(_ file: File) { files.append(file) }

  /// Writes all files; each is then either whole or unchanged.
  ///
  /// - Parameter replacesAny: Whether files are replaced that no export in their format has written.
  /// - Throws: ``Failure`` before anything is written if a file must not be replaced, else when one
  ///   cannot be written.
  func write(replacingAny replacesAny: Bool) throws(Failure) {
    if !replacesAny {
      for file in files {
        guard !FileReplacement.isStream(file.path),
          (try? FileStatus(of: file.path, followsLink: false)) != nil
        else { continue }
        if let present = try? DeclarationReader.read(file.path, limit: 1 << 26).bytes,
          ExportMark.isPresent(in: present, of: file.format) || present == file.bytes
        {
          continue
        }
        throw Failure(
          .negative, "\(file.path): the file was written by something else; nothing is written",
          hint: "--force replaces it")
      }
    }
    for file in files {
      do throws(FileReplacement.Problem) {
        try FileReplacement.writeOutput(to: file.path) { (descriptor) throws(SystemError) in
          try PrivateFile.write(file.bytes.span, to: descriptor)
        }
      } catch {
        throw Failure(.unwritable, "\(file.path): \(error)")
      }
    }
  }

  /// Shows the files that were written, and the losses.
  func show(_ session: Session) {
    session.answer {
      $0.array("files", files)
      $0.member("losses", losses)
    } lines: {
      for file in files { session.line(file.fields) }
      for loss in losses { session.note(loss) }
    }
  }
}

extension MadeFiles.File: TableRow, WireValue {
  static func describe(_ row: Self?, in table: inout Columns) {
    table.add("FILE", "the path of the file", row?.path.description)
    table.add("KIND", "what it is", .reason, row?.kind)
    table.add(
      "COUNT", "how many types, MIME types or applications are in it", row?.contents.values.count)
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("kind", kind)
    writer.member(contents.name, contents.values)
    writer.member("path", path.description)
  }
}
