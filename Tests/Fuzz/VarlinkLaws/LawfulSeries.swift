// SPDX-License-Identifier: MIT

import StrictJSON
import Varlink

/// Numbers from 1 on, one in a reply.
final class CountingSeries: ReplySeries {
  private let end: Int64
  private var number: Int64 = 0

  init(to end: Int64) {
    self.end = end
  }

  func next(_ context: inout CallContext) throws(MethodError) -> ReplyStep {
    number += 1
    guard number < 20 else { throw .permissionDenied }
    context.reply.name("number")
    context.reply.integer(number)
    return number >= end ? .final : .continues
  }
}

/// One reply, written in steps that any thread may make.
struct SlowSeries: IndependentSeries {
  private let steps: Int
  private var step = 0

  init(steps: Int) {
    self.steps = steps
  }

  mutating func next(_ context: inout CallContext) throws(MethodError) -> ReplyStep {
    // A reply without steps is interrupted before its first byte.
    if steps == 0 {
      step += 1
      return step == 1 ? .unfinished : .final
    }
    if step == 0 {
      context.reply.name("steps")
      context.reply.beginArray()
    }
    step += 1
    context.reply.integer(step)
    guard step >= steps else { return .unfinished }
    context.reply.endArray()
    return .final
  }
}
