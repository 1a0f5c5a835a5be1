// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The schemes of URLs that the desktop's file manager shows, such as `trash:`, although no application
/// claims them: those of GVfs and of KIO, where these are installed.
enum FileManagerScheme {
  /// The schemes of KIO's own workers, and of kio-extras.
  private static let ofKIO: Set<String> = [
    "afc", "bluetooth", "camera", "desktop", "filenamesearch", "fish", "mtp", "network", "nfs",
    "programs", "recentdocuments", "recentlyused", "remote", "sftp", "smb", "tags", "timeline",
    "trash",
  ]

  /// The schemes that GVfs knows without a file that describes them.
  private static let ofGVfs: Set<String> = ["computer", "network", "recent", "trash"]

  /// Never shown by a file manager, whatever it can read.
  private static let others: Set<String> = ["file", "http", "https", "mailto"]

  /// The longest description of a mount that is read, in bytes.
  private static let longestMount = 1 << 16

  /// Whether the file manager of this machine shows URLs of a scheme.
  ///
  /// - Parameter scheme: In lower case.
  /// - Returns: `false` also for the schemes of files, of the web and of mail.
  static func isShown(_ scheme: String) -> Bool {
    if others.contains(scheme) { return false }
    let mounts = mounts()
    if !mounts.isEmpty, ofGVfs.contains(scheme) || mounts.contains(scheme) { return true }
    return ofKIO.contains(scheme) && hasKIO
  }

  private static var hasKIO: Bool {
    ["kde-open", "kde-open5", "kioclient", "kioclient5"].contains {
      LaunchProgram.path(of: $0) != nil
    }
  }

  /// The schemes that the descriptions of GVfs's mounts name.
  private static func mounts() -> Set<String> {
    var schemes: Set<String> = []
    var directories = Environment.current.dataDirectories ?? []
    if directories.isEmpty { directories = Array("/usr/local/share:/usr/share".utf8) }
    for directory in directories.split(separator: UInt8(ascii: ":")) {
      guard let path = FilePath(bytes: Array(directory))?.appending("gvfs/mounts"), path.isAbsolute,
        let listing = try? DirectoryListing(of: path, limit: 1_000)
      else { continue }
      var head = FileHead(length: longestMount)
      for entry in listing.entries
      where entry.name.reversed().starts(with: ".mount".utf8.reversed()) {
        let file = path.appending(entry.name)
        guard (try? head.read(file.bytes, followsLinks: true)) != nil else { continue }
        schemes.formUnion(Self.schemes(in: String(decoding: head.bytes, as: UTF8.self)))
      }
    }
    return schemes
  }

  /// The schemes in the description of a mount: its own, else its type, and others for it.
  static func schemes(in text: String) -> Set<String> {
    var values: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " } }
      if parts.count == 2 { values[parts[0]] = parts[1].lowercased() }
    }
    let own = values["Scheme"] ?? values["Type"]
    let others = values["SchemeAliases"]?.split(separator: ";").map(String.init) ?? []
    return Set([own].compactMap(\.self) + others)
  }
}
