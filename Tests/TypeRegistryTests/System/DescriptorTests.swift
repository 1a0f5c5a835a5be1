// SPDX-License-Identifier: MIT

import Glibc
import SystemBase
import Testing

@Suite struct DescriptorTests {
  @Test func aDescriptorIsClosedAtItsEnd() throws {
    let file = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    try #require(file >= 0)
    // Above the numbers that other tests take meanwhile.
    let number = fcntl(file, F_DUPFD_CLOEXEC, 900)
    close(file)
    try #require(number >= 900)
    do {
      let descriptor = Descriptor(takingOver: number)
      #expect(descriptor.number == number)
      #expect(fcntl(number, F_GETFD) >= 0)
    }
    #expect(fcntl(number, F_GETFD) == -1)
  }

  @Test func aNegativeNumberIsNoDescriptor() async {
    await #expect(processExitsWith: .failure) { _ = Descriptor(takingOver: -1) }
  }
}
