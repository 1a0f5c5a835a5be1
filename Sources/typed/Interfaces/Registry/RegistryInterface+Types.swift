// SPDX-License-Identifier: MIT

extension RegistryInterface {
  /// The types of `org.typeregistry.registry`.
  static let types = """
    # A directory that is searched for declarations.
    type Directory (
      # The directory.
      path: string,
      # How far bundles in it are trusted: system, local or user.
      origin: string,
      # Whether it exists.
      exists: bool
    )

    # One source of declarations, usually one application.
    type Bundle (
      # The identifier of the bundle.
      identifier: string,
      # The name of the application in the language of the locale.
      name: ?string,
      # The version of the bundle.
      version: ?string,
      # The file.
      path: string,
      # How far the bundle is trusted: core, system, local or user.
      origin: string,
      # The number of type declarations.
      declarations: int,
      # The number of supplements to types of other bundles.
      supplements: int,
      # The number of claims to open types.
      claims: int,
      # The file of the bundle that is used instead, if this one is masked.
      maskedBy: ?string
    )

    # One finding about a declaration file.
    type Diagnostic (
      # How severe it is: error, warning or note.
      severity: string,
      # The file.
      path: string,
      # The line, from 1; absent where the finding has none.
      line: ?int,
      # The column, from 1; absent where the finding has none.
      column: ?int,
      # The path of keys to the value, where the format has no lines.
      keyPath: ?string,
      # The stable name of this kind of finding, such as duplicate-key.
      code: string,
      # What is wrong.
      message: string,
      # What to do about it.
      hint: ?string,
      # Whether Apple's tools accept it; absent where that does not apply.
      acceptedByApple: ?bool
    )

    # A bundle that is or was registered.
    type Registered (
      # The identifier of the bundle when it was registered.
      identifier: string,
      # The path that was registered, or the file that the declaration is stored in.
      path: string,
      # Why there is no bundle; absent if there is one.
      problem: ?string
    )

    \(SharedTypes.tag)

    \(SharedTypes.source)

    \(SharedTypes.identity)

    \(SharedTypes.binding)

    \(SharedTypes.edit)

    # A bundle that was installed, removed, or written anew.
    type BundleChange (
      # What happened to it: added, removed or changed.
      change: string,
      # The bundle as it is now; as it was if it was removed.
      bundle: Bundle
    )

    # A type that is declared now, not any more, or otherwise.
    type TypeChange (
      # What happened to it: added, removed or changed.
      change: string,
      # The type.
      identifier: string
    )

    # A tag that means another type.
    type TagChange (
      # The tag.
      tag: Tag,
      # The type that it meant, dynamic if no type had it; absent if it meant none.
      before: ?string,
      # The type that it means now.
      after: ?string
    )

    # A type or tag that another application opens.
    type DefaultChange (
      # The type.
      type: ?string,
      # The tag.
      tag: ?Tag,
      # The application that opened it; absent if none did, and in the first reply.
      before: ?Identity,
      # The application that opens it; absent if none does.
      after: ?Identity,
      # What decides now: user, site, ranking or none.
      decision: string,
      # Why that application comes first, in words.
      reason: ?string
    )

    # How changes of declarations are noticed.
    type Watching (
      # 'whole' if everything is watched, 'polling' if the files are compared at intervals.
      mode: string,
      # Why not everything is watched; absent if it is.
      reason: ?string,
      # The interval in seconds; absent if everything is watched.
      interval: ?int
    )

    # A limit that a client can meet.
    type Limit (
      # The name: connections, connections-per-user, message-bytes, reply-bytes, items-per-call,
      # requests-per-change, names-per-subscription, name-bytes, frame-time or stall-time. Others may
      # be added.
      name: string,
      # The value: a number or bytes; for a time milliseconds.
      value: int
    )

    # Something that is wrong with the service or its registry.
    type Problem (
      # The kind: input-unreadable, registration-damaged, image-not-written, image-damaged,
      # not-watched, store or core-missing. Others may be added.
      kind: string,
      # What is wrong.
      message: string,
      # What to do about it.
      hint: ?string
    )

    # The store of the user's choices (org.typeregistry.handlers).
    type Store (
      # The file.
      path: string,
      # The number of bindings.
      bindings: int,
      # The number of the last change; 0 if there was none.
      lastChange: int,
      # Why choices cannot be read or written; absent if they can.
      problem: ?string,
      # What to do about it.
      hint: ?string,
      # What happened to the file and was not acknowledged yet, the oldest first.
      notices: ?[]string
    )
    """
}
