// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Varlink
import VarlinkLaws

@testable import typed

@Suite("Interface descriptions")
struct InterfacesTests {
  @Test(arguments: Interfaces.descriptions)
  func everyImplementationCanReadIt(_ description: InterfaceDescription) {
    #expect(description.portabilityViolations == [])
  }

  @Test(arguments: Interfaces.descriptions)
  func everyMemberIsDocumented(_ description: InterfaceDescription) {
    #expect(!description.documentation.isEmpty)
    for type in description.types { #expect(!type.documentation.isEmpty, "\(type.name)") }
    for method in description.methods { #expect(!method.documentation.isEmpty, "\(method.name)") }
    for error in description.errors { #expect(!error.documentation.isEmpty, "\(error.name)") }
  }

  @Test(arguments: Interfaces.descriptions)
  func everyFieldIsDocumented(_ description: InterfaceDescription) {
    let lines = description.text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated().dropFirst() where line.hasPrefix("  ") {
      guard !line.drop(while: { $0 == " " }).hasPrefix("#") else { continue }
      let before = lines[index - 1].drop { $0 == " " }
      #expect(before.hasPrefix("#"), "\(line)")
    }
  }

  /// An interface cannot import from another, so each declares what it shares with others, in one wording.
  @Test(arguments: [
    ("type Tag", 3), ("type Source", 3), ("type Identity", 2), ("type Binding", 2),
    ("type Edit", 2),
    ("error ReplyTooLong", 3),
  ])
  func whatInterfacesShareIsTheSame(_ name: String, _ count: Int) {
    let found = Interfaces.descriptions.flatMap {
      $0.text.components(separatedBy: "\n\n").filter { $0.contains("\n\(name) (\n") }
        .map { $0.trimmingCharacters(in: .newlines) }
    }
    #expect(found.count == count)
    #expect(Set(found).count == 1)
  }

  @Test
  func everyMethodHasAHandler() throws {
    let daemon = ServiceUnderTest.small()
    for description in Interfaces.descriptions {
      for method in description.methods {
        let name = description.name.dropFirst("org.typeregistry.".count) + "." + method.name
        #expect(try daemon.ask(String(name)).error != "MethodNotImplemented", "\(name)")
      }
    }
  }
}
