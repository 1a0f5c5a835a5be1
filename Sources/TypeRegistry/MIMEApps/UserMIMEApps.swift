// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import SystemBase

/// The user's own lists of applications by MIME type, as files.
package struct UserMIMEApps: Sendable {
  /// The lists that are searched, the most important one first, and their levels.
  fileprivate let lists: [(path: FilePath, level: Int)]
  /// The list that programs write: `mimeapps.list` in the directory of the user's settings.
  package let written: FilePath

  /// The lists that an environment names; `nil` if none are read.
  package init?(_ environment: Environment) {
    guard environment.usesFreedesktop, environment.declarations == nil,
      let home = DeclarationSearchPath.configHome(environment)
    else { return nil }
    written = home.appending(MIMEAppsName.main)
    let directories = DeclarationSearchPath(core: nil, environment: environment).directories
    lists = directories.filter { $0.format == .associations && $0.origin == .user }
      .flatMap { directory in
        directory.names.enumerated().map {
          (directory.path.appending($0.element), directory.level + $0.offset)
        }
      }
      .sorted { $0.1 < $1.1 }
  }

  /// Finds out why the list that programs write cannot be changed by this one.
  ///
  /// - Returns: The reason; `nil` if no reason can be found without writing.
  package func findWritingProblem() -> String? {
    if (try? FileStatus(of: written)) != nil {
      do throws(Diagnostic) {
        let contents = try DeclarationReader.read(written)
        guard MIMEAppsDocument(contents.bytes) != nil else { return Self.wrongForm }
      } catch {
        return error.message
      }
    }
    do throws(FileReplacement.Problem) {
      try FileReplacement.check(written)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Finds out why GLib reads nothing of the list that programs write.
  ///
  /// - Returns: The line that it rejects, and the advice; `nil` if there is none.
  package func findRejection() -> String? {
    (try? DeclarationReader.read(written)).flatMap { MIMEAppsDocument($0.bytes)?.rejection }
  }

  /// Why a list is not changed that is not one.
  static let wrongForm = "it is not a list of applications by MIME type"

  /// Notes on the lists that other programs read before the written one, such as
  /// `gnome-mimeapps.list`, and that name other applications than the chosen ones.
  func contradictions(to chosen: [(key: String, name: String)]) -> [String] {
    var notes: [String] = []
    for list in lists.prefix(while: { $0.path != written }) {
      guard !chosen.isEmpty, (try? FileStatus(of: list.path)) != nil,
        let contents = try? DeclarationReader.read(list.path),
        let document = MIMEAppsDocument(contents.bytes)
      else { continue }
      for (key, name) in chosen {
        let first = document.list(.defaults, key).first.flatMap(MIMEAppsParser.handler(of:))
        guard let first, first != MIMEAppsParser.handler(of: name) else { continue }
        notes.append(
          "'\(list.path)' comes before '\(written)' in this desktop, so other programs open "
            + "'\(key)' with '\(first)'; remove that entry")
        if notes.count == 3 { return notes }
      }
    }
    return notes
  }

  /// The current entries of the lists for the types and schemes of a registry.
  ///
  /// - Complexity: O(*n*) for *n* bytes of the lists, and a look-up for each entry.
  package func entries(in registry: CompiledRegistry) -> MIMEAppsEntries {
    var entries = MIMEAppsEntries()
    for (path, level) in lists + listsOfOtherDesktops() {
      let source = DeclarationSource(
        path: path, origin: .user, checksOwner: true, format: .associations, level: level)
      guard let bundle = source.load().bundle else {
        if !isMissing(path) { entries.addUnread(MIMEAppsEntries.name(of: path.description)) }
        continue
      }
      var last: (subject: Binding.Subject, target: Binding.Subject)?
      for association in bundle.associations {
        var target = last?.subject == association.subject ? last?.target : nil
        if target == nil { target = registry.target(of: association.subject) }
        guard let target else { continue }
        last = (association.subject, target)
        entries.add(
          association.kind.rawValue, target, handler: association.handler,
          at: MIMEAppsEntries.Line(
            list: MIMEAppsEntries.name(of: path.description), level: level,
            number: UInt32(clamping: association.location?.line ?? 0)))
      }
    }
    return entries
  }
}

extension UserMIMEApps {
  /// Whether there is no file at a path; `false` also if that cannot be found out.
  private func isMissing(_ path: FilePath) -> Bool {
    do throws(SystemError) {
      _ = try FileStatus(of: path)
      return false
    } catch {
      return error.isMissing
    }
  }

  /// How many lists of other desktops are read.
  private static let mostOthers = 32

  /// The lists of other desktops beside those of the present one: another session of the same user reads
  /// them, and a choice holds there unless they change.
  private func listsOfOtherDesktops() -> [(path: FilePath, level: Int)] {
    var others: [(path: FilePath, level: Int)] = []
    var searched: [FilePath] = []
    for list in lists {
      guard let directory = list.path.prefixes.dropLast().last, !searched.contains(directory) else {
        continue
      }
      searched.append(directory)
      let listing = try? DirectoryListing(of: directory, limit: Self.mostEntries)
      for entry in listing?.entries ?? [] where others.count < Self.mostOthers {
        let path = directory.appending(entry.name)
        guard entry.name.suffix(Self.endOfDesktop.count).elementsEqual(Self.endOfDesktop),
          !lists.contains(where: { $0.path == path })
        else { continue }
        others.append((path, list.level))
      }
    }
    return others
  }

  private static let endOfDesktop = Array(MIMEAppsName.endOfDesktop.utf8)

  /// How many names of a directory are examined.
  private static let mostEntries = 65_536
}

extension CompiledRegistry {
  /// The type that the name of a MIME type means, or the MIME type itself if no type has it.
  package func target(of subject: Binding.Subject) -> Binding.Subject {
    guard case .type(let identifier) = subject,
      let mimeType = FreedesktopName.mimeType(of: identifier)
    else { return subject }
    let directory = TypeIdentifier(trusted: "public.directory")
    if mimeType == "inode/directory", find(directory) != .none { return .type(directory) }
    let tag = Tag(trusted: .mimeType, mimeType)
    let answer = types(tag: tag)
    if !answer.isDynamic, let type = answer.types.first { return .type(type) }
    return find(identifier) == .none ? .tag(tag) : subject
  }

  /// The subject of a choice that names a tag: the type that has a MIME type, else the tag.
  package func subject(meantBy tag: Tag) -> Binding.Subject {
    guard tag.tagClass == .mimeType,
      let name = FreedesktopName.identifier(ofMIMEType: tag.value)
    else { return .tag(tag) }
    return target(of: .type(name))
  }

  /// The MIME types that mean a type, as tags; none for another subject.
  package func mimeTypesThatMean(_ subject: Binding.Subject) -> [Binding.Subject] {
    guard case .type(let type) = subject else { return [] }
    return tags(of: type)
      .filter { $0.tagClass == .mimeType && self.subject(meantBy: $0) == subject }
      .map { .tag($0) }
  }
}
