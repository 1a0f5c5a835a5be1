// SPDX-License-Identifier: MIT

import StrictJSON

/// The texts that RFC 8259 leaves to the reader, and how this one decides.
extension SuiteCase {
  /// Accepted: numbers that do not fit into 64 bits, because JSON numbers have no maximum.
  ///
  /// The text is kept; `JSONValue/double` and `integer` are `nil` where it does not fit.
  static let acceptedByChoice: [SuiteCase] = [
    SuiteCase("i_number_double_huge_neg_exp", "[123.456e-789]"),
    SuiteCase(
      "i_number_huge_exp",
      "[0.4e006699999999999999999999999999999999999999999999999999999999999999999999999"
        + "99999999999999999999999999999999999999999999969999999006]"),
    SuiteCase("i_number_neg_int_huge_exp", "[-1e+9999]"),
    SuiteCase("i_number_pos_double_huge_exp", "[1.5e+9999]"),
    SuiteCase("i_number_real_neg_overflow", "[-123123e100000]"),
    SuiteCase("i_number_real_pos_overflow", "[123123e100000]"),
    SuiteCase("i_number_real_underflow", "[123e-10000000]"),
    SuiteCase("i_number_too_big_neg_int", "[-123123123123123123123123123123]"),
    SuiteCase("i_number_too_big_pos_int", "[100000000000000000000]"),
    SuiteCase(
      "i_number_very_big_negative_int",
      "[-237462374673276894279832749832423479823246327846]"),
  ]

