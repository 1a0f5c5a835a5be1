// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing

@testable import TypeRegistry  // Reads what a client reads.

/// Events as a subscriber reads them.
@Suite struct RegistryEventTests {
  typealias Bundle = TypeRegistry.Bundle

  private func text(_ event: RegistryEvent) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    event.writeMembers(to: &writer)
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static let base = Bundle.test(
    "org.test.core",
    [.test("public.data"), .test("public.jpeg", parents: ["public.data"], extensions: ["jpg"])])

  /// A bundle is added with a type, a claim and a tag, and is chosen for another type.
  private func difference() throws -> RegistryDifference {
    let viewer = Bundle.application(
      "org.test.viewer", [.test("org.test.menu")],
      declarations: [.test("org.test.menu", parents: ["public.data"], extensions: ["menu"])])
    let binding = Binding(
      .tag(try Tag(.filenameExtension, "jpg")), role: .editor,
      .handler(
        HandlerIdentity(bundle: "org.test.viewer", origin: viewer.origin, path: viewer.path)))
    func state(_ bundles: [Bundle], _ bindings: [Binding]) -> RegistryState {
      let registry = RegistryCompiler.compile(bundles).registry.choosing(bindings)
      return RegistryState(HandlerDirectory(registry, bindings: bindings), bindings: bindings)
    }
    return RegistryDifference(
      from: state([Self.base], []), to: state([Self.base, viewer], [binding]))
  }

  @Test func aChangeIsReadAsItWasWritten() throws {
    let difference = try difference()
    #expect(
      [
        difference.bundles.count, difference.types.count, difference.tags.count,
        difference.bindings.count,
      ].allSatisfy { $0 > 0 } && !difference.defaults.isEmpty)
    let written = text(.change(generation: 7, difference: difference))
    let document = try JSONDocument(parsing: Array(written.utf8))
    #expect(document.root["event"]?.string == "change")
    #expect(document.root["generation"]?.integer == 7)
    let read = try RegistryDifference(AnswerObject(document.root, "parameters"))
    #expect(read == difference)
  }

  @Test func whatDidNotChangeIsLeftOut() {
    #expect(
      text(.change(generation: 2, difference: RegistryDifference()))
        == #"{"event":"change","generation":2}"#)
    #expect(text(.missed(generation: 3)) == #"{"event":"missed","generation":3}"#)
    #expect(
      text(.state(generation: 1, digest: "ab", defaults: []))
        == #"{"event":"state","generation":1,"digest":"ab"}"#)
  }

  @Test func aStateHasTheDefaultsThatASubscriberNames() throws {
    let defaults = try difference().defaults
    let written = text(.state(generation: 1, digest: "ab", defaults: defaults))
    let document = try JSONDocument(parsing: Array(written.utf8))
    let read = try RegistryDifference(AnswerObject(document.root, "parameters"))
    #expect(read.defaults == defaults && !defaults.isEmpty)
  }

  /// An edit concerns a subscriber who names what was chosen before, or is chosen now.
  @Test func editsAreFilteredByTheirChoices() {
    let subject = Binding.Subject.fileExtension("jpg")
    let viewer = Binding.test(subject, to: "org.test.Viewer")
    let edit = BindingChange.Edit(slot: viewer.slot, before: viewer, after: nil)
    #expect(RegistryFilter(bundles: ["org.test.viewer"]).contains(edit))
    #expect(!RegistryFilter(bundles: ["org.test.other"]).contains(edit))
    #expect(RegistryFilter(tags: [.test(.filenameExtension, "jpg")]).contains(edit))
    let type = Binding(subject, .type(.test("org.test.picture")))
    let chosen = BindingChange.Edit(slot: type.slot, before: nil, after: type)
    #expect(RegistryFilter(types: [.test("org.test.picture")]).contains(chosen))
    #expect(!RegistryFilter(types: [.test("public.jpeg")]).contains(chosen))
    let never = Binding(subject, .never(bundle: "org.test.viewer"))
    let excluded = BindingChange.Edit(slot: never.slot, before: nil, after: never)
    #expect(RegistryFilter(bundles: ["org.test.viewer"]).contains(excluded))
    #expect(!RegistryFilter(types: [.test("org.test.picture")]).contains(excluded))
  }
}
