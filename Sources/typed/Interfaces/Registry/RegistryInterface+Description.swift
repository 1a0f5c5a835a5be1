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

      # The state of the service and its registry.
      method Status() -> (
        # The version of the program.
        version: string,
        # The number of the registry; it grows with each that differs.
        generation: int,
        # The digest of the registry's contents: equal for equal bundles.
        digest: string,
        # The digest of everything that decides which files are read. A program whose digest differs
        # may know other types.
        searchPathDigest: string,
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
        # The file that the registry is written to; absent if there is none.
        image: ?string,
        # Why the registry could not be written there; absent if it was.
        cacheProblem: ?string,
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
      method Reload() -> (
        # Whether it is done.
        done: bool,
        # Whether the registry differs from the one at the time of the call; absent until it is
        # done.
        changed: ?bool,
        # The number of the registry that answers now.
        generation: int
      )

      \(SharedTypes.replyTooLong)

      """)
}
