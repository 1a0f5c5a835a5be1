// SPDX-License-Identifier: MIT

/// The command lines of a program of xdg-utils that this one answers: for the list of commands, for
/// its `--manual`, and for completion.
///
/// The synopsis of its `--help` is the original's, word by word.
struct DropInUsage: Sendable {
  /// A form of the command line.
  struct Form: Sendable {
    /// The words after the program's name, as in usage lines.
    let line: String
    /// The effect of the form, for the list of forms and for shells.
    let meaning: String
  }

  let name: String
  let summary: String
  let forms: [Form]
  /// The options of forms.
  let options: [Option]

  /// The options that are accepted before anything else.
  static let generalOptions = [
    Option("--help", nil, "show the synopsis"), Option("--manual", nil, "explain it all"),
    Option("--version", nil, "show the version"),
  ]

  /// The operands of all forms, as a usage line.
  var operands: String { forms.map(\.line).joined(separator: " | ") }

  /// The effect of the form that begins with `words`; empty unless there is exactly one.
  func meaning(of words: [String]) -> String {
    let meant = forms.filter { form in
      form.line.split(separator: " ").map(String.init).starts(with: words)
    }
    return meant.count == 1 ? meant[0].meaning : ""
  }

  /// The options that can be written after `operands`.
  func options(after operands: [String]) -> [Option] {
    guard let first = operands.first else { return Self.generalOptions }
    let words = forms.flatMap { form -> [String] in
      let words = form.line.split { " []".contains($0) }.map(String.init)
      return words.first == first ? words : []
    }
    return options.filter { words.contains($0.name) }
  }
}

extension DropInUsage {
  static let mime = DropInUsage(
    name: "xdg-mime", summary: "query and set default applications, install MIME types",
    forms: [
      Form(
        line: "query filetype FILE",
        meaning: "print the MIME type of a file, by its name, else by its first bytes"),
      Form(
        line: "query default MIMETYPE",
        meaning: "print the desktop file of the application that opens files of a type"),
      Form(
        line: "default APPLICATION MIMETYPE...",
        meaning: "make an application the one that opens the types"),
      Form(
        line: "install [--mode MODE] [--novendor] FILE",
        meaning: "add the types of a file of shared-mime-info"),
      Form(
        line: "uninstall [--mode MODE] FILE",
        meaning: "remove the types of a file of shared-mime-info"),
    ],
    options: [
      Option(
        "--mode", "MODE", "'user' (the default), or 'system' (the default of root), for all users"),
      Option(
        "--novendor", nil,
        "FILE needs no vendor prefix, such as 'example-' of 'example-types.xml'"),
    ])

  static let open = DropInUsage(
    name: "xdg-open", summary: "open a file or URL with its application",
    forms: [
      Form(
        line: "FILE|URL",
        meaning: "open it with the application that is the first in 'utcli handlers'")
    ],
    options: [])

  /// In the order of the list of commands.
  static let all = [mime, open]
}
