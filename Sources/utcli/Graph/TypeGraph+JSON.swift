// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension TypeGraph {
  /// Writes the graph as one document.
  func write(to writer: inout JSONWriter) {
    writer.document {
      $0.objects("claims", claims) { writer, claim in
        let application = applications[claim.application]
        writer.member("bundle", application.identity.bundle)
        writer.flag("chosen", claim.isChosen)
        writer.flag("default", claim.isDefault)
        writer.member("identifier", types[claim.type].information.identifier.text)
        writer.member("location", claim.location)
        writer.member("name", application.name)
        writer.member("origin", application.identity.origin.name)
        writer.member("rank", claim.rank?.rawValue)
        writer.member("role", claim.role?.rawValue)
      }
      $0.objects("conformances", edges) { writer, edge in
        writer.member("subtype", types[edge.subtype].information.identifier.text)
        writer.member("supertype", types[edge.supertype].information.identifier.text)
      }
    } rest: {
      $0.objects("types", types) { writer, node in
        writer.member("description", node.information.description)
        writer.member("family", GraphFamily.all[node.family].name)
        writer.member("identifier", node.information.identifier.text)
        writer.flag("named", node.isNamed)
        writer.member("omittedSubtypes", node.omittedSubtypes)
        writer.list("declarations", node.information.declarations)
      }
    }
  }
}
