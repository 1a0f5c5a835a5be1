// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

// Why bindings could not be changed or read, as `org.typeregistry.handlers` describes it.
extension MethodError {
  /// An error of the interface.
  static func handlers(
    _ name: String, _ parameters: (inout JSONWriter) -> Void
  ) -> MethodError {
    .declared(HandlersInterface.description.name + "." + name, parameters)
  }

  /// A failure of the store.
  static func store(_ error: StoreError) -> MethodError {
    .storeProblem(error.kind.rawValue, error.description, error.advice)
  }

  private static func storeProblem(
    _ kind: String, _ message: String, _ hint: String?
  ) -> MethodError {
    .handlers("StoreProblem") { writer in
      writer.member("kind", kind)
      writer.member("message", message)
      writer.member("hint", hint)
    }
  }

  /// A change that was not made.
  init(_ failure: EditFailure) {
    switch failure {
    case .store(let error): self = .store(error)
    case .noStore:
      self = .storeProblem("none", EditFailure.noStoreMessage, EditFailure.noStoreHint)
    case .problem(.request(let problem)): self = .problem(problem)
    case .problem(.tooLong):
      self = .handlers("TooLong") { $0.member("limit", BindingRequest.limit) }
    case .problem(.notARemoval): self = .invalidParameter("wishes")
    case .problem(.undoTakesNoRequests): self = .invalidParameter("action")
    }
  }

  private static func problem(_ problem: BindingProblem) -> MethodError {
    func error(_ name: String, _ parameters: (inout JSONWriter) -> Void) -> MethodError {
      .handlers(name) { writer in
        parameters(&writer)
        writer.member("message", problem.description)
      }
    }
    switch problem {
    case .noSuchApplication(let bundle, let nearest):
      return error("NoSuchApplication") { writer in
        writer.member("bundle", bundle)
        writer.name("suggestions")
        writer.strings(nearest)
      }
    case .cannotStart(let bundle, let reason):
      return error("CannotStart") { writer in
        writer.member("bundle", bundle)
        writer.member("reason", reason.name)
      }
    case .roleCannotBeChosen(let role):
      return error("RoleCannotBeChosen") { $0.member("role", role.rawValue) }
    case .typeLacksTag(let type, let tag, let others):
      return error("TypeLacksTag") { writer in
        writer.member("type", type.text)
        writer.name("tag")
        writer.value(tag)
        writer.name("others")
        writer.strings(others.map(\.text))
      }
    case .notATag(let subject):
      return error("NotATag") { writer in
        switch subject {
        case .type(let identifier): writer.member("type", identifier.text)
        case .family(let identifier): writer.member("family", identifier.text)
        case .tag: break
        }
      }
    }
  }
}
