// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing
import TypeRegistry

/// What packages say of the files in directories, as it is read.
@Suite struct MIMEPackageParserTreesTests {
  private static func read(
    _ elements: String
  ) throws -> (trees: [ContentRule<TreeMatch>], diagnostics: [Diagnostic]) {
    let text =
      "<mime-info xmlns=\"http://www.freedesktop.org/standards/shared-mime-info\">"
      + "<mime-type type=\"x-content/a\">\(elements)</mime-type></mime-info>"
    let (bundle, diagnostics) = MIMEPackageParser.parse(
      Array(text.utf8), path: "a.xml", origin: .system)
    return (try #require(bundle?.declarations.first).content.trees, diagnostics)
  }

  @Test func readsConditionsAndNestedMatches() throws {
    let (trees, diagnostics) = try Self.read(
      """
      <treemagic priority="80">
        <treematch path="/DCIM/./" type="directory" non-empty="true">
          <treematch path="a//b" match-case="true"/>
        </treematch>
        <treematch path="autorun" type="file" executable="true" mimetype="Text/Plain"/>
      </treemagic>
      <treemagic><treematch path="x" type="link" match-case="false" executable="no"/></treemagic>
      """)
    #expect(diagnostics.isEmpty)
    #expect(trees.map(\.priority) == [80, 50])
    #expect(trees.map { $0.location?.line } == [1, 7])
    var dcim = TreeMatch(depth: 0, path: "DCIM")
    dcim.kind = .directory
    dcim.isNotEmpty = true
    var inner = TreeMatch(depth: 1, path: "a/b")
    inner.matchesCase = true
    var autorun = TreeMatch(depth: 0, path: "autorun")
    autorun.kind = .file
    autorun.isExecutable = true
    autorun.mimeType = "text/plain"
    var link = TreeMatch(depth: 0, path: "x")
    link.kind = .link
    #expect(trees.map(\.matches) == [[dcim, inner, autorun], [link]])
  }

  @Test(arguments: [
    ("", "has no 'path'"), ("path=''", "is not the path of a file"),
    ("path='/'", "is not the path of a file"),
    ("path='../a'", "is not the path of a file"), ("path='a/../b'", "is not the path of a file"),
    ("path='\(String(repeating: "a/", count: 17))'", "is not the path of a file"),
    ("path='a' type='pipe'", "type 'pipe' of 'treematch' is not known"),
    ("path='a' mimetype='text'", "'text' of 'treematch' is not of the form"),
  ])
  func leavesOutAMatch(_ attributes: String, _ message: String) throws {
    let (trees, diagnostics) = try Self.read(
      "<treemagic><treematch \(attributes)><treematch path='c'/></treematch>"
        + "<treematch path='b'/></treemagic>")
    #expect(trees.first?.matches.map(\.path) == ["b"])
    #expect(diagnostics.count == 1)
    #expect(diagnostics.first?.message.contains(message) == true)
  }

  @Test func hasALimit() throws {
    let limit = DeclarationLimits.maximumTreeMatches
    let match = "<treematch path='a'/>"
    func read(_ count: Int) throws -> (Int?, Int) {
      let (trees, diagnostics) = try Self.read(
        "<treemagic>" + String(repeating: match, count: count) + "</treemagic>")
      return (trees.first?.matches.count, diagnostics.count)
    }
    #expect(try read(limit) == (limit, 0))
    #expect(try read(limit + 2) == (limit, 1))
  }

  @Test func aRuleWithoutMatchesIsLeftOut() throws {
    let (trees, diagnostics) = try Self.read("<treemagic/>")
    #expect(trees.isEmpty)
    #expect(diagnostics.map(\.severity) == [.warning])
  }
}
