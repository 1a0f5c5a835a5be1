// SPDX-License-Identifier: MIT

internal import Varlink

extension HandlersInterface {
  /// `org.typeregistry.handlers` as clients read it.
  static let description = InterfaceDescription(
    literal: """
      # Which applications open a type, file or tag, and what the user chose.
      #
      # 'Rank' gives everything that a menu of applications needs, and what starts each of them. The
      # user's explicit choices are bindings: they come before the order of claims, and installing
      # or removing an application never changes one. 'Bind', 'Unbind' and 'Undo' change bindings: a
      # call is carried out completely or not at all, and the reply is sent when the change is on
      # the disk. Only the user that the service belongs to may change anything (on the system's
      # socket: root); other users get org.varlink.service.PermissionDenied. The service itself
      # starts no program.
      interface org.typeregistry.handlers

      \(SharedTypes.tag)

      \(SharedTypes.source)

      \(types)

      # The applications that open each item, in the order of the call: first the 'names', which are
      # names of regular files, then the 'items'. The answer for a malformed item is a problem; a
      # member of another type refuses the call. With 'more' an answer may have any length, and comes
      # in parts if it is long.
      # [Supports 'more' flag]
      method Rank(
        # Names of regular files: the last components of their paths.
        names: ?[]string,
        # Other items; with the names 4096 at most.
        items: ?[]Item,
        # The roles that count: Editor, Viewer, Shell, QLGenerator, None; absent for the first three.
        roles: ?[]string,
        # The language of names, such as de_DE.
        locale: ?string,
        # Whether to add reasons, paths and hidden applications.
        explain: ?bool,
        # How many handlers of each item to give at most, the first ones; at least 1, absent for
        # all.
        limit: ?int
      ) -> (
        # The answers.
        answers: []Answer,
        # The number of the registry that answered.
        generation: int,
        # Why current choices could not be taken into account; absent if they were.
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
        # Why current choices could not be taken into account; absent if they were.
        bindingsProblem: ?string
      )

      # Carries out requests, all of them or none, as one change. Later requests replace earlier
      # ones about the same slot.
      # [Supports 'more' flag]
      method Bind(
        # The requests, 4096 at most.
        requests: []Request,
        # What the history calls the change: bind (the default), or apply for a whole file of
        # choices, of which each request concerns the one slot that it names and no other.
        action: ?string,
        # Whether to report what would change without changing it.
        dryRun: ?bool,
        # What the client has written in the user's mimeapps.list, to be kept for an undo: as in
        # Change.
        entries: ?string
      ) -> (
        # The change; absent if nothing is to change. With 'more' a long one comes in parts.
        change: ?Change,
        # What happened to the store and was not acknowledged yet; not in a dry run.
        notices: ?[]string,
        # The number of the registry that answered.
        generation: int
      )

      # Removes choices, all of them or none, as one change: requests with forget or allow.
      # [Supports 'more' flag]
      method Unbind(
        # The requests, 4096 at most.
        requests: []Request,
        # Whether to report what would change without changing it.
        dryRun: ?bool,
        # What the client has written in the user's mimeapps.list, to be kept for an undo: as in
        # Change.
        entries: ?string
      ) -> (
        # The change; absent if nothing is to change. With 'more' a long one comes in parts.
        change: ?Change,
        # What happened to the store and was not acknowledged yet; not in a dry run.
        notices: ?[]string,
        # The number of the registry that answered.
        generation: int
      )

      # All bindings: the user's in byte order of what is bound, then the administrator's in the
      # order of the declarations.
      # [Supports 'more' flag]
      method Bindings(
        # True for the administrator's bindings alone, false for the user's alone; absent for both.
        site: ?bool
      ) -> (
        # The bindings.
        bindings: []Binding,
        # The number of the registry that answered.
        generation: int,
        # Why the bindings may be out of date or incomplete; absent if they are not.
        bindingsProblem: ?string
      )

      # The changes of the user's bindings, the last one first.
      # [Supports 'more' flag]
      method History(
        # Only changes before this number.
        before: ?int,
        # How many changes to give at most; absent for all.
        limit: ?int
      ) -> (
        # The changes.
        changes: []Change,
        # The number of the registry that answered.
        generation: int,
        # Why the history may be incomplete; absent if it is not.
        bindingsProblem: ?string
      )

      # Undoes a change, if every slot still holds what the change left there.
      # [Supports 'more' flag]
      method Undo(
        # The number of the change; absent for the last one that is not undone and is not an undo.
        number: ?int,
        # Whether to report what would change without changing it.
        dryRun: ?bool,
        # What the client has written in the user's mimeapps.list, to be kept for an undo: as in
        # Change.
        entries: ?string
      ) -> (
        # The change that undoes it. With 'more' a long one comes in parts.
        change: Change,
        # What happened to the store and was not acknowledged yet; not in a dry run.
        notices: ?[]string,
        # The number of the registry that answered.
        generation: int
      )

      # Marks applications as confirmed.
      method Confirm(
        # Their bundle identifiers, 4096 at most; none means all applications.
        bundles: ?[]string
      ) -> (
        # How many of them were unconfirmed before.
        confirmed: int,
        # What happened to the store and was not acknowledged yet; not in a dry run.
        notices: ?[]string,
        # The number of the registry that answered.
        generation: int
      )

      # No bundle has the identifier.
      error NoSuchApplication (
        # The identifier.
        bundle: string,
        # Identifiers of applications that are spelt almost the same.
        suggestions: []string,
        # The error as a sentence.
        message: string
      )

      # The application cannot be started, and so cannot be chosen.
      error CannotStart (
        # The identifier of its bundle.
        bundle: string,
        # Why: noArguments, notAbsolute, notFound, notFoundByName (no directory that is searched has it) or
        # notExecutable.
        reason: string,
        # The error as a sentence.
        message: string
      )

      # No handler can be chosen for the role.
      error RoleCannotBeChosen (
        # The role.
        role: string,
        # The error as a sentence.
        message: string
      )

      # The type does not have the tag, so that the tag cannot mean it.
      error TypeLacksTag (
        # The type.
        type: string,
        # The tag.
        tag: Tag,
        # The types that have it, the one that it means now first.
        others: []string,
        # The error as a sentence.
        message: string
      )

      # Only tags mean types.
      error NotATag (
        # The type of the request.
        type: ?string,
        # The type whose family the request is about.
        family: ?string,
        # The error as a sentence.
        message: string
      )

      # The requests are too many, or too long, for one change.
      error TooLong (
        # How many requests there may be.
        limit: int
      )

      # No change is left to undo.
      error NothingToUndo ()

      # The history has no change of that number.
      error NoSuchChange (
        # The number.
        number: int
      )

      # The change is undone already.
      error AlreadyUndone (
        # The number of the change.
        number: int
      )

      # Slots hold other bindings since the change; nothing was undone.
      error ChangedSince (
        # The number of the change.
        number: int,
        # The slots.
        slots: []Slot
      )

      # The choices cannot be read or written. Queries are still answered.
      error StoreProblem (
        # The kind of the problem: full, readOnly, notWritable, untrusted, damaged, newerSchema,
        # busy, replaced, unstorable, io; or none where no directory for choices is known.
        kind: string,
        # What happened.
        message: string,
        # What to do about it.
        hint: ?string
      )

      \(SharedTypes.replyTooLong)

      """)
}
