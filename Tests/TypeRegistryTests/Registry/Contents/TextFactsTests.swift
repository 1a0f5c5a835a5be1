// SPDX-License-Identifier: MIT

import Testing

@testable import TypeRegistry

/// What scanners find in texts.
@Suite struct TextFactsTests {
  @Test func headersSayThatTheyAreReadOnce() {
    let text = "#ifndef A\n#define A\n#include <stdio.h>\ntypedef struct { int a; } b;\n#endif\n"
    #expect(Self.texts(.language, in: text) == ["c", "c-header"])
  }

  /// The lines before what is included.
  @Test(arguments: [
    ("#pragma once\n", true), ("#ifndef A\n# define A\n", true), ("#ifndef A\n#undef B\n", false),
    ("#include <a.h>\n#pragma once\n", false),
  ])
  func headersBeginWithAGuard(_ start: String, _ isHeader: Bool) {
    let text = start + "#include <stdio.h>\ntypedef struct { int a; } b;\n#endif\n"
    #expect(Self.texts(.language, in: text) == (isHeader ? ["c", "c-header"] : ["c"]))
  }

  private static func texts(_ fact: ContentFact, in text: String) -> [String] {
    ContentFactsTests.texts(fact, in: text)
  }

  @Test(arguments: [
    ("#!/bin/sh\n", ["sh"]), ("#! /usr/bin/python3.11 -u\n", ["python3.11", "python"]),
    ("#!/usr/bin/env perl\n", ["perl"]),
    ("#!/usr/bin/env -S A=b deno run\n", ["deno"]), ("#!\n", []), ("#!/usr/bin/env\n", []),
    (" #!/bin/sh\n", []),
  ])
  func interpreters(_ text: String, _ expected: [String]) {
    #expect(Self.texts(.interpreter, in: text) == expected)
  }

  @Test(arguments: [
    ("// -*- C++ -*-\n", ["c++"]), ("# -*- mode: Ruby; coding: utf-8 -*-\n", ["ruby"]),
    ("/* vim: set ft=cpp ts=2: */\n", ["cpp"]), ("x\ny\n# vim:filetype=perl\n", ["perl"]),
    ("# vim: ts=4\n", []), ("-*-\n", []), ("navim: ft=c\n", []),
  ])
  func modelines(_ text: String, _ expected: [String]) {
    #expect(Self.texts(.modeline, in: text) == expected)
  }

