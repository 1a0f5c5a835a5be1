// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The programs that the tutorials show are those that the check runs.
@Suite struct TutorialProgramsTests {
  /// Each block of C or Python is a part of a program that the page links to.
  @Test(arguments: [("file-manager.md", 7)])
  func everyBlockIsAPartOfItsProgram(_ page: String, _ least: Int) throws {
    let folder = SwiftSource.root + "/Documentation/tutorials/"
    let text = try String(contentsOfFile: folder + page, encoding: .utf8)
    let programs = try text.matches(of: /\]\((\.\.\/\.\.\/Tests\/Outside\/Examples\/[a-z.]+)\)/).map
    {
      try String(contentsOfFile: folder + $0.output.1, encoding: .utf8)
    }
    let blocks = text.matches(of: /\n```(?:c|python)\n((?:.|\n)*?\n)```\n/).map(\.output.1)
    #expect(blocks.count >= least && programs.count == 4)
    for block in blocks {
      #expect(programs.contains { $0.contains(block) }, "\(page):\n\(block)")
    }
  }
}
