// SPDX-License-Identifier: MIT

internal import TypeRegistry
internal import Varlink

/// The wishes of `Bind` and `Unbind`.
enum BindRequestList {
  /// The wishes among the parameters.
  ///
  /// - Parameters:
  ///   - parameters: Those of the call, whose names have been checked.
  ///   - isUnbind: Whether only wishes that take something back may come.
  /// - Returns: The wishes in their order, at most ``BindingRequest/limit``.
  /// - Throws: `InvalidParameter` with `wishes`.
  static func read(
    _ parameters: Parameters, isUnbind: Bool
  ) throws(MethodError) -> [BindingRequest] {
    var wishes: ParameterElements?
    var members = parameters.members(["wishes", "action", "dryRun"])
    while let member = try members.next() {
      if member.index == 0 { wishes = try member.value.elements() }
    }
    guard var elements = wishes else { throw .invalidParameter("wishes") }
    var requests: [BindingRequest] = []
    while let element = elements.next() {
      guard requests.count < BindingRequest.limit else { throw element.invalid }
      requests.append(try request(element, isUnbind: isUnbind))
    }
    return requests
  }

  private static let names =
    SubjectMembers.names + [
      "family", "role", "handler", "never", "allow", "meaning", "forget",
    ]

  private static func request(
    _ element: ParameterValue, isUnbind: Bool
  ) throws(MethodError) -> BindingRequest {
    var subject: Binding.Subject?
    var role: Role?
    var wish: BindingRequest.Operation?
    var members = try element.members(names)
    while let member = try members.next() {
      guard !member.value.isNull else { continue }
      switch member.index - SubjectMembers.names.count {
      case ..<0:
        guard subject == nil else { throw element.invalid }
        switch try SubjectMembers.read(member.value, at: member.index) {
        case .success(.type(let identifier)): subject = .type(identifier)
        case .success(.tag(let tag)): subject = .tag(tag)
        case .failure: throw element.invalid
        }
      case 0:
        guard subject == nil else { throw element.invalid }
        subject = .family(try identifier(member.value))
      case 1:
        guard let named = Role(rawValue: try member.value.string()) else { throw element.invalid }
        role = named
      default:
        guard wish == nil else { throw element.invalid }
        wish = try self.wish(member.value, member.index - SubjectMembers.names.count)
      }
    }
    if isUnbind, wish == nil { wish = .noHandler }
    guard let subject, let wish else { throw element.invalid }
    let request = BindingRequest(subject, role: role, wish)
    // What would be passed over is refused, lest somebody believe that it counted.
    guard role == nil || request.isAboutHandler, !isUnbind || request.isRemoval else {
      throw element.invalid
    }
    return request
  }

  private static func wish(
    _ value: ParameterValue, _ index: Int
  ) throws(MethodError) -> BindingRequest.Operation {
    switch index {
    case 2: return .handler(bundle: try value.string())
    case 3: return .never(bundle: try value.string())
    case 4: return .notNever(bundle: try value.string())
    case 5: return .type(try identifier(value))
    default: return try value.choice(["handler", "meaning"]) == 0 ? .noHandler : .noType
    }
  }

  private static func identifier(_ value: ParameterValue) throws(MethodError) -> TypeIdentifier {
    guard let identifier = try? TypeIdentifier(value.string()) else { throw value.invalid }
    return identifier
  }
}

extension BindingRequest {
  fileprivate var isAboutHandler: Bool {
    switch operation {
    case .handler, .noHandler: true
    case .never, .notNever, .type, .noType: false
    }
  }
}
