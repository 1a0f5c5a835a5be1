// SPDX-License-Identifier: MIT

import StrictJSON
import Varlink

@testable import TypeRegistry  // The writers of requests, which no other module calls.

/// The laws of names of files, which are any bytes, in calls and replies.
enum FileNameLaws {
  /// Types of which one has a MIME type, one takes it from there, and two have one extension.
  private static let registry: CompiledRegistry = {
    let text = """
      {"CFBundleIdentifier": "org.example.fuzzer", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "public.data"},
        {"UTTypeIdentifier": "public.plain-text", "UTTypeConformsTo": "public.data",
         "UTTypeTagSpecification": {"public.mime-type": "text/plain",
           "public.filename-extension": "txt"}},
        {"UTTypeIdentifier": "org.example.a", "UTTypeConformsTo": "public.plain-text",
         "UTTypeTagSpecification": {"public.filename-extension": ["one", "several"]}},
        {"UTTypeIdentifier": "org.example.b", "UTTypeConformsTo": "public.plain-text",
         "UTTypeTagSpecification": {"public.filename-extension": ["several"]}}]}
      """
    guard
      let bundle = BundleParser.parse(Array(text.utf8), path: "a.json", origin: .user).bundle
    else { preconditionFailure("the declarations are valid") }
    return RegistryCompiler.compile([bundle]).registry
  }()

  /// Checks the lines of a text as names; one that ends with a slash is that of a directory.
  static func check(_ text: [UInt8]) {
    let lines = text.split(separator: UInt8(ascii: "\n"), maxSplits: 64)
    let files = lines.map { line in
      line.last == UInt8(ascii: "/")
        ? FileQuery(name: Array(line.dropLast()), kind: .directory)
        : FileQuery(name: Array(line), kind: .regular)
    }
    checkCall(files)
    for file in files {
      checkReply(file.name)
      checkAnswer(file)
    }
  }

  /// Checks the names in a call: as text, or as items with their kinds.
  private static func checkCall(_ files: [FileQuery]) {
    let written = AnswerLaws.text { $0.write(files[...]) }
    guard let parameters = RequestLaws.parameters(written) else {
      preconditionFailure("names are parameters of a call")
    }
    var read: [FileQuery] = []
    RequestLaws.refusing { () throws(MethodError) in
      var members = parameters.members(["names", "items"])
      while let member = try members.next() {
        var elements = try member.value.elements()
        while let element = elements.next() {
          if member.index == 0 {
            read.append(FileQuery(name: Array(try element.string().utf8), kind: .regular))
          } else if case .success(let query) = try HandlerQuery.read(element),
            case .file(let file) = query.subject
          {
            read.append(file)
          }
        }
      }
    }
    precondition(read == files, "a file is read as it was written")
  }

  /// Checks a name in a reply.
  private static func checkReply(_ name: [UInt8]) {
    let written = AnswerLaws.text { $0.fileName(name) }
    guard let object = AnswerLaws.object(written), let read = try? object.fileName(),
      let text = try? object.string("name")
    else { preconditionFailure("a name is read") }
    precondition(read == name, "a name is read as it was written")
    precondition(text == FileNameText.text(name), "a name is text for people, too")
  }

  /// Checks that the daemon's answer for a name is that of the value, which it does not make.
  private static func checkAnswer(_ file: FileQuery) {
    let resolution = registry.resolve(name: file.name.span, kind: file.kind)
    let answer = registry.fileType(resolution, name: file.name.span)
    let written = AnswerLaws.text { $0.members(of: resolution, file.name.span, registry) }
    precondition(
      written == AnswerLaws.text(answer.writeMembers), "both ways to write an answer agree")
    AnswerLaws.checkFileType(written)
  }
}
