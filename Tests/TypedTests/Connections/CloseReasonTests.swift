// SPDX-License-Identifier: MIT

import Testing
import Varlink

@testable import typed

@Suite struct CloseReasonTests {
  @Test(arguments: [
    (CloseReason.over, "over"), (.gone, "client gone"),
    (.malformed(.refused(.noMethod)), "call has no member 'method'"),
    (.malformed(.frame(.tooLong(limit: 4_096))), "call is longer than 4096 bytes"),
    (.unfinishedCall, "call was not complete in time"),
    (.unreadReplies, "replies were not read in time"),
    (.inputQuota, "calls of this user take too much memory"),
    (.outputQuota, "too many unread replies to this user"), (.stopping, "stopping"),
  ])
  func isLoggedInWords(_ reason: CloseReason, _ text: String) {
    #expect("\(reason)" == text)
  }
}
