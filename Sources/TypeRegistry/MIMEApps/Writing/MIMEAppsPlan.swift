// SPDX-License-Identifier: MIT

/// The entries of a list of applications that express requests.
struct MIMEAppsPlan {
  /// The list, with the entries changed.
  private(set) var document: MIMEAppsDocument
  /// The facts that the list cannot express, each once.
  private(set) var notes: [String] = []
  /// The defaults that are chosen: the keys, and the desktop file IDs.
  private(set) var chosen: [(key: String, name: String)] = []
  private let registry: CompiledRegistry
  private let expands: Bool
  /// The keys of the list by their subjects; several where a type has several MIME types.
  private var keys: [Binding.Subject: [String]] = [:]

  /// A plan that changes nothing yet.
  init(_ document: MIMEAppsDocument, over registry: CompiledRegistry, expands: Bool) {
    self.document = document
    self.registry = registry
    self.expands = expands
    for group in MIMEAppsEdit.Group.allCases {
      for key in document.keys(of: group) {
        guard let subject = MIMEAppsParser.subject(ofKey: key).map(registry.target(of:)) else {
          continue
        }
        let lower = key.asciiLowercased
        if keys[subject]?.contains(lower) != true { keys[subject, default: []].append(lower) }
      }
    }
  }

  /// Adds the entries of requests.
  mutating func add(_ requests: [BindingRequest], isExact: Bool) {
    for request in requests {
      let subjects =
        isExact ? [request.subject] : WebSubjects.chosenTogether(with: request.subject)
      switch request.operation {
      case .handler(let bundle), .awaitedHandler(let bundle, _):
        guard let name = desktopFile(bundle, request) else { continue }
        for subject in subjects { choose(name, bundle, subject, request) }
      case .noHandler:
        let chosen = subjects.first.flatMap(key(of:)).map { document.list(.defaults, $0) }
        for subject in subjects where request.role == nil {
          for key in allKeys(of: subject, request, isRemoval: true) {
            // HTML that was chosen for the same browser goes with it; another one's stays.
            if subject != request.subject, case .type = subject,
              document.list(.defaults, key) != chosen
            {
              continue
            }
            document.set(.defaults, key, to: nil)
          }
        }
      case .never(let bundle):
        guard let name = desktopFile(bundle, request) else { continue }
        let forbidden =
          WebSubjects.isScheme(request.subject) && !isExact
          ? WebSubjects.schemes : [request.subject]
        for subject in forbidden {
          for key in allKeys(of: subject, request) {
            document.remove(name, .defaults, key)
            document.remove(name, .added, key)
            document.append(name, .removed, key)
          }
        }
      case .notNever(let bundle):
        for subject in subjects {
          for key in allKeys(of: subject, request, isRemoval: true) {
            document.remove("\(registry.spelling(ofBundle: bundle)).desktop", .removed, key)
          }
        }
      case .type, .noType: break
      }
    }
    if !document.edits.isEmpty || !chosen.isEmpty { noteRejection() }
  }

  /// Notes that GLib reads nothing of the list; it rejects all of one with a line that is left out here alone.
  private mutating func noteRejection() {
    guard let rejection = document.rejection else { return }
    notes.append(
      "programs that use GLib read nothing of mimeapps.list, so they will not see this choice: "
        + rejection)
  }

  /// Adds defaults for subjects that have none in the list; none to a list that GLib rejects.
  ///
  /// - Parameter defaults: The applications, each with its subjects.
  /// - Returns: The numbers of keys that were added and left out.
  mutating func adopt(
    _ defaults: [(subject: Binding.Subject, bundle: String)]
  ) -> ChoiceWriter.Adoption {
    var adoption = ChoiceWriter.Adoption()
    guard document.rejection == nil else {
      noteRejection()
      return adoption
    }
    var present: [String: String] = [:]
    for key in document.keys(of: .defaults) {
      present[key.asciiLowercased] = document.list(.defaults, key).first ?? ""
    }
    var new: [MIMEAppsDocument.NewDefault] = []
    var seen: Set<String> = []
    for (subject, bundle) in defaults {
      let keys = keys(of: subject).filter {
        !isOtherName($0, of: subject) && seen.insert($0.asciiLowercased).inserted
      }
      guard let name = desktopFile(bundle) else {
        adoption.unnameable += keys.count
        continue
      }
      for key in keys {
        if let first = present[key.asciiLowercased] {
          adoption.kept += 1
          if MIMEAppsParser.handler(of: first) != bundle { adoption.keptOthers += 1 }
        } else {
          new.append(.init(key, name, isAdded: !claims(bundle, key)))
        }
      }
    }
    adoption.written = document.add(new)
    adoption.left = new.count - adoption.written
    chosen += new.prefix(adoption.written).map { ($0.key, $0.application) }
    return adoption
  }