  /// Refused: half surrogates and bytes that are not UTF-8 (RFC 8259 section 8.1 requires UTF-8
  /// between programs), a byte order mark where the options do not allow it, and nesting beyond
  /// the limit.
  static let refusedByChoice: [(SuiteCase, JSONError)] = [
    (
      SuiteCase("i_object_key_lone_2nd_surrogate", #"{"\uDFAA":0}"#),
      JSONError(.loneSurrogate(0xDFAA), at: 2)
    ),
    (
      SuiteCase("i_string_1st_surrogate_but_2nd_missing", #"["\uDADA"]"#),
      JSONError(.loneSurrogate(0xDADA), at: 2)
    ),
    (
      SuiteCase("i_string_1st_valid_surrogate_2nd_invalid", #"["\uD888\u1234"]"#),
      JSONError(.loneSurrogate(0xD888), at: 2)
    ),
    (
      SuiteCase(
        "i_string_UTF-16LE_with_BOM",
        bytes: [
          0xFF, 0xFE, 0x5B, 0x00, 0x22, 0x00, 0xE9, 0x00, 0x22, 0x00, 0x5D, 0x00,
        ]),
      JSONError(.utf16, at: 0)
    ),
    (
      SuiteCase(
        "i_string_UTF-8_invalid_sequence",
        bytes: [
          0x5B, 0x22, 0xE6, 0x97, 0xA5, 0xD1, 0x88, 0xFA, 0x22, 0x5D,
        ]),
      JSONError(.invalidUTF8(0xFA), at: 7)
    ),
    (
      SuiteCase(
        "i_string_UTF8_surrogate_U+D800", bytes: [0x5B, 0x22, 0xED, 0xA0, 0x80, 0x22, 0x5D]),
      JSONError(.invalidUTF8(0xED), at: 2)
    ),
    (
      SuiteCase("i_string_incomplete_surrogate_and_escape_valid", #"["\uD800\n"]"#),
      JSONError(.loneSurrogate(0xD800), at: 2)
    ),
    (
      SuiteCase("i_string_incomplete_surrogate_pair", #"["\uDd1ea"]"#),
      JSONError(.loneSurrogate(0xDD1E), at: 2)
    ),
    (
      SuiteCase("i_string_incomplete_surrogates_escape_valid", #"["\uD800\uD800\n"]"#),
      JSONError(.loneSurrogate(0xD800), at: 2)
    ),
    (
      SuiteCase("i_string_invalid_lonely_surrogate", #"["\ud800"]"#),
      JSONError(.loneSurrogate(0xD800), at: 2)
    ),
    (
      SuiteCase("i_string_invalid_surrogate", #"["\ud800abc"]"#),
      JSONError(.loneSurrogate(0xD800), at: 2)
    ),
    (
      SuiteCase("i_string_invalid_utf-8", bytes: [0x5B, 0x22, 0xFF, 0x22, 0x5D]),
      JSONError(.invalidUTF8(0xFF), at: 2)
    ),
    (
      SuiteCase("i_string_inverted_surrogates_U+1D11E", #"["\uDd1e\uD834"]"#),
      JSONError(.loneSurrogate(0xDD1E), at: 2)
    ),
    (
      SuiteCase("i_string_iso_latin_1", bytes: [0x5B, 0x22, 0xE9, 0x22, 0x5D]),
      JSONError(.invalidUTF8(0xE9), at: 2)
    ),
    (
      SuiteCase("i_string_lone_second_surrogate", #"["\uDFAA"]"#),
      JSONError(.loneSurrogate(0xDFAA), at: 2)
    ),
    (
      SuiteCase("i_string_lone_utf8_continuation_byte", bytes: [0x5B, 0x22, 0x81, 0x22, 0x5D]),
      JSONError(.invalidUTF8(0x81), at: 2)
    ),
    (
      SuiteCase(
        "i_string_not_in_unicode_range",
        bytes: [
          0x5B, 0x22, 0xF4, 0xBF, 0xBF, 0xBF, 0x22, 0x5D,
        ]),
      JSONError(.invalidUTF8(0xF4), at: 2)
    ),
    (
      SuiteCase("i_string_overlong_sequence_2_bytes", bytes: [0x5B, 0x22, 0xC0, 0xAF, 0x22, 0x5D]),
      JSONError(.invalidUTF8(0xC0), at: 2)
    ),
    (
      SuiteCase(
        "i_string_overlong_sequence_6_bytes",
        bytes: [
          0x5B, 0x22, 0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF, 0x22, 0x5D,
        ]),
      JSONError(.invalidUTF8(0xFC), at: 2)
    ),
    (
      SuiteCase(
        "i_string_overlong_sequence_6_bytes_null",
        bytes: [
          0x5B, 0x22, 0xFC, 0x80, 0x80, 0x80, 0x80, 0x80, 0x22, 0x5D,
        ]),
      JSONError(.invalidUTF8(0xFC), at: 2)
    ),
    (
      SuiteCase("i_string_truncated-utf-8", bytes: [0x5B, 0x22, 0xE0, 0xFF, 0x22, 0x5D]),
      JSONError(.invalidUTF8(0xE0), at: 2)
    ),
    (
      SuiteCase(
        "i_string_utf16BE_no_BOM",
        bytes: [
          0x00, 0x5B, 0x00, 0x22, 0x00, 0xE9, 0x00, 0x22, 0x00, 0x5D,
        ]),
      JSONError(.unexpectedByte(0, expected: .value), at: 0)
    ),
    (
      SuiteCase(
        "i_string_utf16LE_no_BOM",
        bytes: [
          0x5B, 0x00, 0x22, 0x00, 0xE9, 0x00, 0x22, 0x00, 0x5D, 0x00,
        ]),
      JSONError(.unexpectedByte(0, expected: .valueOrEndOfArray), at: 1)
    ),
    (
      SuiteCase(
        "i_structure_500_nested_arrays",
        String(repeating: "[", count: 500) + String(repeating: "]", count: 500)),
      JSONError(.tooDeep(maximumDepth: 64), at: 64)
    ),
    (
      SuiteCase("i_structure_UTF-8_BOM_empty_object", bytes: [0xEF, 0xBB, 0xBF, 0x7B, 0x7D]),
      JSONError(.byteOrderMark, at: 0)
    ),
  ]
}
