// SPDX-License-Identifier: MIT

internal import TypeRegistry

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
    for name in numbers.registry.iconNames(of: try numbers.identifier(type)) {
      let kept: UnsafePointer<CChar>? =
        unsafe answers.hasRoom ? numbers.open.keep(name) : nil
      unsafe answers.append(kept)
    }
    return unsafe answers.finish()
  }
}
