// SPDX-License-Identifier: MIT

internal import Varlink

extension HandlersInterface {
  /// `org.typeregistry.handlers` as clients read it.
  static let description = InterfaceDescription(
    literal: """
      # Which application opens what, why, and what a person chose.
      #
      # 'Rank' gives all that is needed to show a menu of applications and to start one. A person's
      # explicit choices are bindings: they come before the order of claims, and installing or
      # removing an application never changes one. They are changed by 'Bind', 'Unbind' and 'Undo',
      # all of a call or nothing of it; a reply comes when the change is safely on the disk. Only the
      # user whom the service belongs to may change anything (on the system's socket: root); all
      # others get org.varlink.service.PermissionDenied. The service itself starts no program.
      interface org.typeregistry.handlers

      # One piece of metadata that stands for a type.
      type Tag (
        # The class, such as public.filename-extension, public.mime-type or public.url-scheme.
        tagClass: string,
        # The tag in the spelling that is compared: an extension without its dot.
        value: string
      )

      # Where something stands in a bundle.
      type Source (
        # The identifier of the bundle.
        bundle: string,
        # The version of the bundle.
        bundleVersion: ?string,
        # How far the bundle is trusted: core, system, local or user.
        origin: string,
        # The file.
        path: string,
        # The line, from 1; absent where the format has none.
        line: ?int,
        # The column, from 1; absent where the format has none.
        column: ?int
      )

      # What is to be opened. Exactly one of name, nameBytes, type, extension, mimeType, scheme and
      # tag is there.
      type Item (
        # The name of a file: the last component of its path.
        name: ?string,
        # The same in base 64, if it is not UTF-8.
        nameBytes: ?string,
        # The kind of the file: regular (the default), directory, mount-point, symbolic-link,
        # character-device, block-device, named-pipe or socket. Only with a name.
        kind: ?string,
        # The application that the file itself names, by its bundle identifier, as the caller has
        # read it from the file's attribute. It comes first if it is a candidate.
        ownHandler: ?string,
        # A type.
        type: ?string,
        # A file-name extension without its dot.
        extension: ?string,
        # A MIME type.
        mimeType: ?string,
        # A URL scheme without its colon.
        scheme: ?string,
        # A tag of any class.
        tag: ?Tag
      )

      # An explicit choice that counts for a handler.
      type Choice (
        # The type that it is made for.
        type: ?string,
        # The type that it is made for with all its subtypes.
        family: ?string,
        # The tag that it is made for.
        tag: ?Tag,
        # The role that it is made for: Editor, Viewer or Shell; absent for every role.
        role: ?string,
        # Where the administrator's choice stands; absent for the person's own.
        source: ?Source
      )

      # The claim that speaks for an application.
      type Claim (
        # The claimed type; absent for a claim on a tag or on everything.
        type: ?string,
        # The claimed tag.
        tag: ?Tag,
        # With 'explain': the way from the type that is asked about up to the claimed one.
        path: ?[]string,
        # True if the application owns the claimed type.
        owner: ?bool,
        # What the application calls such documents, in the language of the locale.
        name: ?string,
        # The name of the icon of such documents.
        icon: ?string,
        # Where the claim stands.
        source: Source
      )

      # An application that opens what was asked about.
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
        # The argument vector that starts it, the program's path first. An argument that is %f, %F, %u
        # or %U stands for a file, files, a URL or URLs; no argument means anything to a shell.
        arguments: []string,
        # Whether one start takes any number of files.
        takesMany: bool,
        # Whether it has to be started in a terminal.
        terminal: bool,
        # Its role for this type: Editor, Viewer, Shell or QLGenerator; None only where it accepts
        # drops. Absent where it is chosen and claims nothing here.
        role: ?string,
        # Its rank for this type as declared: Owner, Default, Alternate or None. Absent as role is.
        rank: ?string,
        # What put it among the answers: file (the file names it), binding, supertype-binding, claim,
        # tag-claim, wildcard, or drops (it accepts drops and never opens anything).
        placement: string,
        # The explicit choice that put it there.
        choice: ?Choice,
        # The claim that speaks for it.
        claim: ?Claim,
        # The number of conformances from the type up to the claimed or chosen one; absent for claims
        # on everything.
        distance: ?int,
        # True if it came after the person's choices began, is not chosen, and nobody confirmed it:
        # whoever opens may want to ask first.
        unconfirmed: ?bool,
        # With 'explain': the rule that puts it behind the one before it; of the first, before the
        # second.
        rule: ?string,
        # With 'explain': that rule in words, with what was compared.
        reason: ?string
      )

      # An application that claims or is chosen for something and is not among its handlers.
      type Hidden (
        # The identifier of its bundle.
        bundle: string,
        # What kind of reason keeps it out: role (its role was not asked for), not-launchable (it
        # cannot be started), never (a binding says so), on-hold (a binding names it, and that
        # application is not there as chosen) or file (the file names it, and it is not a handler).
        cause: string,
        # Why it does not count, in words.
        reason: string,
        # Where its claim, or the administrator's choice of it, stands.
        source: ?Source
      )

      # Who opens one item.
      type Answer (
        # Why there is no answer: the item is malformed. Nothing else is there then.
        problem: ?string,
        # The type; absent for a scheme.
        type: ?string,
        # The tags that count beside it: of a file, of the type as such none.
        tags: ?[]Tag,
        # Who decided which handler is first: user, site, ranking, or nobody if none opens it.
        decision: ?string,
        # The handlers in order. Those that only accept drops stand last.
        handlers: ?[]Handler,
        # With 'explain': applications that would be among them, and why they are not.
        hidden: ?[]Hidden,
        # With 'more': true if the next answer goes on with this one. It has neither type nor tags,
        # but more handlers, then more hidden ones.
        continues: ?bool
      )

      # One subject that an application claims.
      type ApplicationClaim (
        # The claimed type; absent for a claim on a tag or on everything.
        type: ?string,
        # The claimed tag.
        tag: ?Tag,
        # The role: Editor, Viewer, Shell, QLGenerator or None.
        role: string,
        # The rank as declared: Owner, Default, Alternate or None.
        rank: string,
        # True if the application owns the type.
        owner: ?bool,
        # True if it is the first handler of the type or tag as such, whatever the role.
        default: ?bool,
        # Where the claim stands.
        source: Source
      )

      # An application: what it claims, and what it is first for.
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
        # Why it cannot be started, to stand behind its name.
        problem: ?string,
        # True if it came after the person's choices began, and nobody confirmed it.
        unconfirmed: ?bool,
        # What it claims, types first.
        claims: ?[]ApplicationClaim,
        # With 'more': true if the next element is the same application with more of its claims.
        continues: ?bool
      )

      # An application as a binding names it. All three count: another one that takes the identifier
      # is not the one that was chosen, and is not used silently.
      type Identity (
        # The identifier of its bundle, in lower case.
        bundle: string,
        # How far the bundle is trusted: core, system, local or user.
        origin: string,
        # The file that the bundle was read from; empty where the administrator names one that is not
        # installed.
        path: string
      )

      # An explicit choice. One of type, family and tag is there, and one of handler, never and
      # meaning.
      type Binding (
        # The type that is bound.
        type: ?string,
        # The type that is bound with all its subtypes.
        family: ?string,
        # The tag that is bound.
        tag: ?Tag,
        # The role that the handler is for: Editor, Viewer or Shell; absent for every role.
        role: ?string,
        # The application that opens it.
        handler: ?Identity,
        # The application that never opens it, by its bundle identifier.
        never: ?string,
        # The type that the tag means.
        meaning: ?string,
        # Where the administrator's choice stands; absent for the person's own.
        source: ?Source
      )

      # A place that holds one binding at most.
      type Place (
        # The type that is bound there.
        type: ?string,
        # The type that is bound there with all its subtypes.
        family: ?string,
        # The tag that is bound there.
        tag: ?Tag,
        # The role: Editor, Viewer or Shell; absent for every role.
        role: ?string,
        # What is bound there: handler, never or meaning.
        kind: string,
        # The application that is never to open it, by its bundle identifier; of the kind never alone.
        never: ?string
      )

      # What stood in one place before a change, and what stands there after it; absent is nothing.
      type Edit (
        # What stood there.
        before: ?Binding,
        # What stands there.
        after: ?Binding
      )

      # One change of the bindings, which was made as a whole.
      type Change (
        # Its number, by which it is taken back; it grows with each change. 0 if nothing was changed,
        # because that was not asked for.
        number: int,
        # When it was made, in seconds since 1970.
        time: int,
        # The number of the user who made it.
        user: int,
        # The name of the program that asked for it, as far as it is known.
        program: string,
        # What was asked for: bind, unbind, apply or undo.
        action: string,
        # The number of the change that an undo took back.
        undoes: ?int,
        # The number of the change that took this one back; absent while it stands.
        undoneBy: ?int,
        # The places that it changed, each once.
        edits: []Edit
      )

      # One wish about who opens what. Exactly one of type, family, extension, mimeType, scheme and
      # tag is there, and exactly one of handler, never, allow, meaning and forget; for 'Unbind' the
      # latter may be missing, and forget handler is meant.
      type Wish (
        # A type.
        type: ?string,
        # A type with all its subtypes.
        family: ?string,
        # A file-name extension without its dot.
        extension: ?string,
        # A MIME type.
        mimeType: ?string,
        # A URL scheme without its colon. With http goes https, and the type public.html.
        scheme: ?string,
        # A tag of any class.
        tag: ?Tag,
        # The role that handler, or forget handler, is about: Editor, Viewer or Shell; absent for the
        # choice that counts for every role.
        role: ?string,
        # It opens with the application of this bundle identifier.
        handler: ?string,
        # The application of this bundle identifier never opens it.
        never: ?string,
        # The application of this bundle identifier may open it again.
        allow: ?string,
        # The extension, MIME type or other tag means this type.
        meaning: ?string,
        # The choice that is taken back: handler or meaning.
        forget: ?string
      )

      # Who opens each item, in the order of the question: first those of 'names', which are names of
      # regular files, then those of 'items'. An item that is malformed has a problem in its
      # answer's place. With 'more' an answer of any length comes, in parts if it is long.
      # [Supports 'more' flag]
      method Rank(
        # Names of regular files: the last components of their paths.
        names: ?[]string,
        # Whatever else is asked about; with the names 4096 at most.
        items: ?[]Item,
        # The roles that count: Editor, Viewer, Shell, QLGenerator, None; absent for all but None.
        roles: ?[]string,
        # The language of names, such as de_DE.
        locale: ?string,
        # Whether reasons, ways and hidden applications are wanted too.
        explain: ?bool,
        # The most handlers that are wanted for each item, the first ones; at least 1, absent for all.
        limit: ?int
      ) -> (
        # The answers.
        answers: []Answer,
        # The number of the registry that answered.
        generation: int,
        # Why choices could not be taken into account as they are now; absent if all is well.
        bindingsProblem: ?string
      )

      # The applications that open something or can be started, in byte order of their identifiers.
      # [Supports 'more' flag]
      method Applications(
        # The language of names, such as de_DE.
        locale: ?string
      ) -> (
        # The applications.
        applications: []Application,
        # The number of the registry that answered.
        generation: int,
        # Why choices could not be taken into account as they are now; absent if all is well.
        bindingsProblem: ?string
      )

      # Meets wishes, all of them or none, as one change. Later wishes replace earlier ones about the
      # same place.
      method Bind(
        # The wishes, 4096 at most.
        wishes: []Wish,
        # What the history calls the change: bind (the default), or apply for a whole file of choices.
        action: ?string,
        # Whether to say what would change, and change nothing.
        dryRun: ?bool
      ) -> (
        # The change; absent if everything was so already.
        change: ?Change,
        # What happened to the store and no person has acknowledged yet; not in a dry run.
        notices: ?[]string,
        # The number of the registry that was asked.
        generation: int
      )

      # Takes choices back, all of them or none, as one change: wishes with forget or allow.
      method Unbind(
        # The wishes, 4096 at most.
        wishes: []Wish,
        # Whether to say what would change, and change nothing.
        dryRun: ?bool
      ) -> (
        # The change; absent if everything was so already.
        change: ?Change,
        # What happened to the store and no person has acknowledged yet; not in a dry run.
        notices: ?[]string,
        # The number of the registry that was asked.
        generation: int
      )

      # All bindings: the person's in byte order of what is bound, then the administrator's in the
      # order of the declarations.
      # [Supports 'more' flag]
      method Bindings(
        # Whether only the administrator's are wanted; false: only the person's.
        site: ?bool
      ) -> (
        # The bindings.
        bindings: []Binding,
        # The number of the registry that answered.
        generation: int
      )

      # The changes of the person's bindings, the last one first.
      # [Supports 'more' flag]
      method History(
        # Only changes before that number.
        before: ?int,
        # The most changes that are wanted; absent for all.
        limit: ?int
      ) -> (
        # The changes.
        changes: []Change,
        # The number of the registry that answered.
        generation: int
      )

      # Takes a change back, if every place still holds what the change left there.
      method Undo(
        # The number of the change; absent for the last one that is not taken back and takes none back.
        number: ?int,
        # Whether to say what would change, and change nothing.
        dryRun: ?bool
      ) -> (
        # The change that takes it back.
        change: Change,
        # What happened to the store and no person has acknowledged yet; not in a dry run.
        notices: ?[]string,
        # The number of the registry that was asked.
        generation: int
      )

      # Says that applications need no confirmation any more.
      method Confirm(
        # Their bundle identifiers, 4096 at most; none stands for all applications.
        bundles: ?[]string
      ) -> (
        # How many of them were unconfirmed before.
        confirmed: int,
        # What happened to the store and no person has acknowledged yet; not in a dry run.
        notices: ?[]string,
        # The number of the registry that was asked.
        generation: int
      )

      # No bundle has the identifier.
      error NoSuchApplication (
        # The identifier.
        bundle: string,
        # Those of applications that are spelt almost like it.
        suggestions: []string,
        # The same in a sentence.
        message: string
      )

      # The application cannot be started, so that it cannot be chosen.
      error CannotStart (
        # The identifier of its bundle.
        bundle: string,
        # Why: noArguments, notAbsolute or notFound.
        reason: string,
        # The same in a sentence.
        message: string
      )

      # No handler can be chosen for the role.
      error RoleCannotBeChosen (
        # The role.
        role: string,
        # The same in a sentence.
        message: string
      )

      # The type does not have the tag, so that the tag cannot mean it.
      error TypeLacksTag (
        # The type.
        type: string,
        # The tag.
        tag: Tag,
        # The types that have it, the one that is meant now first.
        others: []string,
        # The same in a sentence.
        message: string
      )

      # Only tags mean types.
      error NotATag (
        # The type that the wish is about.
        type: ?string,
        # The type that the wish is about with all its subtypes.
        family: ?string,
        # The same in a sentence.
        message: string
      )

      # The wishes are more, or longer, than one change can meet.
      error TooLong (
        # How many wishes there may be.
        limit: int
      )

      # No change is left to take back.
      error NothingToUndo ()

      # The history has no change of that number.
      error NoSuchChange (
        # The number.
        number: int
      )

      # The change is taken back already.
      error AlreadyUndone (
        # The number of the change.
        number: int
      )

      # Places hold something else since; nothing was changed.
      error ChangedSince (
        # The number of the change.
        number: int,
        # The places.
        places: []Place
      )

      # The choices cannot be read or kept. Look-ups go on.
      error StoreProblem (
        # What kind of thing is in the way: full, readOnly, notWritable, untrusted, damaged,
        # newerSchema, busy, replaced, unstorable, io, or none where there is no place for choices.
        kind: string,
        # What happened.
        message: string,
        # What to do about it.
        hint: ?string
      )

      # The answer is longer than clients accept in one reply; the call has to be made with 'more'.
      error ReplyTooLong (
        # The length of the longest reply in bytes.
        limit: int
      )

      """)
}
