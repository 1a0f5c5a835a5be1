// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let doctor: Command = Command(
    "doctor", summary: "where declarations come from, and what is wrong with them",
    details: """
      Prints where the core, the bundles and the image are, whether the image is sound, and every
      error and warning of every installed declaration file; then where choices are kept, and what
      is wrong with that. The exit status is 3 if there is a finding, 5 if choices cannot be read.
      An image that is not what was written is made again.
      What happened to the file of choices is told with every change, until --acknowledge says that
      it was read: that prints NUMBER<TAB>TIME<TAB>KIND<TAB>MESSAGE<TAB>FILE for each notice that
      was open, and does nothing else. KIND is damaged, behind or missing.
      """,
    options: [Option("--acknowledge", nil, "what happened to the store of choices was read")],
    operandCount: 0...0, asksRegistry: false
  ) { (session, arguments) throws(Failure) in
    if arguments.has("--acknowledge") { return try acknowledge(&session) }
    let loaded = session.load(checkingWholeImage: true)
    let report = RegistryLoader.report(.current)
    let registry = loaded.registry
    let findings = registry.diagnostics
    let isSound = registry.isImageSound
    let store = StoreLocation.current.map { StoreStatus(of: $0) }
    if session.wantsJSON {
      session.output.json { writer in
        writer.beginObject()
        writer.member("cacheProblem", loaded.cacheProblem)
        writer.member("core", report.core)
        if loaded.wasDamaged { writer.member("damaged", true) }
        writer.name("diagnostics")
        writer.beginArray()
        for finding in findings { writer.value(finding) }
        writer.endArray()
        writer.member("digest", registry.digest.description)
        writer.name("directories")
        writer.beginArray()
        for directory in report.directories {
          writer.beginObject()
          writer.member("exists", directory.exists)
          writer.member("origin", directory.origin.name)
          writer.member("path", directory.path)
          writer.endObject()
        }
        writer.endArray()
        writer.member("image", report.image)
        writer.member("imageSize", registry.imageSize)
        writer.member("loadedFrom", loaded.source.rawValue)
        writer.schema()
        writer.member("sound", isSound)
        if let store { writer.member("store", store) }
        writer.member("types", registry.typeCount)
        writer.endObject()
      }
    } else {
      session.output.line(["core", report.core.map(session.shown) ?? "not found"])
      for directory in report.directories {
        session.output.line([
          directory.origin.name,
          session.shown(directory.path) + (directory.exists ? "" : " (does not exist)"),
        ])
      }
      session.output.line([
        "image",
        report.image.map(session.shown) ?? "none: neither XDG_CACHE_HOME nor HOME is set",
      ])
      if loaded.wasDamaged {
        session.output.line(["image-problem", "was damaged, and has been made again"])
      }
      if let problem = loaded.cacheProblem {
        session.output.line(["image-problem", "cannot be written: \(session.shown(problem))"])
      }
      session.output.line(["loaded-from", loaded.source.rawValue])
      session.output.line(["sound", isSound ? "yes" : "no"])
      session.output.line(["types", String(registry.typeCount)])
      session.output.line(["image-bytes", String(registry.imageSize)])
      session.output.line(["digest", registry.digest.description])
      store?.print(to: &session)
      for finding in findings { print(finding, withHint: true, &session) }
    }
    if let store { session.noteProblems(of: store) }
    if store?.problem != nil { return .store }
    return findings.isEmpty && isSound ? .answered : .badData
  }

  private static func acknowledge(_ session: inout Session) throws(Failure) -> ExitStatus {
    var notices: [StoreNotice] = []
    do throws(StoreError) {
      notices = try StoreLocation.current?.acknowledgeNotices() ?? []
    } catch {
      throw Failure(.store, error.description, hint: error.advice)
    }
    guard session.wantsJSON else {
      for notice in notices {
        session.output.line(
          [
            "\(notice.number)", CivilDate(secondsSince1970: notice.time).description,
            notice.kind.rawValue, notice.message,
            notice.file ?? "-",
          ].map(session.shown))
      }
      return .answered
    }
    session.output.json { writer in
      writer.beginObject()
      writer.name("acknowledged")
      writer.beginArray()
      for notice in notices {
        writer.beginObject()
        writer.member("file", notice.file)
        writer.member("kind", notice.kind.rawValue)
        writer.member("message", notice.message)
        writer.member("number", Int(notice.number))
        writer.member("time", CivilDate(secondsSince1970: notice.time).description)
        writer.endObject()
      }
      writer.endArray()
      writer.schema()
      writer.endObject()
    }
    return .answered
  }
}
