// SPDX-License-Identifier: MIT

@testable import utcli

extension Placeholder {
  /// The meaning of the word.
  var meaning: String {
    switch self {
    case .file: "the path of a file, or a 'file:' URL"
    case .path: "the path of a file, directory or socket"
    case .directory: "the path of a directory"
    case .name: "the name of a file, which need not exist"
    case .url: "a URL, such as https://example.org"
    case .type: "the identifier of a type, such as public.jpeg"
    case .supertype: "the identifier of a type that others conform to"
    case .identifier: "the identifier of a dynamic type, which begins with 'dyn.'"
    case .filenameExtension: "an extension, with or without its dot"
    case .dottedExtension: "an extension with its dot, such as .md"
    case .mimeType: "a MIME type, such as image/png"
    case .scheme: "a URL scheme, with or without its colon"
    case .schemeWithColon: "a URL scheme with its colon, such as mailto:"
    case .tag: "a tag of any class, such as com.apple.ostype=JPEG"
    case .bundle: "the identifier of an application or of another bundle of declarations"
    case .application: "the name of an application's desktop file, such as gimp.desktop"
    case .operand: "a FILE, TYPE, .EXT, SCHEME: or MIMETYPE"
    case .role: "the use of a file by an application: editor, viewer, shell or all"
    case .origin: "how far a declaration is trusted: user, local or system"
    case .mode: "the target of an installation: user or system"
    case .grouping: "the subject of each line: family, type or extension"
    case .order: "the order of the lines: files, bytes or name"
    case .when: "whether there are colours: auto, always or never"
    case .command: "the name of a command"
    case .locale: "a language, such as de_DE"
    case .theme: "the name of an icon theme"
    case .format: "a format of declarations: freedesktop, plist or json"
    case .picture: "a form of pictures: dot, svg or html"
    case .table: "a form of tables: mime.types, nginx, apache, python, go or json"
    case .code: "four characters"
    case .number: "the number of a change, or another whole number"
    case .count: "how many"
    case .text: "any text"
    }
  }
}
