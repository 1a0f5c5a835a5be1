// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

/// A symbolic link that was followed for an answer.
struct FollowedLink {
  /// The link as the user named it.
  let name: [UInt8]
  /// The file that it leads to: the name alone if both are in one directory, else the whole path.
  let target: [UInt8]

  /// The link at `path`, which the user called `name`; `nil` if there is none.
  init?(_ path: [UInt8], named name: [UInt8]) {
    guard let file = try? FileInspection(of: path), file.kind == .symbolicLink,
      let link = FilePath(bytes: path), let target = link.resolved
    else { return nil }
    let directory = FilePath(bytes: Array(link.bytes.dropLast(link.name.count))) ?? FilePath(".")
    let below = directory?.resolved.flatMap { target.path(below: $0) }
    self.name = name
    self.target =
      below.flatMap { $0.contains(UInt8(ascii: "/")) ? nil : Array($0) } ?? target.bytes
  }

  /// The type of the link itself, which `type-of` answers.
  var type: TypeIdentifier { FileKind.symbolicLink.typeIdentifier }

  /// `LINK -> TARGET`.
  var text: String {
    String(decoding: name, as: UTF8.self) + " -> " + String(decoding: target, as: UTF8.self)
  }
}

extension FollowedLink: WireValue {
  /// Writes the link: its name, its target, and the identifier of its own type.
  func writeMembers(to writer: inout JSONWriter) {
    writer.fileName(name)
    writer.member("target", bytes: target)
    writer.member("identifier", type.text)
  }
}
