// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct UsualSupertypeTests {
  typealias Tag = TypeRegistry.Tag

  /// `x.both` is a file or a package, `app` a package only, `zzz` is unknown.
  @Test(
    arguments: [
      ("both", "public.data", "org.a.both-file"), ("app", nil, "org.a.application"),
      ("zzz", "public.data", nil),
    ] as [(String, String?, String?)])
  func aTagIsDataIfADeclaredTypeIs(_ value: String, _ supertype: String?, _ type: String?) {
    let registry = NameResolutionTests.registry
    let tag = Tag(trusted: .filenameExtension, value)
    #expect(registry.usualSupertype(for: tag)?.text == supertype)
    let usual = UsualSupertype { registry.types(tag: tag, conformingTo: $0) }
    #expect(usual.answer.isDynamic == (type == nil))
    if let type { #expect(usual.answer.types.first?.text == type) }
  }
}
