// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import utcli

@Suite("Colours are legible on a black and on a white ground")
struct ColorTests {
  /// The luminance of a colour of the palette of 256 (WCAG 2.2, "relative luminance").
  private static func luminance(_ color: Int) -> Double {
    let parts: [Int]
    if color >= 232 {
      parts = Array(repeating: 8 + 10 * (color - 232), count: 3)
    } else {
      let steps = [(color - 16) / 36, (color - 16) / 6 % 6, (color - 16) % 6]
      parts = steps.map { $0 == 0 ? 0 : 55 + 40 * $0 }
    }
    let linear = parts.map { part in
      let value = Double(part) / 255
      return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  @Test func theContrastIsAtLeastFour() {
    let colors = Meaning.allCases.compactMap(\.color)
    #expect(Set(colors).count == colors.count && colors.count > 5)
    for color in colors {
      let luminance = Self.luminance(color)
      #expect((luminance + 0.05) / 0.05 > 4, "\(color) on black")
      #expect(1.05 / (luminance + 0.05) > 4, "\(color) on white")
    }
  }
}
