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
    writer.member("store", store)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      version: try answer.string("version"), generation: UInt64(try answer.count("generation")),
      digest: try answer.string("digest"),
      searchPathDigest: try answer.string("searchPathDigest"),
      source: try answer.string("loadedFrom"), typeCount: try answer.count("types"),
      bundleCount: try answer.count("bundles"), diagnosticCount: try answer.count("diagnostics"),
      imageSize: try answer.count("imageSize"), core: try answer.optionalString("core"),
      isOtherCore: try answer.flag("coreDiffers"),
      directories: try answer.objects("directories", Directory.init(_:)),
      registered: try answer.optionalString("registered"),
      sleepingCount: try answer.optionalCount("sleeping") ?? 0,
      image: try answer.optionalString("image"),
      cacheProblem: try answer.optionalString("cacheProblem"),
      store: try answer.optionalObject("store").map(StoreStatus.init(_:)))
  }
}

extension RegistryStatus.Directory: WireValue {
  /// Writes the directory.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("path", path)
    writer.member("origin", origin.name)
    writer.member("exists", exists)
    writer.endObject()
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      path: try answer.string("path"), origin: try answer.origin("origin"),
      exists: try answer.flag("exists"))
  }
}
