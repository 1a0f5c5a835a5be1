// SPDX-License-Identifier: MIT

internal import TypeRegistry
internal import Varlink

/// The members of a parameter that say what type or tag it is about, of which exactly one is there.
struct SubjectMembers {
  /// Their names, at the start of those that the parameter knows.
  static let names: [StaticString] = ["type", "extension", "mimeType", "scheme", "tag"]

  /// Why one is no subject, in words; the caller says whether that is an error.
  struct Malformed: Error {
    let problem: String
  }

  /// What it is about.
  enum Subject {
    case type(TypeIdentifier)
    case tag(Tag)
  }

  /// The subject of the member at a position of ``names``.
  ///
  /// - Returns: The subject, or what is wrong with the text.
  /// - Throws: `MethodError` if the value has another JSON type.
  static func read(
    _ value: ParameterValue, at index: Int
  ) throws(MethodError) -> Result<Subject, Malformed> {
    switch index {
    case 0: return type(try value.string())
    case 1: return tag(.filenameExtension, try value.string())
    case 2: return tag(.mimeType, try value.string())
    case 3: return tag(.urlScheme, try value.string())
    default: break
    }
    var name: String?
    var text: String?
    var members = try value.members(["tagClass", "value"])
    while let member = try members.next() {
      if member.index == 0 {
        name = try member.value.string()
      } else {
        text = try member.value.string()
      }
    }
    guard let name, let text else { throw value.invalid }
    do {
      return tag(try TagClass(name), text)
    } catch {
      return .failure(Malformed(problem: "the tag class \(error)"))
    }
  }

  static func type(_ text: String) -> Result<Subject, Malformed> {
    do {
      return .success(.type(try TypeIdentifier(text)))
    } catch {
      return .failure(Malformed(problem: "the type identifier \(error)"))
    }
  }

  private static func tag(_ tagClass: TagClass, _ text: String) -> Result<Subject, Malformed> {
    do {
      return .success(.tag(try Tag(tagClass, text)))
    } catch {
      return .failure(Malformed(problem: "the tag \(error)"))
    }
  }
}
