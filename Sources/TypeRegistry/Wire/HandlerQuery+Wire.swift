// SPDX-License-Identifier: MIT

package import StrictJSON
package import Varlink

// The items of `Rank`: written by the client, read by the daemon. Roles, `explain` and `limit` are
// parameters of the whole call.

extension HandlerQuery: WireValue {
  /// Writes the item.
  package func writeMembers(to writer: inout JSONWriter) {
    switch subject {
    case .type(let identifier): writer.member("type", identifier.text)
    case .file(let file):
      file.writeMembers(to: &writer)
      writer.member("typeByContents", typeByContents?.text)
    case .tag(let tag): writer.member("tag", tag)
    case .url(let url): writer.member("url", url.text)
    }
    writer.member("ownHandler", ownHandler)
  }

  /// The length of its texts, in bytes.
  var length: Int {
    var length = (ownHandler?.utf8.count ?? 0) + (typeByContents?.text.utf8.count ?? 0)
    switch subject {
    case .type(let identifier): length += identifier.text.utf8.count
    case .file(let file): length += file.name.count
    case .tag(let tag): length += tag.tagClass.text.utf8.count + tag.value.utf8.count
    case .url(let url): length += url.text.utf8.count
    }
    return length
  }

  private enum Member: Int {
    case type, filenameExtension, mimeType, scheme, tag
    case url, name, nameBytes, kind, typeByContents, ownHandler

    static let allNames: [StaticString] =
      RequestSubject.Member.allNames + [
        "url", "name", "nameBytes", "kind", "typeByContents", "ownHandler",
      ]
  }

  /// Reads the subject and the own handler of an item.
  ///
  /// - Returns: The query, or why the item is malformed: the text of its subject is not valid, or its members
  ///   exclude each other.
  /// - Throws: `InvalidParameter` with the name of the list if it is not an item.
  package static func read(
    _ item: ParameterValue
  ) throws(MethodError) -> Result<HandlerQuery, RequestSubject.Malformed> {
    var subject: ParameterMembers.Member?
    var kind: FileKind?
    var typeByContents: TypeIdentifier?
    var ownHandler: String?
    var isAmbiguous = false
    var members = try item.members(Member.allNames)
    while let member = try members.next() {
      guard !member.value.isNull else { continue }
      switch member.name(as: Member.self) {
      case .kind:
        kind = FileKind(rawValue: try member.value.string())
        if kind == nil { return .failure(.unknownKind) }
      case .typeByContents:
        let text = try member.value.string()
        do {
          typeByContents = try TypeIdentifier(text)
        } catch {
          return malformed("the type identifier \(error)")
        }
      case .ownHandler: ownHandler = checked(ownHandler: try member.value.string())
      default:
        isAmbiguous = isAmbiguous || subject != nil
        subject = member
      }
    }
    guard !isAmbiguous, let subject else {
      return malformed("the item does not name exactly one thing")
    }
    let isAboutNoFile = kind == nil && typeByContents == nil
    func file(_ name: [UInt8]) -> Result<HandlerQuery, RequestSubject.Malformed> {
      .success(
        HandlerQuery(
          .file(FileQuery(name: name, kind: kind ?? .regular)), typeByContents: typeByContents,
          ownHandler: ownHandler))
    }
    let value = subject.value
    switch subject.name(as: Member.self) {
    case .name:
      let bytes = try value.withUTF8 { (text) throws(MethodError) in text.array }
      return file(bytes)
    case .nameBytes:
      let bytes = try value.withUTF8 { (text) throws(MethodError) in Base64.decode(text) }
      return bytes.map(file) ?? .failure(.notBase64)
    case .url:
      guard isAboutNoFile else { return kindOfNoFile }
      let text = try value.string()
      do {
        return .success(HandlerQuery(.url(try TargetURL(text)), ownHandler: ownHandler))
      } catch {
        return malformed("the URL scheme \(error)")
      }
    case .type, .filenameExtension, .mimeType, .scheme, .tag: break
    case .kind, .typeByContents, .ownHandler: throw item.invalid
    }
    // Reject members that would be ignored, so that callers notice.
    guard isAboutNoFile else { return kindOfNoFile }
    return try RequestSubject.read(subject).map {
      HandlerQuery($0.querySubject, ownHandler: ownHandler)
    }
  }

  private static var kindOfNoFile: Result<HandlerQuery, RequestSubject.Malformed> {
    malformed("only the name of a file has a kind, and a type by contents")
  }

  private static func malformed(
    _ problem: String
  ) -> Result<HandlerQuery, RequestSubject.Malformed> {
    .failure(RequestSubject.Malformed(problem: problem))
  }
}

extension JSONWriter {
  /// Writes the roles of a call of `Rank`, unless all that open files are meant.
  mutating func roles(_ roles: RoleMask) {
    guard roles != .all else { return }
    texts("roles", Role.allCases.filter(roles.contains).map(\.rawValue))
  }
}

extension RoleMask {
  /// The roles among the parameters of a call of `Rank`.
  package init(_ value: ParameterValue) throws(MethodError) {
    self = []
    for name in try value.strings(limit: Role.allCases.count) {
      guard let role = Role(rawValue: name) else { throw value.invalid }
      insert(RoleMask(role))
    }
  }
}

extension Span<UInt8> {
  /// The bytes in storage of their own.
  package var array: [UInt8] { (0..<count).map { self[$0] } }
}
