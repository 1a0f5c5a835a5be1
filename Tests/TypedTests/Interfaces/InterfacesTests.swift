// SPDX-License-Identifier: MIT

import Testing
import Varlink

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

  @Test
  func everyMethodHasAHandler() throws {
    let daemon = Daemon.small()
    for description in Interfaces.descriptions {
      for method in description.methods {
        let name = description.name.dropFirst("org.typeregistry.".count) + "." + method.name
        #expect(try daemon.ask(String(name)).error != "MethodNotImplemented", "\(name)")
      }
    }
  }
}
