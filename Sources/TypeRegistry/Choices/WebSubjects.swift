// SPDX-License-Identifier: MIT

/// The subjects that a web browser is chosen for: the schemes `http` and `https`, and HTML.
package enum WebSubjects {
  package static let http = Binding.Subject.tag(Tag(trusted: .urlScheme, "http"))
  package static let https = Binding.Subject.tag(Tag(trusted: .urlScheme, "https"))
  package static let html = Binding.Subject.type(TypeIdentifier(trusted: "public.html"))

  /// Both schemes.
  package static let schemes = [http, https]

  /// Whether `subject` is one of the two schemes.
  package static func isScheme(_ subject: Binding.Subject) -> Bool {
    subject == http || subject == https
  }

  /// The subjects that are chosen together with one, itself first: with a scheme all three, with anything
  /// else (HTML too) only that.
  package static func chosenTogether(with subject: Binding.Subject) -> [Binding.Subject] {
    guard isScheme(subject) else { return [subject] }
    return [subject, subject == http ? https : http, html]
  }
}