  /// Whether MIME packages take the MIME type of a type for another name of a type that is not the same here:
  /// programs that read them would take its entry for one of that type.
  private func isOtherName(_ key: String, of subject: Binding.Subject) -> Bool {
    guard case .type(let type) = subject, let tag = try? Tag(.mimeType, key) else { return false }
    func isPackaged(_ type: TypeIdentifier) -> Bool {
      registry.packagedMIMETypes(of: registry.find(type)).contains {
        $0.asciiLowercased == key.asciiLowercased
      }
    }
    let holders = registry.types(tag: tag).types
    return !isPackaged(type)
      && holders.contains {
        $0 != type && !registry.packagedMIMETypes(of: registry.find($0)).isEmpty && !isPackaged($0)
      }
  }

  private mutating func choose(
    _ name: String, _ bundle: String, _ subject: Binding.Subject, _ request: BindingRequest
  ) {
    // Each edit reads the list again, so those that cannot be kept are not made.
    for key in allKeys(of: subject, request) where !document.hasTooManyEdits {
      document.choose(name, .defaults, key)
      chosen.append((key, name))
      document.remove(name, .removed, key)
      // "Setting a default ... must also add the association" (section 4 of the specification).
      if !claims(bundle, key) { document.append(name, .added, key) }
    }
  }

  /// Whether the desktop entry of an application lists a MIME type.
  private func claims(_ bundle: String, _ key: String) -> Bool {
    guard let index = registry.bundle(named: bundle),
      let subject = MIMEAppsParser.subject(ofKey: key).map(registry.target(of:))
    else { return false }
    let range =
      switch subject {
      case .type(let type), .family(let type): registry.claimRange(on: registry.find(type))
      case .tag(let tag): registry.claimRange(on: tag)
      }
    return range.contains { registry.claims[$0].bundle == index }
  }

  /// The desktop file ID of an installed application; `nil` if it has none.
  private func desktopFile(_ bundle: String) -> String? {
    guard let index = registry.bundle(named: bundle) else { return nil }
    let record = registry.bundleRecords[index]
    guard registry.path(record.path).hasSuffix(".desktop") else { return nil }
    return registry.text(record.identifier) + ".desktop"
  }

  /// The desktop file ID of an application; `nil` if it has none, so that a list cannot name it.
  private mutating func desktopFile(_ bundle: String, _ request: BindingRequest) -> String? {
    if let name = desktopFile(bundle) { return name }
    guard let index = registry.bundle(named: bundle) else {
      if case .awaitedHandler = request.operation, MIMEAppsParser.handler(of: bundle) != nil {
        return bundle + ".desktop"
      }
      note("'\(bundle)' is not installed", request)
      return nil
    }
    note("'\(registry.identifier(ofBundle: index))' is not a desktop entry", request)
    return nil
  }

  // MARK: - Keys

  /// The keys of all entries for a subject: the one that programs look for, and others that mean the
  /// same and are there already.
  private mutating func allKeys(
    of subject: Binding.Subject, _ request: BindingRequest, isRemoval: Bool = false
  ) -> [String] {
    if let reason = unsayable(subject, request.role) {
      // No key of a list covers exactly the URLs of a pattern.
      guard expands, !subject.isPattern else {
        if !isRemoval { note(reason, request) }
        return []
      }
      let expanded = expanded(subject).filter { key(of: $0) != nil }
      if expanded.isEmpty, !isRemoval { note("no type that it covers has a MIME type", request) }
      return supported(expanded, request).flatMap { keys(of: $0) }
    }
    guard key(of: subject) != nil else {
      if !isRemoval { note("\(subject.phrase) has no MIME type", request) }
      return []
    }
    return keys(of: subject)
  }

