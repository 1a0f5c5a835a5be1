// SPDX-License-Identifier: MIT

extension HandlersInterface {
  /// The types of the interface, in the form of its description.
  static let types = """
    # What is to be opened: exactly one of name, nameBytes, type, extension, mimeType, scheme, tag
    # and url. An item of none or several of them is malformed.
    type Item (
      # The name of a file: the last component of its path.
      name: ?string,
      # The name of a file in base 64, if it is not UTF-8.
      nameBytes: ?string,
      # The kind of the file: regular (the default), directory, mount-point, symbolic-link,
      # character-device, block-device, named-pipe or socket. Only with a name.
      kind: ?string,
      # The bundle identifier of the application that the file itself names, which the caller has
      # read from the file's attribute. It comes first if it is a candidate.
      ownHandler: ?string,
      # A type.
      type: ?string,
      # A file-name extension without its dot.
      extension: ?string,
      # A MIME type. A scheme after x-scheme-handler/ is the scheme itself.
      mimeType: ?string,
      # A URL scheme without its colon.
      scheme: ?string,
      # A tag of any class.
      tag: ?Tag,
      # A URL: the patterns of URLs that are bound and match it count first, the most specific one
      # before others, then its scheme. Only its scheme, host, port, path and query count.
      url: ?string
    )

    # The explicit choice that placed a handler.
    type Choice (
      # The type that it is made for.
      type: ?string,
      # The type that it is made for with all its subtypes.
      family: ?string,
      # The tag that it is made for.
      tag: ?Tag,
      # The role that it is made for: Editor, Viewer or Shell; absent for every role.
      role: ?string,
      # Where the administrator's choice is declared; absent for the user's own.
      source: ?Source
    )

    # The claim that placed an application.
    type Claim (
      # The claimed type; absent for a claim on a tag or on everything.
      type: ?string,
      # The claimed tag.
      tag: ?Tag,
      # With 'explain': the path from the queried type up to the claimed one.
      path: ?[]string,
      # True if the application owns the claimed type.
      owner: ?bool,
      # What the application calls such documents, in the language of the locale.
      name: ?string,
      # The name of the icon of such documents.
      icon: ?string,
      # Where the claim is declared.
      source: Source
    )

    # An application that opens an item.
    type Handler (
      # The identifier of its bundle.
      bundle: string,
      # Its name in the language of the locale.
      name: string,
      # The version of the bundle.
      version: ?string,
      # How far the bundle is trusted: core, system, local or user.
      origin: string,
      # The file that the bundle was read from.
      path: string,
      # The name of its icon.
      icon: ?string,
      # The argument vector that starts it, the program's path first. An argument that is %f, %F,
      # %u or %U is replaced by a file, files, a URL or URLs, and %k by 'path'; so is the end of an
      # option such as --file=%f. No shell interprets the arguments.
      arguments: []string,
      # Whether one start takes any number of files.
      takesMany: bool,
      # Whether it has to be started in a terminal.
      terminal: bool,
      # The directory to start it in; absent for the caller's own.
      workingDirectory: ?string,
      # Its role for this type: Editor, Viewer, Shell or QLGenerator; None only where it accepts
      # drops. Absent where it is chosen without a claim.
      role: ?string,
      # Its rank for this type as declared: Owner, Default, Alternate or None. Absent as role is.
      rank: ?string,
      # Why it is among the handlers: file (the file names it), binding, supertype-binding,
      # added-association (a list of applications adds it to the type or a supertype), claim,
      # opens-as (it claims a type that this one can be opened as, without conforming to it),
      # tag-claim, wildcard, or drops (it accepts drops and never opens anything).
      placement: string,
      # The explicit choice that placed it.
      choice: ?Choice,
      # The claim that placed it.
      claim: ?Claim,
      # The number of conformances from the type up to the claimed or chosen one; absent for
      # claims on everything.
      distance: ?int,
      # True if it was installed after the user's first choice, is not chosen, and was not
      # confirmed: a program may ask the user before it starts the application.
      unconfirmed: ?bool,
      # With 'explain': the rule that places it after the handler before it; for the first
      # handler, the rule that places it before the second.
      rule: ?string,
      # With 'explain': that rule in words, with what was compared.
      reason: ?string
    )

    # An application that claims or is chosen for something and is not among its handlers.
    type Hidden (
      # The identifier of its bundle.
      bundle: string,
      # The kind of the reason: role (its role was not requested), not-launchable (it cannot be
      # started), never (a binding says so), on-hold (a binding names it, and that application is
      # not found as it was chosen) or file (the file names it, and it is not a handler).
      cause: string,
      # Why it is ruled out, in words.
      reason: string,
      # Where its claim, or the administrator's choice of it, is declared.
      source: ?Source
    )

    # The applications that open one item.
    type Answer (
      # Why the item is malformed. There are no other members then.
      problem: ?string,
      # The type; absent for a scheme.
      type: ?string,
      # The names of icons of the type in the order in which programs look for them in an icon theme.
      icons: ?[]string,
      # The tags whose claims count as well: those of a file, or the queried one; of a URL the bound
      # patterns that match it, then its scheme. A type has none.
      tags: ?[]Tag,
      # What decided which handler is first: user (the person's choice), site (the administrator's
      # choice), ranking (the order of claims); none if no application opens it.
      decision: ?string,
      # The handlers in order. Those that only accept drops come last.
      handlers: ?[]Handler,
      # With 'explain': applications that are ruled out, and why.
      hidden: ?[]Hidden,
      # With 'more': true if the next answer continues this one. It has neither type nor tags, but
      # more handlers, then more hidden applications.
      continues: ?bool
    )

    # One subject that an application claims.
    type ApplicationClaim (
      # The claimed type; absent for a claim on a tag or on everything.
      type: ?string,
      # The claimed tag.
      tag: ?Tag,
      # True for a claim on every file.
      everything: ?bool,
      # The role: Editor, Viewer, Shell, QLGenerator or None.
      role: string,
      # The rank as declared: Owner, Default, Alternate or None.
      rank: string,
      # True if the application owns the type.
      owner: ?bool,
      # True if it is the first handler of the type or tag as such, whatever the role.
      default: ?bool,
      # Where the claim is declared.
      source: Source
    )

    # An application: what it claims, and for which of these it is the first handler.
    type Application (
      # The identifier of its bundle.
      bundle: string,
      # Its name in the language of the locale.
      name: string,
      # The version of the bundle.
      version: ?string,
      # How far the bundle is trusted: core, system, local or user.
      origin: string,
      # The file that the bundle was read from.
      path: string,
      # The argument vector that starts it.
      arguments: ?[]string,
      # True if it has to be started in a terminal.
      terminal: ?bool,
      # The directory to start it in; absent for the caller's own.
      workingDirectory: ?string,
      # Why it cannot be started, as words that follow its name.
      problem: ?string,
      # True if it was installed after the user's first choice, and was not confirmed.
      unconfirmed: ?bool,
      # What it claims, types first.
      claims: ?[]ApplicationClaim,
      # With 'more': true if the next element continues this application with more claims.
      continues: ?bool
    )

    \(SharedTypes.identity)

    \(SharedTypes.binding)

    # A slot, which holds one binding at most.
    type Slot (
      # The type that is bound.
      type: ?string,
      # The type that is bound with all its subtypes.
      family: ?string,
      # The tag that is bound.
      tag: ?Tag,
      # The role: Editor, Viewer or Shell; absent for every role.
      role: ?string,
      # The kind of the binding: handler, never or meaning.
      kind: string,
      # The bundle identifier of the application that never opens it; only of the kind never.
      never: ?string
    )

    \(SharedTypes.edit)

    # One change of the bindings, which was made as a whole.
    type Change (
      # Its number, by which it can be undone; it grows with each change. 0 in a dry run.
      number: int,
      # When it was made, in seconds since 1970-01-01 00:00 UTC.
      time: int,
      # The number of the user who made it.
      user: int,
      # The name of the program that requested it; empty if it is unknown.
      program: string,
      # The kind of the change: bind, unbind, apply or undo.
      action: string,
      # The number of the change that this one undid.
      undoes: ?int,
      # The number of the change that undid this one.
      undoneBy: ?int,
      # What the client wrote in the user's mimeapps.list: of each entry four lines, the group, the
      # key, and the value before and after; a value is written after '=', and '-' is none.
      entries: ?string,
      # The slots that it changed, each once.
      edits: []Edit,
      # True if there are further edits: in the next part, which begins like this one, or, without
      # 'more', where they did not fit the reply, in 'History'.
      continues: ?bool
    )

    # A request to change a choice: exactly one of type, family, extension, mimeType, scheme and
    # tag, and exactly one of handler, never, allow, meaning and forget. 'Unbind' takes only allow
    # and forget; without either of them it means forget handler.
    type Request (
      # A type.
      type: ?string,
      # A type with all its subtypes.
      family: ?string,
      # A file-name extension without its dot.
      extension: ?string,
      # A MIME type. A scheme after x-scheme-handler/ is the scheme itself.
      mimeType: ?string,
      # A URL scheme without its colon. With http goes https, and the type public.html.
      scheme: ?string,
      # A tag of any class; org.typeregistry.url-pattern is that of patterns of URLs.
      tag: ?Tag,
      # The role of handler and of forget handler: Editor, Viewer or Shell; absent for the choice
      # that counts for every role.
      role: ?string,
      # The bundle identifier of the application that opens it.
      handler: ?string,
      # With handler: the application may be missing. Then the choice is on hold until an
      # application with the identifier can be started that is at least as trusted: core, system,
      # local or user.
      awaited: ?string,
      # The bundle identifier of an application that never opens it.
      never: ?string,
      # The bundle identifier of an application that may open it again.
      allow: ?string,
      # The type that the extension, MIME type or other tag means.
      meaning: ?string,
      # The choice that is removed: handler or meaning.
      forget: ?string
    )
    """
}
