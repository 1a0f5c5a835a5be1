// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import Texts

extension Command {
  static let completion: Command = Command(
    "completion", operands: "bash|zsh|fish", summary: "print the completion of a shell",
    details: """
      For a program that was copied alone: 'make install' and packages put the files where the shells find
      them. Each asks utcli what can be written next.
      """,
    examples: [
      Example(
        "utcli completion bash -o completion.bash", "for bash, to be sourced"),
      Example(
        "utcli completion zsh -o ~/.zfunc/_utcli", "for zsh, in a directory of fpath"),
      Example(
        "utcli completion fish -o ~/.config/fish/completions/utcli.fish", "for fish"),
    ],
    options: [.outputFile], operandCount: 1...1, needs: "a shell", asksRegistry: false
  ) { (session, arguments) throws(Failure) in
    let shell = arguments.texts[0]
    guard let script = script(of: shell) else {
      throw .usage(
        "there is no completion of '\(TextEscaping.inMessage(arguments.operands[0]))'",
        hint:
          "'utcli completion bash', 'utcli completion zsh' and 'utcli completion fish' print one")
    }
    guard session.wantsJSON else {
      try session.give { $0.append(contentsOf: script.utf8) }
      return .answered
    }
    session.document {
      _ in
    } rest: {
      $0.member("script", script)
      $0.member("shell", shell)
    }
    return .answered
  }

  /// The completion of a shell.
  private static func script(of shell: String) -> String? {
    switch shell {
    case "bash": unsafe String(cString: tr_text_bash_completion())
    case "zsh": unsafe String(cString: tr_text_zsh_completion())
    case "fish": unsafe String(cString: tr_text_fish_completion())
    default: nil
    }
  }
}
