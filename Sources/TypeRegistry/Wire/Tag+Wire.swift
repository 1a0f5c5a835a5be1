// SPDX-License-Identifier: MIT

package import StrictJSON

extension Tag: WireValue {
  /// Writes the tag.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("tagClass", tagClass.text)
    writer.member("value", value)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    let (name, value) = (try answer.string("tagClass"), try answer.string("value"))
    guard let tagClass = try? TagClass(name), let tag = try? Tag(tagClass, value) else {
      throw InvalidAnswer("tag")
    }
    self = tag
  }
}