  @Test func documentTypesHaveThreeTexts() {
    #expect(
      Self.texts(
        .xmlDocType, in: "<?xml?>\n<!DOCTYPE plist PUBLIC \"-//A//B\" \"http://c\">\n<plist/>")
        == ["plist", "-//A//B", "http://c"])
    #expect(Self.texts(.xmlDocType, in: "<!DOCTYPE TS><TS/>") == ["TS"])
  }

  @Test func linesAreThoseThatAreNotBlank() {
    #expect(Self.texts(.line, in: "\u{FEFF}\n  a  \r\n\r\n\tb\n") == ["a", "b"])
    #expect(Self.texts(.firstLine, in: "\n\n x\ny") == ["x"])
    #expect(Self.texts(.line, in: "a\u{0}b").isEmpty)
  }

  /// Whether the beginning of a file is a text; nothing is one, too.
  private static func isText(_ head: [UInt8]) -> Bool {
    var text = TextSample()
    return head.isEmpty || text.read(FileSample(head: head))
  }

  /// A mark of which only a part is in what was read of the file's beginning.
  @Test(
    arguments: [
      ([0xEF, 0xBB, 0xBF], true), ([0xFF, 0xFE, 0, 0], false), ([0, 0, 0xFE, 0xFF], false),
      ([0xFE, 0xFF], false),
    ] as [([UInt8], Bool)])
  func aPartOfAMarkIsReadLikeOtherBytes(_ mark: [UInt8], _ isUTF8: Bool) {
    for count in 1..<mark.count {
      var text = TextSample()
      let sample = FileSample(mark + [0x61, 0x0A], length: nil, headLength: count)
      let isText = text.read(sample)
      #expect(isText == isUTF8)
    }
  }

  @Test(arguments: [true, false], [true, false])
  func utf16IsText(_ isLittle: Bool, _ hasMark: Bool) {
    let units = Array(((hasMark ? "\u{FEFF}" : "") + "BEGIN:VCARD\n").utf16)
    let bytes = units.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isLittle ? [low, high] : [high, low]
    }
    #expect(ContentFactsTests.texts(.firstLine, in: bytes) == ["BEGIN:VCARD"])
    #expect(Self.isText(bytes))
  }

  @Test func controlCharactersAreNoText() {
    for byte in [UInt8(0), 1, 0x10, 0x7F] {
      #expect(!Self.isText([0x61, byte, 0x61]))
    }
    for byte in [UInt8(0x09), 0x0A, 0x0C, 0x0D, 0x1B, 0xE9] {
      #expect(Self.isText([0x61, byte, 0x61]))
    }
    #expect(Self.isText([]))
  }

  /// mIRC marks colours with 0x03; a text of CP/M may have blanks behind its end.
  @Test func aTextMayHaveFewControlCharacters() {
    let words = Array(String(repeating: "some words ", count: 30).utf8)
    #expect(Self.isText(words + [3] + words + [3]))
    #expect(Self.isText(words + [0x1A, 13, 10]))
    #expect(!Self.isText(words + [3, 3, 3, 3, 3, 3, 3]))
    #expect(!Self.isText(words + [0] + words))
  }

  @Test(arguments: [
    ("{\"a\": 1}\n", "json"), ("[1, 2, {\"b\": [true, null]}]", "json"), ("{}", "json"),
    ("{\"a\": 1}\n{\"a\": 2}\n", "json-lines"), ("{a: 1}", ""), ("[section]\nkey=value\n", "ini"),
    ("[a]\nb = \"c\"\nd = 1\n", "toml"),
    ("# a\nb = \"c\"\n[d]\ne = 1979-05-27T07:32:00Z # f\ng = [\n\"h\",\n]\n", "toml"),
    ("{\"a\": 1", ""), ("{\"a\" 1}", ""),
    ("<!DOCTYPE html><p>x", "html"), ("<div class='a'>b</div>", "html"),
    ("<!-- a --><html>", "html"), ("<feed xmlns='b'><c/></feed>", "xml"), ("<3 you", ""),
    ("<?xml version='1.0'?><html xmlns='x'/>", "html"),
    ("From: a@b\nTo: c@d\nSubject: e\n\nText", "mail"),
    ("Received: by x\n\tfrom y\nDate: z\n\nText", "mail"),
    ("Newsgroups: a\nFrom: b\nSubject: c\n\n", "news"), ("Note: a\nTo: b\n", ""),
    ("MIME-Version: 1.0\nSubject: a\nContent-Type: multipart/related; b\n\n", "mhtml"),
    ("From a@b Mon Jan  1 00:00:00 2024\nFrom: a@b\n\nText", "mbox"), ("From a friend\nto\n", ""),
    ("1\n00:00:01,000 --> 00:00:02,000\nHello\n", "srt"),
    ("{1}{20}Hello\n{30}{40}World\n", "microdvd"),
    ("--- a\n+++ b\n@@ -1 +1 @@\n", "diff"), ("diff --git a/b b/b\n", "diff"),
    ("3c3\n< a\n---\n> b\n", "diff"), ("\\documentclass{article}\n", "latex"),
    ("% x\n\\section{A}\n", "latex"), ("\\n is a line feed\n", ""),
    ("; made\nG21\nG90\nM104 S200\nG1 X1 Y2\n", "gcode"), ("Go away\n", ""),
    ("---\na: b\n", "yaml"), ("a:\n  - b\n  - c\nd: e\n", "yaml"), ("Dear all: hello\nBye\n", ""),
    ("Package: a\nVersion: 1\n", ""), ("a,b,c\n1,2,3\n4,5,6\n", "csv"),
    ("a;b\n1;2\n3;4\n5;6\n", "csv"),
    ("\"a\nb\",c,d\n1,2,3\n", "csv"), ("a\tb\tc\n1\t2\t3\n", "tsv"),
    ("Well, this is so.\nAnd, that is it.\nOr, maybe not, really.\n", ""),
    ("# Title\n\nText with [a link](http://x).\n", "markdown"), ("# comment\nls\n", ""),
    ("From a@b Mon Jan  1 00:00:00 2024\n  From: a@b\n", ""),
    ("Subject: a\nSnapshot-Content-Location: http://x\n", "mhtml"),
    ("From: <Saved by Blink>\nSubject: a\n", "mhtml"),
    ("%YAML 1.2\n---\na: b\n", "yaml"), ("%TAG\n---\n", ""),
    ("a\tb\n1\t2\n3\t4\n", "tsv"), ("a\tb\n1\t2\n", ""), ("a,b\n1,2\n3,4\n", ""),
    ("a,b\n1,2\n3,4\n5,6\n", "csv"),
    ("*** a\n--- b\n***************\n", "diff"), ("*** a\n--- b\n", ""),
    ("Index: a.c\n======\n", "diff"), ("Index: a.c\nb\n", ""),
    ("3,4c3,5\n< a\n", "diff"), ("1a2,3\n> b\n", "diff"), ("3c3\nx\n", ""),
    ("3c3.\n< a\n", ""),
    ("Title\n=====\n\nText with [a link](http://x).\n", "markdown"),
    ("Title\n===\n\nText with [a link](http://x).\n", ""), ("=====\n[a](http://x)\n", ""),
    ("Title\n====-\n\nText with [a link](http://x).\n", ""),
    ("# T\n\n- a\n- b\n\nSome **bold** text\n", "markdown"),
    ("# T\n\n- a\n- b\n\nSome text\n", ""), ("# T\n\n[a](./b.md)\n", "markdown"),
    ("# T\n[a](b.md)\n", ""), ("# T\n[a](b.md) [c](http://d)\n", "markdown"),
  ])
  func forms(_ text: String, _ expected: String) {
    #expect(Self.texts(.textForm, in: text).joined() == expected)
  }

  /// Lines with one comma each and many blanks are sentences.
  @Test(arguments: [("", "csv"), (" so many more blanks are in this part of the sentence", "")])
  func proseIsNotATable(_ rest: String, _ expected: String) {
    let line = "the first part of it, and the second\(rest)\n"
    let text = String(repeating: line, count: 5)
    #expect(Self.texts(.textForm, in: text).joined() == expected)
  }

  /// Brackets at the end of what was read may be anything.
  @Test(arguments: [("{}\n", []), ("{\"a\": 1}\n", ["json"]), ("{\"a\": [1, ", ["json"])])
  func theBeginningOfALongTextMayBeJSON(_ text: String, _ expected: [String]) {
    #expect(
      ContentFactsTests.texts(.textForm, in: Array(text.utf8), length: 100_000) == expected)
  }

  @Test(arguments: [true, false]) func utf32IsText(_ isLittle: Bool) {
    let bytes = "\u{FEFF}a\u{E9}b\n".unicodeScalars.flatMap { scalar in
      let bytes = (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> (8 * $0)) }
      return isLittle ? bytes : bytes.reversed()
    }
    #expect(ContentFactsTests.texts(.firstLine, in: bytes) == ["a\u{E9}b"])
  }

  @Test func jsonHasMembers() {
    #expect(
      Self.texts(
        .jsonMember, in: "{\"type\": \"FeatureCollection\", \"a\": {\"b\": 1}, \"c\": [2]}")
        == ["type: FeatureCollection", "a", "c"])
  }

  @Test(arguments: [
    (
      "import { A } from './a';\nexport interface B {\n  c: string;\n  d: number;\n}\n",
      "typescript"
    ),
    ("const a = require('b');\nmodule.exports = function (c) {\n  return c;\n};\n", "javascript"),
    ("#import <Foundation/Foundation.h>\n@interface A : NSObject\n@end\n", "objective-c"),
    ("function [a, b] = c(d)\n% help\na = zeros(3);\nend\n", "matlab"),
    (":- module a.\n:- interface.\n:- import_module io.\n", "mercury"),
    ("#include <stdio.h>\n#include \"a.h\"\nint main(void) {\n  printf(\"b\");\n}\n", "c"),
    ("#include <vector>\nnamespace a {\ntemplate <typename T>\nclass B {\npublic:\n};\n}\n", "c++"),
    ("use strict;\nuse warnings;\nmy $a = 1;\n", "perl"),
    (":- module(a, [b/1]).\n:- use_module(library(lists)).\nb(X) :- c(X).\n", "prolog"),
    ("library(ggplot2)\nf <- function(x) {\n  y <- x\n}\n", "r"),
    ("module a(b);\n  input b;\n  wire c;\n  assign c = b;\nendmodule\n", "verilog"),
    ("Require Import Arith.\nLemma a : b.\nProof.\nQed.\n", "coq"),
    ("\\NeedsTeXFormat{LaTeX2e}\n\\ProvidesClass{a}\n", "latex-class"),
    ("VERSION 1.0 CLASS\nBEGIN\nAttribute VB_Name = \"A\"\nOption Explicit\n", "visual-basic"),
    ("#version 330\nuniform vec4 a;\nout vec4 b;\nvoid main() {\n}\n", "glsl"),
    ("open System\nlet rec f x = x\nprintfn \"a\"\n", "f-sharp"),
    ("CREATE TABLE a (b int);\nINSERT INTO a VALUES (1);\n", "sql"),
    ("Dear friends,\nthis is a letter. It has no code in it.\nGoodbye\n", ""),
  ])
  func languages(_ text: String, _ expected: String) {
    #expect(Self.texts(.language, in: text).joined() == expected)
  }
}
