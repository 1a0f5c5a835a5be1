// SPDX-License-Identifier: MIT

/// Parts that several interface descriptions have: an interface cannot import from another.
enum SharedTypes {
  static let tag = """
    # A piece of metadata that means a type, such as the extension jpeg.
    type Tag (
      # The class of the tag: public.filename-extension, public.mime-type, public.url-scheme,
      # com.apple.ostype, com.apple.nspboard-type, org.freedesktop.filename-glob, or another.
      tagClass: string,
      # The tag: an extension without its dot, a MIME type, a scheme without its colon.
      value: string
    )
    """

  static let source = """
    # Where something is declared.
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
    """

  static let replyTooLong = """
    # The answer is longer than clients accept in one reply: call again with 'more'.
    error ReplyTooLong (
      # The length of the longest reply in bytes.
      limit: int
    )
    """

  static let identity = """
    # An application as a binding names it. All three members are compared: another application
    # that takes the identifier is not the one that was chosen, and is not used silently.
    type Identity (
      # The identifier of its bundle, in lower case.
      bundle: string,
      # How far the bundle is trusted: core, system, local or user.
      origin: string,
      # The file that the bundle was read from; empty where the administrator names one that is
      # not found, and where the application was missing when it was chosen ('awaited').
      path: string
    )
    """

  static let binding = """
    # An explicit choice: exactly one of type, family and tag, and exactly one of handler, never
    # and meaning.
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
      # The bundle identifier of the application that never opens it.
      never: ?string,
      # The type that the tag means.
      meaning: ?string,
      # Where the administrator's choice is declared; absent for the user's own.
      source: ?Source
    )
    """

  static let edit = """
    # The binding in one slot before and after a change; absent if there was or is none.
    type Edit (
      # The binding before the change.
      before: ?Binding,
      # The binding after the change.
      after: ?Binding
    )
    """
}
