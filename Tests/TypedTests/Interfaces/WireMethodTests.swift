// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry
import Varlink

@testable import typed

@Suite("The names of methods and errors are those of the interfaces")
struct WireMethodTests {
  @Test
  func eachMethodIsDescribedAndNamedOnce() {
    let described = Interfaces.descriptions.flatMap { interface in
      interface.methods.map { "\(interface.name).\($0.name)" }
    }
    #expect(Set(described) == Set(WireMethod.allCases.map(\.rawValue)))
  }

  @Test
  func eachErrorIsDescribedAndNamedOnce() {
    let described = Interfaces.descriptions.flatMap { interface in
      interface.errors.map { "\(interface.name).\($0.name)" }
    }
    #expect(Set(described) == Set(WireError.allCases.map(\.rawValue)))
  }
}
