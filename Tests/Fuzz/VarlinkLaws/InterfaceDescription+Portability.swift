// SPDX-License-Identifier: MIT

public import Varlink

/// A part of a description that other implementations cannot read.
public struct PortabilityViolation: Hashable, Sendable {
  /// The kind of a violation, with the implementations known to refuse it.
  public enum Rule: Hashable, Sendable {
    /// A container of containers or of nullable types (varlinkctl 257).
    case nestedContainers
    /// An empty structure as a type (varlinkctl 257).
    case emptyStructure
    /// A comment inside parentheses, after other text on its line (varlinkctl 257).
    case trailingComment
    /// The type `any` (varlinkctl 257, Python's varlink 31, Go's varlink 0.4).
    case anyType
    /// A capital letter in the interface's name (Go's varlink 0.4).
    case capitalInInterfaceName
    /// An interface without methods (Go's varlink 0.4).
    case noMethod
    /// A named type that the interface does not declare.
    case undeclaredType(String)
  }

  /// The kind of the violation.
  public let rule: Rule

  /// The offset of the field or member concerned, in bytes from the start of the description.
  public let offset: Int
}

extension InterfaceDescription {
  /// The parts that other implementations cannot read, in source order.
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
    // Stable: several violations at one offset keep their order.
    return violations.enumerated()
      .sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map(\.element)
  }
}
