// SPDX-License-Identifier: MIT

package import Varlink

/// The known members of an object among a call's parameters: the cases of an enumeration.
///
/// The raw values are the positions of ``allNames``, which are the names of all cases in their order.
package protocol MemberName: CaseIterable, RawRepresentable<Int> {
  /// The name of the member.
  var name: StaticString { get }

  /// The names of all cases; stored, so that calls do not make it again.
  static var allNames: [StaticString] { get }
}

extension ParameterMembers.Member {
  /// The name of the member, which was read with the names of this enumeration.
  package func name<Name: MemberName>(as _: Name.Type = Name.self) -> Name {
    guard let name = Name(rawValue: index) else {
      preconditionFailure("a member is read with the names of its enumeration")
    }
    return name
  }
}
