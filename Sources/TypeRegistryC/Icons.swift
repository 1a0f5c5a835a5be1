// SPDX-License-Identifier: MIT

/// See `typeregistry.h`.
@c(tr_icon_names)
public func iconNames(
  _ registry: OpaquePointer?, _ type: UInt64,
  _ names: UnsafeMutablePointer<UnsafePointer<CChar>?>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> CInt {
  returning { () throws(Failure) in
    var answers = try unsafe AnswerArray(names, capacity: capacity, count: count)
    let numbers = try TypeNumbers(UInt(bitPattern: registry))
    let language = try unsafe Language(nil, in: numbers.open)
    let names = unsafe try numbers.texts(of: type, language).icons
    for index in unsafe names.indices { unsafe answers.append(names[index]) }
    return unsafe answers.finish()
  }
}
