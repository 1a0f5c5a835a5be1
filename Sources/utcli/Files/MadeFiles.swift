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
    /// What it is, for the answer: `mime-package`.
    let kind: String
    /// The format of the export: only a file of that one is replaced.
    var format = ExportMark.freedesktop
    let bytes: [UInt8]
    /// What it holds, and the name of that in JSON.
    let contents: (name: String, values: [String])
  }

  private(set) var files: [File] = []
  /// What the formats cannot hold.
  var losses: [String] = []

  mutating func add(_ file: File) { files.append(file) }

  /// Writes all files; each is there whole or as it was.
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

  /// Shows what was written, and what was not.
  func show(_ session: Session) {
    guard !session.wantsJSON else {
      session.output.json { document(to: &$0) }
      return
    }
    for file in files {
      session.output.line([
        session.shown(file.path.description), file.kind, "\(file.contents.values.count)",
      ])
    }
    for loss in losses { session.note(loss) }
  }

  private func document(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("files")
    writer.beginArray()
    for file in files {
      writer.beginObject()
      writer.member("kind", file.kind)
      writer.member(file.contents.name, file.contents.values)
      writer.member("path", file.path.description)
      writer.endObject()
    }
    writer.endArray()
    writer.member("losses", losses)
    writer.schema()
    writer.endObject()
  }
}
