// SPDX-License-Identifier: MIT

// The MIME types that an application opens: its claims.

extension DesktopEntryParser {
  /// Reads `MimeType`: one claim for what is the application's main use, and one for the rest.
  mutating func readClaims(_ categories: [String], _ entry: KeyFile.Entry?) {
    guard let entry else { return }
    let categories = DesktopEntryCategories(categories)
    let isMainUse = categories.isMainUse()
    var subjects: [HandlerRank: [HandlerClaim.Subject]] = [:]
    var seen: Set<HandlerClaim.Subject> = []
    for (text, offset) in file.list(entry, sink: &sink) {
      guard let subject = subject(text, offset: offset), seen.insert(subject).inserted else {
        continue
      }
      guard seen.count <= DeclarationLimits.maximumSubjectsPerClaim else {
        sink.add(
          .error, .tooManyClaims, offset: offset,
          "entry claims more than \(DeclarationLimits.maximumSubjectsPerClaim) types; the rest is "
            + "left out",
          hint: "claim the types that the others are")
        break
      }
      subjects[isMainUse(text.asciiLowercased) ? .default : .alternate, default: []].append(subject)
    }
    for rank in [HandlerRank.default, .alternate] {
      guard let subjects = subjects[rank] else { continue }
      var claim = HandlerClaim(
        subjects: subjects, role: categories.role, rank: rank,
        location: sink.location(ofOffset: entry.key.lowerBound))
      claim.isRoleGuessed = true
      bundle.claims.append(claim)
    }
  }

  /// What a MIME type stands for: a type, a scheme, or everything.
  private mutating func subject(_ text: String, offset: Int) -> HandlerClaim.Subject? {
    // Schemes and media types have no case; most entries are in lower case anyway.
    let text = text.asciiLowercased
    if let scheme = FreedesktopName.scheme(inMIMEType: text) {
      if let tag = try? Tag(.urlScheme, scheme) { return .tag(tag) }
      return invalid(text, offset, "names no scheme")
    }
    switch text {
    case "application/octet-stream", "all/allfiles": return .type(Self.data)
    // A folder is one, too, and so is what a volume is mounted on.
    case "inode/directory": return .type(Self.directory)
    case "*", "*/*", "all/all": return .everything
    default: break
    }
    if text.hasSuffix("/*") {
      let parent = FreedesktopName.usualParent(ofMIMEType: text)
      // The types of other media have nothing in common that is not everything.
      return parent == Self.data
        ? invalid(text, offset, "does not name one kind of files") : .type(parent)
    }
    guard let identifier = FreedesktopName.identifier(ofMIMEType: text) else {
      return invalid(text, offset, "is not a MIME type")
    }
    return .type(identifier)
  }

  private static let data = TypeIdentifier(trusted: "public.data")
  private static let directory = TypeIdentifier(trusted: "public.directory")

  private mutating func invalid(
    _ text: String, _ offset: Int, _ problem: String
  ) -> HandlerClaim.Subject? {
    sink.add(
      .warning, .invalidMIMEType, offset: offset,
      "'\(text.shortened)' \(problem), and is left out",
      hint: "write a MIME type, such as 'image/png', and ';' between two")
    return nil
  }
}
