// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// See `typeregistry.h`.
@c(tr_tags)
public func tags(
  _ registry: OpaquePointer?, _ type: UInt64, _ tagClass: UnsafePointer<CChar>?,
  _ tags: UnsafeMutablePointer<UnsafePointer<CChar>?>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> CInt {
  returning { () throws(Failure) in
    var answers = try unsafe AnswerArray(tags, capacity: capacity, count: count)
    let numbers = try TypeNumbers(UInt(bitPattern: registry))
    let spelledClass = try unsafe text(tagClass)
    guard let tagClass = try? TagClass(spelledClass) else { throw .argument }
    let tags = numbers.registry.tags(of: try numbers.identifier(type))
    for tag in tags where tag.tagClass == tagClass {
      let kept: UnsafePointer<CChar>? =
        unsafe answers.hasRoom ? numbers.open.keep(tag.value) : nil
      unsafe answers.append(kept)
    }
    return unsafe answers.finish()
  }
}
