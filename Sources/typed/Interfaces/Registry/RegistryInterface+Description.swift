// SPDX-License-Identifier: MIT

internal import Varlink

extension RegistryInterface {
  /// `org.typeregistry.registry` as clients read it.
  static let description = InterfaceDescription(
    literal: """
      # The registry as a whole: its state, the sources of its declarations, and their errors.
      #
      # A registry is compiled from all bundles that are installed, and never changes. When
      # declarations change, a new one with a greater generation replaces it. A method that supports
      # 'more' gives its answer in several replies if it is long; without 'more' an answer beyond
      # 1 MiB is the error ReplyTooLong.
      interface org.typeregistry.registry

      \(types)

      # The state of the service and its registry.
      method Status() -> (
        # The version of the program.
        version: string,
        # The number of the registry; it grows with each that differs. Choices of applications are not
        # part of the registry: 'generation' does not change with them, 'Monitor' reports them.
        generation: int,
        # The digest of the registry's contents: equal for equal bundles.
        digest: string,
        # The digest of everything that decides which files are read. A program whose digest differs
        # may know other types.
        searchPathDigest: string,
        # The digest of the environment: eight hexadecimal digits each for XDG_DATA_HOME, XDG_DATA_DIRS,
        # XDG_CONFIG_HOME, XDG_CONFIG_DIRS, XDG_STATE_HOME, TYPED_DECLARATIONS, TYPED_FREEDESKTOP and
        # XDG_CURRENT_DESKTOP, with their defaults; then '+' if there is a list of applications for this
        # desktop only, else '-'. The service answers, and changes, for programs with the same digest;
        # one that differs in XDG_CURRENT_DESKTOP alone, with '-' in both, has the same answers.
        environment: ?string,
        # How the registry was loaded: 'built-in image', 'cached image' or 'declarations'.
        loadedFrom: string,
        # The number of types, undeclared ones included.
        types: int,
        # The number of bundles.
        bundles: int,
        # The number of errors and warnings about declarations.
        diagnostics: int,
        # The length of the registry in bytes.
        imageSize: int,
        # The directory of the core declarations; absent for those that are part of the program.
        core: ?string,
        # Whether that directory has other declarations than the program; then it is 'true'.
        coreDiffers: ?bool,
        # The other directories of declarations, the most trusted first.
        directories: []Directory,
        # The directory of the bundles that were registered; absent if none are read.
        registered: ?string,
        # The number of registrations at whose path there is no bundle; absent if there are none.
        sleeping: ?int,
        # The file that the registry is written to; absent if there is none.
        image: ?string,
        # Why the registry could not be written there; absent if it was.
        cacheProblem: ?string,
        # When the registry was loaded, in seconds since 1970.
        loadedAt: int,
        # When it was last found to be that of its declarations, in seconds since 1970.
        comparedAt: int,
        # When the service was started, in seconds since 1970.
        startedAt: ?int,
        # How changes of declarations are noticed.
        watching: ?Watching,
        # The limits that a client can meet.
        limits: ?[]Limit,
        # 'ok', or 'degraded' if there are reasons.
        health: string,
        # Why it is degraded; absent if it is not.
        reasons: ?[]Problem,
        # The store of the user's choices; absent where no directory for it is known.
        store: ?Store
      )

      # The bundles: those in use in the order of their origins, then the masked ones.
      # [Supports 'more' flag]
      method Bundles(
        # The language of names, such as de_DE.
        locale: ?string
      ) -> (
        # The bundles.
        bundles: []Bundle,
        # The number of the registry that answered.
        generation: int
      )

      # Registers a bundle, which counts from then on as if its file were installed. Name its path,
      # or send its declaration, but not both. The reply is sent when the registration is on the disk
      # and the registry that answers has it.
      #
      # A bundle with an error is refused whole, with all findings about it. The same bundle may be
      # registered again. A declaration replaces the one with the same identifier that was sent
      # before; bundles at different paths may have the same identifier, of which one counts. The
      # file at a path is read again when it changes; while it is missing, its registration sleeps.
      # At most 1,024 bundles are registered. Only the user whom the service serves may call this.
      method Register(
        # The absolute path of a declaration file, or of a directory with an Info.plist, Info.json or
        # Contents/Info.plist.
        path: ?string,
        # The path in base 64, if it is not text.
        pathBytes: ?string,
        # The declaration, which is stored as it is sent; at most 512,000 bytes.
        declaration: ?object,
        # The declaration as a text in JSON; at most 512,000 bytes.
        text: ?string
      ) -> (
        # The identifier of the bundle.
        identifier: string,
        # The path that was registered, or the file that the declaration is stored in.
        path: string,
        # The file with the declarations.
        file: string,
        # How far the bundle is trusted: user, or local in the system's service.
        origin: string,
        # 'added', 'replaced' if something else was registered, or 'unchanged'.
        effect: string,
        # The file of another bundle with the identifier that is used instead; absent if this one is
        # used.
        maskedBy: ?string,
        # The warnings and notes about the declarations.
        diagnostics: []Diagnostic,
        # The number of the registry that has the bundle.
        generation: int
      )

      # Removes registrations: of a bundle, of a path, or all that are missing. A file that was
      # registered by its path stays where it is. The reply is sent when the registry that answers
      # has none of them any more. Only the user whom the service serves may call this.
      # [Supports 'more' flag]
      method Unregister(
        # The identifier of the bundle; in another case, the only one that differs in case alone.
        bundle: ?string,
        # The absolute path that was registered.
        path: ?string,
        # The path in base 64, if it is not text.
        pathBytes: ?string,
        # Whether to remove all registrations at whose path there is no bundle any more.
        missing: ?bool,
        # Whether to return what would be removed, and remove nothing.
        dryRun: ?bool
      ) -> (
        # What was removed; cut if it does not fit a reply without 'more'.
        removed: []Registered,
        # The number of the registry that answers.
        generation: int
      )

      # The errors and warnings about all installed declarations.
      # [Supports 'more' flag]
      method Diagnostics() -> (
        # The findings.
        diagnostics: []Diagnostic,
        # The number of the registry that answered.
        generation: int
      )

      # Reads all declarations again, whether or not a change was noticed. With 'more' the reply is
      # sent when that is done; without it, the reply may be sent at once.
      # [Supports 'more' flag]
      method Reload(
        # The names of the desktop whose lists of applications are read from now on, such as
        # gnome-mimeapps.list for GNOME: the text of XDG_CURRENT_DESKTOP, at most 255 bytes; empty for
        # none. Absent: those of before, at first those of the service's own environment. Only the user
        # who may change choices may name them (PermissionDenied).
        desktop: ?string
      ) -> (
        # Whether it is done.
        done: bool,
        # Whether the registry differs from the one at the time of the call; absent until it is
        # done.
        changed: ?bool,
        # The number of the registry that answers now.
        generation: int
      )

      # Tells what changes, for as long as the connection is open. The first reply is the present state;
      # then each change is told when it answers queries, in order, several at once where they follow each
      # other quickly. Only what is named is told, or everything if nothing is: at most 1,024 names in all,
      # each of at most 255 bytes. A client that does not read for long is told 'missed' once, and has to
      # ask again what it needs; one that does not read at all is disconnected.
      # [Requires 'more' flag]
      method Monitor(
        # Types as such: not their subtypes.
        types: ?[]string,
        # File-name extensions, without the dot.
        extensions: ?[]string,
        # MIME types.
        mimeTypes: ?[]string,
        # URL schemes, without the colon.
        schemes: ?[]string,
        # Identifiers of bundles.
        bundles: ?[]string
      ) -> (
        # What is told: 'state', 'change' or 'missed'.
        event: string,
        # The number of the registry that answers now.
        generation: int,
        # With 'state': the digest of the registry's contents.
        digest: ?string,
        # The bundles that differ.
        bundles: ?[]BundleChange,
        # The types that differ.
        types: ?[]TypeChange,
        # The tags that mean another type.
        tags: ?[]TagChange,
        # The choices that differ, each slot once.
        bindings: ?[]Edit,
        # What another application opens; with 'state' what opens the types and tags that are named.
        defaults: ?[]DefaultChange,
        # True if the next reply goes on with the same change.
        partial: ?bool
      )

      # The path is empty, not absolute, longer than 4,095 bytes, or holds a NUL.
      error UnusablePath (
        # What is wrong with it.
        reason: string,
        # The same as a sentence.
        message: string,
        # What to do about it.
        hint: ?string
      )

      # There is nothing at the path, or a directory without a bundle.
      error NoBundle (
        # The path.
        path: string,
        # What is wrong.
        reason: string,
        # The same as a sentence.
        message: string,
        # What to do about it.
        hint: ?string
      )

      # The declaration has errors.
      error InvalidBundle (
        # All findings about it; their path is 'declaration' for one that was sent.
        diagnostics: []Diagnostic,
        # The first error as a sentence.
        message: string,
        # What to do about it.
        hint: ?string
      )

      # The file is in a directory that is searched anyway.
      error Installed (
        # The file.
        path: string,
        # The same as a sentence.
        message: string,
        # What to do about it.
        hint: ?string
      )

      # As many bundles are registered as may be.
      error TooManyBundles (
        # How many that are.
        limit: int,
        # The same as a sentence.
        message: string,
        # What to do about it.
        hint: ?string
      )

      # Nothing is registered under this identifier or path.
      error NotRegistered (
        # The identifier or path.
        name: string,
        # The same as a sentence.
        message: string,
        # What to do about it.
        hint: ?string
      )

      # Registered bundles are not read, because TYPED_DECLARATIONS names the directories.
      error NotRead (
        # The same as a sentence.
        message: string,
        # What to do about it.
        hint: ?string
      )

      # The registration cannot be written or read.
      error StoreProblem (
        # The kind of the problem, as in org.typeregistry.handlers.StoreProblem.
        kind: string,
        # What happened.
        message: string,
        # What to do about it.
        hint: ?string
      )

      \(SharedTypes.replyTooLong)

      """)
}
