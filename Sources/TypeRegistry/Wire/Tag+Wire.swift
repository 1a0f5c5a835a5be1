// SPDX-License-Identifier: MIT

package import StrictJSON

extension Tag: WireValue {
  /// Writes the tag.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("tagClass", tagClass.text)
    writer.member("value", value)
    writer.endObject()
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    let (name, value) = (try answer.string("tagClass"), try answer.string("value"))
    guard let tagClass = try? TagClass(name), let tag = try? Tag(tagClass, value) else {
      throw InvalidAnswer("tag")
    }
    self = tag
  }
}
