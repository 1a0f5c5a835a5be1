// SPDX-License-Identifier: MIT

import Varlink

@testable import typed

/// The pages of the daemon, from the tables of its help and from the descriptions of its interfaces.
enum TypedPages {
  static var all: [ManualPage] { [daemon, interfaces] }

  // MARK: - typed(8)

  private static var daemon: ManualPage {
    var page = ManualPage("typed", section: 8, summary: "the daemon of the type registry")
    page.section("SYNOPSIS")
    page.macro("Nm")
    page.macro("Op Ar OPTION ...")
    page.section("DESCRIPTION")
    page.paragraphs(Options.summary.split(separator: "\n").joined(separator: " "))
    page.macro("Pp")
    page.paragraphs(
      """
      It holds the registry of all declared types and the choices of its users, notices when \
      declarations, programs or choices change, and notifies its subscribers. A client calls it by the \
      interfaces of
      """)
    page.macro("Xr org.typeregistry 7 .")
    page.macro("Pp")
    page.paragraphs(
      """
      Nothing depends on it: without a daemon every program answers from a registry of its own, \
      with the same answers.

      An instance for each user is started by the first connection, with 'systemctl --user enable \
      --now typed.socket'. With --system one instance serves all users of the machine: 'systemctl \
      enable --now typed.socket'.
      """)
    page.section("OPTIONS")
    page.list(
      Options.descriptions.map {
        (ManualPage.option($0.name, $0.value), UtcliPages.capitalised($0.meaning) + ".")
      })
    page.subsection("Limits")
    page.paragraphs(
      """
      Limits per client and user. Sizes are in bytes; times are written as 10s, \
      500ms or 50us.
      """)
    page.macro("Pp")
    page.list(
      Options.limitOptions.map {
        (
          ManualPage.option($0.name, "VALUE"),
          "\(UtcliPages.capitalised($0.meaning)). The default is \($0.value)."
        )
      })
    page.section("SIGNALS")
    page.list(
      Options.signals.map { ("Dv SIG\($0.name)", UtcliPages.capitalised($0.meaning) + ".") })
    page.section("ENVIRONMENT")
    page.list([
      ("Ev XDG_RUNTIME_DIR", "The directory of the socket of a user's instance."),
      (
        "Ev LISTEN_FDS",
        "The number of sockets that the service manager passed; the daemon listens at these."
      ),
    ])
    page.macro("Pp")
    page.paragraphs("The variables with the locations of declarations are in")
    page.macro("Xr utcli 1 .")
    page.section("FILES")
    page.list([
      ("Pa $XDG_RUNTIME_DIR/typed/org.typeregistry", "The socket of a user's instance."),
      ("Pa /run/typed/org.typeregistry", "The socket of the system's instance."),
    ])
    page.section("EXIT STATUS")
    page.list(
      Options.statuses.map { ("\($0.status.rawValue)", UtcliPages.capitalised($0.meaning) + ".") })
    page.seeAlso([("utcli", 1), ("typed-declarations", 5), ("org.typeregistry", 7)])
    return page
  }

  // MARK: - org.typeregistry(7)

  private static var interfaces: ManualPage {
    var page = ManualPage(
      "org.typeregistry", section: 7, summary: "the Varlink interfaces of the type registry")
    page.section("DESCRIPTION")
    page.macro("Xr typed 8")
    page.paragraphs(
      """
      answers on a Unix socket: a call and its reply are JSON objects, each ended by a NUL byte, as \
      https://varlink.org describes. These are the interfaces that it serves beside \
      org.varlink.service; 'varlinkctl introspect' prints them as they are declared.
      """)
    page.macro("Pp")
    page.paragraphs("A question mark before a type means that the value may be absent.")
    for interface in Interfaces.descriptions {
      page.section(interface.name.uppercased())
      page.paragraphs(interface.documentation)
      for method in interface.methods {
        page.subsection("Method \(method.name)")
        page.paragraphs(method.documentation)
        switch method.more {
        case .none: break
        case .supports: page.paragraphs("It supports 'more'.")
        case .requires: page.paragraphs("It requires 'more'.")
        }
        fields(method.input, "Parameters", &page)
        fields(method.output, "Reply", &page)
      }
      for type in interface.types {
        page.subsection("Type \(type.name)")
        page.paragraphs(type.documentation)
        fields(type.type.fields, type.type.kind == .enumeration ? "Values" : "Fields", &page)
      }
      for error in interface.errors {
        page.subsection("Error \(error.name)")
        page.paragraphs(error.documentation)
        fields(error.parameters, "Parameters", &page)
      }
    }
    page.section("EXAMPLES")
    page.paragraphs("Ask for the type of a name, with a tool of systemd:")
    page.literal(
      """
      varlinkctl call $XDG_RUNTIME_DIR/typed/org.typeregistry \\
        org.typeregistry.types.TypeOf '{"names": ["photo.jpg"]}'
      """)
    page.seeAlso([("utcli", 1), ("typed", 8)])
    return page
  }

  private static func fields(_ fields: [InterfaceField], _ title: String, _ page: inout ManualPage)
  {
    guard !fields.isEmpty else { return }
    page.macro("Pp")
    page.paragraphs("\(title):")
    page.macro("Pp")
    page.list(
      fields.map { field in
        let type = field.type.map { " No \(ManualPage.argument(text($0)))" } ?? ""
        return ("Va \(ManualPage.argument(field.name))\(type)", field.documentation)
      })
  }

  /// A type as it is declared.
  private static func text(_ type: InterfaceType) -> String {
    let element = type.element.map(text) ?? ""
    return switch type.kind {
    case .bool: "bool"
    case .int: "int"
    case .float: "float"
    case .string: "string"
    case .object: "object"
    case .any: "any"
    case .named: type.name ?? ""
    case .structure:
      "(" + type.fields.map { "\($0.name): \($0.type.map(text) ?? "")" }.joined(separator: ", ")
        + ")"
    case .enumeration: "(" + type.fields.map(\.name).joined(separator: ", ") + ")"
    case .array: "[]" + element
    case .map: "[string]" + element
    case .nullable: "?" + element
    }
  }
}