  /// Those of several types that the application of a request supports, which is noted of the others; all of
  /// them where no application is chosen, and for one that is not installed.
  private mutating func supported(
    _ subjects: [Binding.Subject], _ request: BindingRequest
  ) -> [Binding.Subject] {
    guard case .family = request.subject, case .handler(let bundle) = request.operation,
      let index = registry.bundle(named: bundle)
    else { return subjects }
    let supported = subjects.filter { subject in
      guard case .type(let type) = subject else { return true }
      return ([type] + registry.supertypes(of: type)).contains { claims(index, $0) }
    }
    let others = Set(subjects).subtracting(supported).count { !keys(of: $0).isEmpty }
    if others > 0 {
      let name = registry.identifier(ofBundle: index)
      note("'\(name)' does not claim \(others) of the types that it covers", request)
    }
    return supported
  }

  /// Whether a bundle claims a type, to open it.
  private func claims(_ bundle: UInt32, _ type: TypeIdentifier) -> Bool {
    registry.claimRange(on: registry.find(type)).contains {
      let claim = registry.claims[$0]
      return claim.bundle == bundle && claim.flags & ClaimRecord.acceptsDrops == 0
    }
  }

  private func keys(of subject: Binding.Subject) -> [String] {
    guard let key = key(of: subject) else { return [] }
    let target = MIMEAppsParser.subject(ofKey: key).map(registry.target(of:)) ?? subject
    var names = [key]
    for other in packagedNames(of: target) + (keys[target] ?? [])
    where !names.contains(where: { $0.asciiLowercased == other.asciiLowercased }) {
      names.append(other)
    }
    return names
  }

  /// The MIME types of a type that MIME packages take for types of their own.
  private func packagedNames(of subject: Binding.Subject) -> [String] {
    guard case .type(let type) = subject else { return [] }
    return registry.packagedMIMETypes(of: registry.find(type)).filter {
      MIMEAppsParser.subject(ofKey: $0).map(registry.target(of:)) == subject
    }
  }

  /// The reason why a list cannot name the subject of a choice; `nil` if it can.
  private func unsayable(_ subject: Binding.Subject, _ role: Role?) -> String? {
    if let role { return "mimeapps.list has no role '\(role.rawValue)'" }
    switch subject {
    case .family: return "an entry of mimeapps.list is for one MIME type"
    case .tag(let tag) where tag.tagClass != .mimeType && tag.tagClass != .urlScheme:
      return "mimeapps.list has only MIME types and schemes"
    case .type, .tag: return nil
    }
  }

  /// The types that a subject covers, itself first.
  private func expanded(_ subject: Binding.Subject) -> [Binding.Subject] {
    switch subject {
    case .family(let type): ([type] + registry.subtypes(of: type)).map { .type($0) }
    case .type: [subject]
    case .tag(let tag):
      key(of: subject) == nil
        ? registry.types(tag: tag).types.prefix(1).map { .type($0) } : [subject]
    }
  }

  /// The key that programs look for; `nil` if there is none.
  private func key(of subject: Binding.Subject) -> String? {
    switch subject {
    case .tag(let tag) where tag.tagClass == .urlScheme:
      return FreedesktopName.schemePrefix + tag.value.asciiLowercased
    case .tag(let tag): return tag.tagClass == .mimeType ? tag.value.asciiLowercased : nil
    case .type(let type), .family(let type):
      if type.text == "public.folder" { return "inode/directory" }
      let mimeType = registry.mimeType(of: type) ?? FreedesktopName.mimeType(of: type)
      // As the package writes it: GLib distinguishes case.
      guard let key = mimeType, !key.utf8.contains(UInt8(ascii: "*")),
        MIMEAppsParser.subject(ofKey: key).map(registry.target(of:)) == .type(type)
      else { return nil }
      return key
    }
  }

  private mutating func note(_ reason: String, _ request: BindingRequest) {
    var canExpand = !expands && !request.subject.isPattern
    if case .never = request.operation { canExpand = false }
    let advice =
      canExpand && unsayable(request.subject, request.role) != nil
      ? "; 'default set --expand' writes the MIME types that it covers" : ""
    let text =
      "other programs will not see the choice for \(request.subject.phrase): \(reason)\(advice)"
    if !notes.contains(text) { notes.append(text) }
  }
}

extension Binding.Subject {
  /// Whether it is a pattern of URLs.
  fileprivate var isPattern: Bool {
    if case .tag(let tag) = self { tag.tagClass == .urlPattern } else { false }
  }
}
