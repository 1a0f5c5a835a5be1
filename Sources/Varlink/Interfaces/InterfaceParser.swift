// SPDX-License-Identifier: MIT

/// Reads the interface definition language by the grammar of UAPI.20.
///
/// In addition it accepts white space before a comment at the end of a member's line, and a last
/// line without a line break, because every implementation does.
struct InterfaceParser {
  private(set) var name = ""
  private(set) var documentation = ""
  private(set) var types: [InterfaceDescription.TypeAlias] = []
  private(set) var methods: [InterfaceDescription.Method] = []
  private(set) var errors: [InterfaceDescription.Failure] = []
  private(set) var trailingComments: [Int] = []

  private static let depthLimit = 64

  private var text: InterfaceText
  private var names: Set<String> = []
  private var depth = 0

  init(_ text: String) {
    self.text = InterfaceText(text)
  }

  mutating func parse() throws(InterfaceError) {
    documentation = text.skip().joined(separator: "\n")
    guard text.takesWord("interface") else { throw text.error(.interface) }
    guard text.skipsSomething() else { throw text.error(.space) }
    guard let name = text.interfaceName() else { throw text.error(.interfaceName) }
    self.name = name
    guard text.takesEndOfLine() else { throw text.error(.endOfLine) }
    repeat {
      try member()
      guard text.takesEndOfLine() else { throw text.error(.endOfLine) }
      // The comments skipped here may belong to the next member.
    } while !text.isAtEndAfterSpace
  }

  // MARK: - Members

  private mutating func member() throws(InterfaceError) {
    let comments = text.skip()
    let word = ["type", "method", "error"].first { text.takesWord($0) }
    guard let word else { throw text.error(.member) }
    guard text.skipsSomething() else { throw text.error(.space) }
    let start = text.position
    guard let name = text.memberName() else { throw text.error(.memberName) }
    guard names.insert(name).inserted else { throw text.error(.duplicate(name), at: start) }
    let offset = text.offset(of: start)
    switch word {
    case "type":
      let type = try composite()
      types.append(
        .init(
          name: name, type: type, documentation: comments.joined(separator: "\n"), offset: offset))
    case "method":
      let input = try structure()
      skip()
      guard text.takes("-"), text.takes(">") else { throw text.error(.arrow) }
      let output = try structure()
      methods.append(method(name, input, output, comments, offset: offset))
    default:
      let parameters = try structure()
      errors.append(
        .init(
          name: name, parameters: parameters, documentation: comments.joined(separator: "\n"),
          offset: offset))
    }
  }

  private func method(
    _ name: String, _ input: [InterfaceField], _ output: [InterfaceField], _ comments: [String],
    offset: Int
  ) -> InterfaceDescription.Method {
    var comments = comments
    var more = InterfaceDescription.MoreFlag.none
    comments.removeAll { line in
      switch line {
      case "[Requires 'more' flag]": more = .requires
      case "[Supports 'more' flag]": more = more == .none ? .supports : more
      default: return false
      }
      return true
    }
    return .init(
      name: name, input: input, output: output,
      documentation: comments.joined(separator: "\n"), more: more, offset: offset)
  }

  // MARK: - Types

  /// A structure; an enumeration is not allowed.
  private mutating func structure() throws(InterfaceError) -> [InterfaceField] {
    skip()
    let start = text.position
    let type = try composite()
    guard type.kind == .structure else { throw text.error(.expected(.colon), at: start) }
    return type.fields
  }

  private mutating func type() throws(InterfaceError) -> InterfaceType {
    let start = text.position
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      throw text.error(.tooDeep(limit: Self.depthLimit), at: start)
    }
    if text.takes("?") {
      guard !text.isAt("?") else { throw text.error(.typeAfterQuestionMark) }
      return InterfaceType(.nullable, of: try type())
    }
    if text.takesText("[]") { return InterfaceType(.array, of: try type()) }
    if text.takesText("[string]") { return InterfaceType(.map, of: try type()) }
    if text.isAt("(") { return try composite() }
    if let name = text.memberName() { return InterfaceType(.named, name: name) }
    switch text.fieldName() {
    case "bool": return InterfaceType(.bool)
    case "int": return InterfaceType(.int)
    case "float": return InterfaceType(.float)
    case "string": return InterfaceType(.string)
    case "object": return InterfaceType(.object)
    case "any": return InterfaceType(.any)
    default: throw text.error(.expected(.type), at: start)
    }
  }

  /// A structure or an enumeration, depending on the first field.
  private mutating func composite() throws(InterfaceError) -> InterfaceType {
    skip()
    guard text.takes("(") else { throw text.error(.leftParenthesis) }
    var comments = skip()
    if text.takes(")") { return InterfaceType(.structure) }
    var fields: [InterfaceField] = []
    var names: Set<String> = []
    while true {
      let start = text.position
      guard let name = text.fieldName() else { throw text.error(.fieldName) }
      guard names.insert(name).inserted else { throw text.error(.duplicate(name), at: start) }
      skip()
      var fieldType: InterfaceType?
      if fields.isEmpty ? text.isAt(":") : fields[0].type != nil {
        guard text.takes(":") else { throw text.error(.colon) }
        skip()
        fieldType = try type()
        skip()
      }
      fields.append(
        InterfaceField(
          name: name, type: fieldType, documentation: comments.joined(separator: "\n"),
          offset: text.offset(of: start)))
      if text.takes(")") { break }
      guard text.takes(",") else { throw text.error(.commaOrRightParenthesis) }
      comments = skip()
    }
    return InterfaceType(fields[0].type == nil ? .enumeration : .structure, fields: fields)
  }

  /// Skips space and comments inside a member.
  @discardableResult
  private mutating func skip() -> [String] {
    let comments = text.skip()
    trailingComments += text.trailingComments
    return comments
  }
}
