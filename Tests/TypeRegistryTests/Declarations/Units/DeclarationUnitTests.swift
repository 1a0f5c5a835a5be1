// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// Units whose bytes are damaged although their sums are right.
@Suite struct DeclarationUnitTests {
  /// The bytes of a number.
  private func bytes(of number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
  }

  /// The compiler would keep the weight of a tag that the type does not have.
  @Test(arguments: [(UInt32(1), true), (2, false), (.max, false)])
  func aWeightIsOfATagOfItsType(_ tag: UInt32, _ isSound: Bool) throws {
    let package = """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="a/b"><glob pattern="*.b" weight="61"/></mime-type></mime-info>
      """
    let bundle = try #require(
      MIMEPackageParser.parse(Array(package.utf8), path: "/a.xml", origin: .user).bundle)
    let whole = DeclarationUnit(bundle)
    var unit: [UInt8] = []
    withExtendedLifetime(whole) { whole.bytes.append(to: &unit) }
    // The record: the declaration, the tag after the MIME type, and the weight.
    let record = bytes(of: 0) + bytes(of: 1) + bytes(of: 61)
    let places = (0...unit.count - record.count).filter { unit[$0...].starts(with: record) }
    let place = try #require(places.count == 1 ? places.first : nil)
    unit.replaceSubrange(place + 4..<place + 8, with: bytes(of: tag))
    #expect(DeclarationUnit(unit).isSound == isSound)
  }
}
