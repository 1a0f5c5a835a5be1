// SPDX-License-Identifier: MIT

/// A binding of the site, and where it is declared.
public struct DeclaredSiteBinding: Hashable, Sendable {
  /// The binding; the path of an application that was not found is empty.
  public var binding: Binding
  /// Where it is declared.
  public var source: SourceReference
}

extension CompiledRegistry {
  /// The subject of a binding of the site; a MIME type means the type that has it, as everywhere.
  func subject(of record: SiteBindingRecord) -> Binding.Subject {
    let text = text(record.subject)
    if record.tagClass == 0 {
      let identifier = TypeIdentifier(trusted: text)
      return record.flags & SiteBindingRecord.family != 0 ? .family(identifier) : .type(identifier)
    }
    return subject(meantBy: Tag(trusted: TagClass(trusted: self.text(record.tagClass)), text))
  }
}
