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
}
