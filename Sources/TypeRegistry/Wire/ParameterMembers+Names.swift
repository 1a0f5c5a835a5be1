// SPDX-License-Identifier: MIT

package import Varlink

extension ParameterMembers.Member {
  /// The name of the member, which was read with the names of this enumeration.
  ///
  /// The raw values of its cases are the positions of the names.
  package func name<Name: RawRepresentable<Int>>(as _: Name.Type = Name.self) -> Name {
    guard let name = Name(rawValue: index) else {
      preconditionFailure("a member is read with the names of its enumeration")
    }
    return name
  }
}
