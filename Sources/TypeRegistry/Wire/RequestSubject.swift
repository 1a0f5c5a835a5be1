// SPDX-License-Identifier: MIT

package import Varlink

/// Reads the subject of an item or a request of a call: exactly one of a type and a tag.
package enum RequestSubject {
  /// How the subject is given.
  package enum Member: Int {
    case type, filenameExtension, mimeType, scheme, tag

    /// The names of all cases in their order.
    package static let allNames: [StaticString] = [
      "type", "extension", "mimeType", "scheme", "tag",
    ]
  }

  /// Why a text is not a subject; the caller decides whether that is an error.
  package struct Malformed: Error {
    /// The reason as a sentence.
    package let problem: String
  }

  /// The subject that a member holds, one of the first members of an object that has others too.
  ///
  /// - Returns: The subject, or the problem with the text.
  /// - Throws: `MethodError` if the value has another JSON type.
  package static func read(
    _ member: ParameterMembers.Member
  ) throws(MethodError) -> Result<Binding.Subject, Malformed> {
    let value = member.value
    return switch member.name(as: Member.self) {
    case .type: type(try value.string())
    case .filenameExtension: tag(.filenameExtension, try value.string())
    case .mimeType: tag(.mimeType, try value.string())
    case .scheme: tag(.urlScheme, try value.string())
    case .tag: try tag(value)
    }
  }

  private static func type(_ text: String) -> Result<Binding.Subject, Malformed> {
    do {
      return .success(.type(try TypeIdentifier(text)))
    } catch {
      return .failure(Malformed(problem: "the type identifier \(error)"))
    }
  }

  private static func tag(
    _ tagClass: TagClass, _ text: String
  ) -> Result<Binding.Subject, Malformed> {
    do {
      // No question is about the MIME type of a scheme, so a choice for it would have no effect.
      return .success(
        .tag(
          try tagClass == .mimeType
            ? FreedesktopName.tag(ofMIMEType: text) : Tag(tagClass, text)))
    } catch {
      return .failure(Malformed(problem: "the tag \(error)"))
    }
  }

  private static func tag(
    _ value: ParameterValue
  ) throws(MethodError) -> Result<Binding.Subject, Malformed> {
    let (name, text) = try TagParameter.read(value)
    do {
      return tag(try TagClass(name), text)
    } catch {
      return .failure(Malformed(problem: "the tag class \(error)"))
    }
  }
}

/// The members of a tag among a call's parameters.
package enum TagParameter: Int {
  case tagClass, value

  package static let allNames: [StaticString] = ["tagClass", "value"]

  /// The texts of a tag, not checked.
  ///
  /// - Throws: `MethodError` if one is missing.
  package static func read(
    _ parameter: ParameterValue
  ) throws(MethodError) -> (tagClass: String, value: String) {
    var tagClass: String?
    var value: String?
    var members = try parameter.members(allNames)
    while let member = try members.next() {
      switch member.name(as: Self.self) {
      case .tagClass: tagClass = try member.value.string()
      case .value: value = try member.value.string()
      }
    }
    guard let tagClass, let value else { throw parameter.invalid }
    return (tagClass, value)
  }
}
