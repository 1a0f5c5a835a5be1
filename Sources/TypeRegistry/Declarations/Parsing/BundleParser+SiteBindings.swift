// SPDX-License-Identifier: MIT

internal import StrictJSON

// An administrator's choices of handlers:
//
// ```json
// "TRDefaultHandlers": {
//   "public.jpeg": "org.example.viewer",
//   ".md": {"Handler": "org.example.editor", "Role": "Editor"},
//   "public.image": {"Handler": "org.example.viewer", "AndSubtypes": true},
//   "https://*.example.org/video/*": "org.example.player",
//   "mailto:": ["org.example.mail", {"Handler": "org.example.toy", "Never": true}]
// }
// ```

extension BundleParser {
  mutating func readSiteBindings(_ value: JSONValue, _ key: JSONValue) {
    hasDefaultHandlers = true
    if rejectUnlessObject(value, key.nameText) { return }
    guard bundle.origin == .system || bundle.origin == .local || bundle.origin == .core else {
      sink.add(
        .warning, .untrustedDefaults, at: key,
        "'TRDefaultHandlers' is ignored in a bundle of origin \(bundle.origin)",
        hint:
          "install the file where only root may write; a user's choices are not kept in declarations"
      )
      return
    }
    for (name, value) in value.members {
      guard let subject = siteSubject(name) else { continue }
      for entry in value.kind == .array ? Array(value.elements) : [value] {
        guard bundle.siteBindings.count < DeclarationLimits.maximumSiteBindings else {
          sink.add(
            .error, .tooManyClaims, at: entry,
            "bundle has more than \(DeclarationLimits.maximumSiteBindings) default handlers",
            hint: "choose a handler for a type with all its subtypes ('AndSubtypes')")
          isRefused = true
          return
        }
        readSiteBinding(entry, name, subject)
      }
    }
  }

  /// The subject that a key names: a type, an extension with its dot, a MIME type, all of a kind
  /// (`image/*`), a scheme with its colon, or a pattern of URLs.
  private mutating func siteSubject(_ name: JSONValue) -> Binding.Subject? {
    let text = name.nameText
    if text.hasPart("://") {
      do {
        return .tag(try Tag(.urlPattern, text))
      } catch {
        var hint: String?
        if case .notAURLPattern(let error) = error.reason { hint = error.hint }
        sink.add(
          .error, .invalidDefaultHandler, at: name, "URL pattern '\(text.shortened)' \(error)",
          hint: hint ?? "such as 'https://*.example.org/*'")
        return nil
      }
    }
    let subject: Binding.Subject? =
      if text.utf8.first == UInt8(ascii: ".") {
        (try? Tag(.filenameExtension, String(text.dropFirst()))).map { .tag($0) }
      } else if text.utf8.last == UInt8(ascii: ":") {
        (try? Tag(.urlScheme, String(text.dropLast()))).map { .tag($0) }
      } else if let type = TypeIdentifier.ofAll(mimeTypes: text) {
        .family(type)
      } else if text.utf8.contains(UInt8(ascii: "/")) {
        (try? Tag(.mimeType, text)).map { .tag($0) }
      } else {
        (try? TypeIdentifier(text)).map { .type($0) }
      }
    if subject == nil {
      sink.add(
        .error, .invalidDefaultHandler, at: name,
        "'\(text.shortened)' is neither a type, an extension, a MIME type nor a scheme",
        hint:
          "write 'public.jpeg', '.jpg', 'image/jpeg', 'image/*', 'mailto:' or 'https://example.org/*'"
      )
    }
    return subject
  }

  private mutating func readSiteBinding(
    _ value: JSONValue, _ key: JSONValue, _ subject: Binding.Subject
  ) {
    var binding = SiteBinding(
      subject: subject, handler: "", location: sink.location(of: key))
    if let handler = value.string {
      binding.handler = handler.trimmingBlanks
    } else if value.kind == .object {
      var isFamily = false
      for (name, value) in value.members {
        if name.equals("Handler") {
          binding.handler = string(value, name)?.trimmingBlanks ?? ""
        } else if name.equals("Role") {
          binding.role = string(value, name).flatMap { Role(named: $0.trimmingBlanks) }
          guard let role = binding.role, RoleMask.choosable.contains(role) else {
            sink.add(
              .error, .invalidDefaultHandler, at: value,
              "expected a role that opens files in 'Role'",
              hint: "write 'Editor', 'Viewer' or 'Shell', or leave 'Role' out")
            return
          }
        } else if name.equals("AndSubtypes") {
          isFamily = boolean(value, name)
        } else if name.equals("Never") {
          binding.isNever = boolean(value, name)
        } else {
          unknownKey(name, in: ["Handler", "Role", "AndSubtypes", "Never"])
        }
      }
      if isFamily, case .type(let identifier) = subject {
        binding.subject = .family(identifier)
      } else if case .family = subject {
        // 'image/*' means the subtypes, too.
      } else if isFamily {
        sink.add(
          .warning, .invalidDefaultHandler, at: key,
          "'AndSubtypes' has no effect for '\(key.nameText.shortened)', which is no identifier of a type",
          hint: "name the type by its identifier, such as 'public.image'")
      }
    } else {
      wrongType(value, key.nameText, expected: "a bundle identifier or an object")
      return
    }
    guard !binding.handler.isEmpty else {
      sink.add(
        .error, .invalidDefaultHandler, at: value, "default handler has no bundle identifier",
        hint: "write \"Handler\": \"org.example.application\"")
      return
    }
    bundle.siteBindings.append(binding)
  }
}
