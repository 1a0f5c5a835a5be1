// SPDX-License-Identifier: MIT

/// Something in a description that another implementation cannot read.
public struct PortabilityViolation: Hashable, Sendable {
  /// What it is, with the implementations that refuse it where we tried them.
  public enum Rule: Hashable, Sendable {
    /// A container holds another, or a nullable type (varlinkctl 257).
    case nestedContainers
    /// A type is an empty structure (varlinkctl 257).
    case emptyStructure
    /// A comment stands behind something else on a line, inside parentheses (varlinkctl 257).
    case trailingComment
    /// The type `any` (varlinkctl 257, Python's varlink 31, Go's varlink 0.4).
    case anyType
    /// The interface's name has a capital letter (Go's varlink 0.4).
    case capitalInInterfaceName
    /// The interface has no method (Go's varlink 0.4).
    case noMethod
    /// A type is used that the interface does not declare.
    case undeclaredType(String)
  }

  /// What it is.
  public let rule: Rule

  /// Where it is, in bytes from the start of the description: the field or member concerned.
  public let offset: Int
}

extension InterfaceDescription {
  /// What other implementations cannot read, in the order of the text.
  public var portabilityViolations: [PortabilityViolation] {
    var violations: [PortabilityViolation] = []
    let declared = Set(types.map(\.name))
    func check(_ type: InterfaceType, at offset: Int, isInContainer: Bool) {
      func note(_ rule: PortabilityViolation.Rule) {
        violations.append(PortabilityViolation(rule: rule, offset: offset))
      }
      switch type.kind {
      case .bool, .int, .float, .string, .object: break
      case .any: note(.anyType)
      case .named:
        if let name = type.name, !declared.contains(name) { note(.undeclaredType(name)) }
      case .structure, .enumeration:
        if type.fields.isEmpty { note(.emptyStructure) }
        check(type.fields)
      case .array, .map, .nullable:
        if isInContainer { note(.nestedContainers) }
      }
      guard let element = type.element else { return }
      check(element, at: offset, isInContainer: isInContainer || type.kind != .nullable)
    }
    func check(_ fields: [InterfaceField]) {
      for field in fields {
        if let type = field.type { check(type, at: field.offset, isInContainer: false) }
      }
    }
    if name.utf8.contains(where: { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") }) {
      violations.append(PortabilityViolation(rule: .capitalInInterfaceName, offset: 0))
    }
    if methods.isEmpty { violations.append(PortabilityViolation(rule: .noMethod, offset: 0)) }
    for type in types { check(type.type, at: type.offset, isInContainer: false) }
    for method in methods {
      check(method.input)
      check(method.output)
    }
    for error in errors { check(error.parameters) }
    violations += trailingComments.map { PortabilityViolation(rule: .trailingComment, offset: $0) }
    // Stable: several violations at one place keep their order.
    return violations.enumerated()
      .sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map(\.element)
  }
}
