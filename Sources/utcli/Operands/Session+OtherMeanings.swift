// SPDX-License-Identifier: MIT

internal import TypeRegistry

// Hints about a word that means something else than the command expects there.

extension Session {
  /// The hint about a word that names an application where a file or type is expected; `nil` for other words.
  func meantApplication(_ word: [UInt8]) throws(Failure) -> String? {
    guard !word.contains(UInt8(ascii: "/")), let text = String(validating: word, as: UTF8.self),
      !text.isEmpty
    else { return nil }
    let key = text.asciiLowercased
    let applications = try applications().filter {
      [$0.bundle, $0.name].contains { $0.asciiLowercased == key }
    }
    guard applications.count == 1, let application = applications.first else { return nil }
    return
      "'\(text)' is an application: 'utcli apps \(application.bundle.shellWord)' shows what it opens"
  }

  /// The hint about a word that names a type, extension or scheme where an application or a file to open is
  /// expected; `nil` for other words.
  func meantSubject(_ word: [UInt8]) throws(Failure) -> String? {
    do throws(Failure) {
      let operand = try operand(word, .none)
      let noun: String
      switch operand {
      case .type: noun = "type"
      case .tag(let tag): noun = tag.tagClass.noun
      case .url, .file: return nil
      }
      let shown = String(decoding: word, as: UTF8.self).shellWord
      return
        "\(shown) is \(noun == "extension" ? "an" : "a") \(noun): 'utcli handlers \(shown)' lists "
        + "the applications that open it"
    } catch {
      return nil
    }
  }

  /// The hint about a word that could be the host of a web page; `nil` for other words.
  func meantHost(_ word: [UInt8]) -> String? {
    let text = String(decoding: word, as: UTF8.self)
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, let last = labels.last?.utf8, labels.allSatisfy({ !$0.isEmpty }),
      ["com", "dev", "io", "net", "org"].contains(String(last) ?? ""), text.shellWord == text
    else { return nil }
    return "did you mean 'utcli open https://\(text)'?"
  }
}
