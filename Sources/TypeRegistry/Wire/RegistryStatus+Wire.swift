// SPDX-License-Identifier: MIT

package import StrictJSON

// The answer of `Status`.

extension RegistryStatus {
  /// Writes the members of the answer.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("version", version)
    writer.member("generation", generation)
    writer.member("digest", digest)
    writer.member("searchPathDigest", searchPathDigest)
    writer.member("environment", environment)
    writer.member("loadedFrom", source)
    writer.member("types", typeCount)
    writer.member("bundles", bundleCount)
    writer.member("diagnostics", diagnosticCount)
    writer.member("imageSize", imageSize)
    writer.member("core", core)
    writer.flag("coreDiffers", isOtherCore)
    writer.array("directories", directories)
    writer.member("registered", registered)
    if sleepingCount > 0 { writer.member("sleeping", sleepingCount) }
    writer.member("image", image)
    writer.member("cacheProblem", cacheProblem)
    writer.member("loadedAt", loadedAt)
    writer.member("comparedAt", comparedAt)
    if let startedAt { writer.member("startedAt", startedAt) }
    writer.member("watching", watching)
    if !limits.isEmpty { writer.array("limits", limits) }
    let reasons = reasons
    writer.member("health", reasons.isEmpty ? "ok" : "degraded")
    if !reasons.isEmpty { writer.array("reasons", reasons) }
    writer.member("store", store)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      version: try answer.string("version"), generation: UInt64(try answer.count("generation")),
      digest: try answer.string("digest"),
      searchPathDigest: try answer.string("searchPathDigest"),
      environment: try answer.optionalString("environment"),
      source: try answer.string("loadedFrom"), typeCount: try answer.count("types"),
      bundleCount: try answer.count("bundles"), diagnosticCount: try answer.count("diagnostics"),
      imageSize: try answer.count("imageSize"), core: try answer.optionalString("core"),
      isOtherCore: try answer.flag("coreDiffers"),
      directories: try answer.objects("directories", Directory.init(_:)),
      registered: try answer.optionalString("registered"),
      sleepingCount: try answer.optionalCount("sleeping") ?? 0,
      image: try answer.optionalString("image"),
      cacheProblem: try answer.optionalString("cacheProblem"),
      loadedAt: try answer.optionalCount("loadedAt") ?? 0,
      comparedAt: try answer.optionalCount("comparedAt") ?? 0,
      startedAt: try answer.optionalCount("startedAt"),
      watching: try answer.optionalObject("watching").map(Watching.init(_:)),
      limits: try answer.objects("limits", Limit.init(_:)),
      // The others follow from the other members.
      problems: try answer.objects("reasons", Problem.init(_:)).filter {
        $0.kind != "not-watched" && $0.kind != "store"
      },
      store: try answer.optionalObject("store").map(StoreStatus.init(_:)))
  }
}

extension RegistryStatus.Directory: WireValue {
  /// Writes the directory.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("path", path)
    writer.member("origin", origin.name)
    writer.member("exists", exists)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      path: try answer.string("path"), origin: try answer.origin("origin"),
      exists: try answer.flag("exists"))
  }
}

extension RegistryStatus.Watching: WireValue {
  /// Writes how changes are noticed.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("mode", problem == nil ? "whole" : "polling")
    writer.member("reason", problem)
    if problem != nil { writer.member("interval", interval) }
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      problem: try answer.optionalString("reason"),
      interval: try answer.optionalCount("interval") ?? 0)
  }
}

extension RegistryStatus.Limit: WireValue {
  /// Writes the limit.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("name", name)
    writer.member("value", value)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(try answer.string("name"), try answer.count("value"))
  }
}

extension RegistryStatus.Problem: WireValue {
  /// Writes the problem.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("kind", kind)
    writer.member("message", message)
    writer.member("hint", hint)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      try answer.string("kind"), try answer.string("message"),
      hint: try answer.optionalString("hint"))
  }
}
