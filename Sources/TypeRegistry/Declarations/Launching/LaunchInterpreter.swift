// SPDX-License-Identifier: MIT

/// A program that runs an argument as a command or a script, and which argument that is.
package struct LaunchInterpreter {
  /// The arguments after the first script.
  enum Continuation {
    /// Its arguments: `sh -c SCRIPT NAME FILE`.
    case arguments
    /// Further options, which may have further scripts: `fish -c SCRIPT -c SCRIPT`.
    case options
    /// Nothing that is known to be safe.
    case scripts
  }

  /// The letters of options that are followed by a script, anywhere in a group such as `-lc`.
  var letters = ""
  /// The names of such options, with their hyphens; they may be abbreviated.
  var names: [String] = []
  /// The letters of options that are followed by something else.
  var valueLetters = ""
  /// The names of such options, without hyphens.
  var valueNames: [String] = []
  var continuation = Continuation.options
  /// Whether options may come after operands.
  var permutes = false
  /// Whether every argument is a script.
  var readsAll = false
  /// Whether the first operand is a host, and every later one a part of a command.
  var isRemote = false
  /// Whether the first operand is a script, if no option has one: `awk SCRIPT FILE`.
  var operandIsScript = false
  /// The letters of options that name a file with the script.
  var fileLetters = ""
  /// The names of modules that run the next argument.
  var scriptModules: [String] = []
  /// The language of the scripts.
  var language = Language.other

  /// The language of scripts, if they are read.
  enum Language {
    /// A shell that may calculate the operands of its builtins, as ksh and zsh do.
    case shell
    /// A shell that does not: bash, dash, and others with the name "sh".
    case bourne
    /// Like a shell that does not split the values of variables.
    case fish
    case other
  }
}

extension LaunchInterpreter {
  /// The interpreter of a program's name; `nil` if none is known.
  ///
  /// - Parameters:
  ///   - name: The last component of its path.
  ///   - isProgram: Whether it is certainly a program, and not a word such as "view" among the
  ///     arguments of another one.
  init?(named name: Substring, isProgram: Bool) {
    // The name without a version: "bash5.2", "python3.11", "lua-5.4".
    let end = name.utf8.lastIndex { !($0 &- 0x30 < 10 || "-.".utf8.contains($0)) }
    let base = end.map { name[...$0] } ?? name
    self.init()
    switch base {
    case "fish":
      letters = "cC"
      names = ["--command", "--init-command"]
      valueLetters = "dDofp"
      valueNames = ["debug", "debug-output", "features", "profile", "profile-startup"]
      language = .fish
    case "pwsh":
      names = ["-command", "-encodedcommand", "-ec", "-cwa", "--command"]
      continuation = .scripts
    case "ssh", "slogin", "autossh", "rsh", "remsh":
      isRemote = true
    case "su", "runuser", "kdesu", "kdesudo":
      letters = "c"
      names = ["--command", "--session-command"]
      continuation = .scripts
      permutes = true
    case "env":
      letters = "S"
      names = ["--split-string"]
      valueLetters = "uC"
      continuation = .scripts
    case "python", "pypy":
      letters = "c"
      valueLetters = "WX"
      scriptModules = ["timeit"]
      continuation = .arguments
    case "perl", "ruby":
      letters = "eE"
      valueLetters = "Ir"
    case "php":
      letters = "rBRE"
      valueLetters = "dcz"
    case "lua", "luajit", "guile", "julia":
      letters = base == "guile" ? "ce" : "eE"
      valueLetters = "lLp"
    case "nodejs":
      self = .node
    case "emacs", "emacsclient":
      names = ["-eval", "--eval", "-execute", "--execute"]
      continuation = .scripts
      permutes = true
    case "vim", "nvim", "gvim", "gview", "vimx", "evim", "rvim":
      self = .vim
    case "tmux", "socat", "socat1", "ncat": readsAll = true
    case "awk", "gawk", "mawk", "nawk", "original-awk":
      letters = "e"
      names = ["--source"]
      valueLetters = "Fvil"
      fileLetters = "fE"
      operandIsScript = true
    case "sed", "gsed":
      letters = "e"
      names = ["--expression"]
      valueLetters = "l"
      fileLetters = "f"
      operandIsScript = true
    case "gdb", "cgdb", "lldb":
      names = [
        "-ex", "--ex", "-eval-command", "--eval-command", "-iex", "--init-eval-command",
        "-init-eval-command", "--one-line", "--one-line-before-file", "-o",
      ]
      continuation = .scripts
      permutes = true
    case "tar", "gtar", "bsdtar":
      letters = "I"
      names = [
        "--checkpoint-action", "--info-script", "--new-volume-script", "--rmt-command",
        "--rsh-command", "--to-command", "--use-compress-program",
      ]
      valueLetters = "fCTXgb"
      permutes = true
    case "rsync":
      letters = "e"
      names = ["--rsh", "--rsync-path"]
      permutes = true
    case "expect", "ghci", "groovy", "mysql", "psql":
      letters = base == "psql" || base == "expect" ? "c" : "e"
      names = ["--execute", "--command"]
      permutes = true
    case "octave", "sbcl":
      names = ["--eval"]
      permutes = true
    case "find" where isProgram:
      names = ["-exec", "-execdir", "-ok", "-okdir"]
      permutes = true
    case "make" where isProgram, "gmake":
      // 'NAME=$(shell …)' is an operand.
      operandIsScript = true
      valueLetters = "CIjloWf"
    case "node" where isProgram: self = .node
    case "vi" where isProgram, "view" where isProgram, "ex" where isProgram: self = .vim
    case "rc" where isProgram, "es" where isProgram, "nu" where isProgram: self = .shell
    case "script" where isProgram, "sg" where isProgram, "flock" where isProgram:
      letters = "c"
      names = ["--command"]
      continuation = .scripts
      permutes = true
    case "watch" where isProgram, "parallel" where isProgram, "sem" where isProgram: readsAll = true
    default:
      if Self.isShell(base) {
        self = .shell
        if ["ash", "bash", "dash", "rbash", "sh"].contains(base) { language = .bourne }
      } else if Self.isTerminal(base) {
        names = ["-e", "-x", "--command", "--execute", "--exec"]
        permutes = true
        if TerminalEmulator.joins(base) { continuation = .scripts }
      } else {
        return nil
      }
    }
  }

  private static let shell = LaunchInterpreter(
    letters: "c", valueLetters: "oO", valueNames: ["rcfile", "init-file", "emulate"],
    continuation: .arguments, language: .shell)

  private static let node = LaunchInterpreter(
    letters: "ep", names: ["--eval", "--print"], valueLetters: "r")

  private static let vim = LaunchInterpreter(letters: "c", names: ["--cmd"], permutes: true)

  /// Whether a program reads its options as a shell does.
  ///
  /// All names of shells, from "ash" to "zsh", end alike. That of another program ("bluefish") does no
  /// harm unless it has an option `-c`.
  static func isShell(_ name: Substring) -> Bool {
    name.hasSuffix("sh") && !name.utf8.contains(UInt8(ascii: "."))
  }

  /// Whether a program is a terminal emulator, which runs the program in its arguments.
  package static func isTerminal(_ name: Substring) -> Bool {
    name.hasPart("term") || name.hasPart("rxvt")
      || TerminalEmulator.known.contains { $0.name == name }
  }

  /// Programs that run the program in their arguments.
  package static func isWrapper(_ name: Substring) -> Bool {
    [
      "busybox", "chroot", "chrt", "dbus-launch", "dbus-run-session", "doas", "env", "fakeroot",
      "firejail", "flatpak-spawn", "gamemoderun", "ionice", "linux32", "linux64", "ltrace", "nice",
      "nohup", "numactl", "optirun", "pkexec", "prime-run", "primusrun", "proot", "proxychains",
      "setarch", "setsid", "stdbuf", "strace", "sudo", "systemd-run", "taskset", "time", "timeout",
      "torsocks", "toybox", "unbuffer", "unshare", "valgrind", "xargs", "xvfb-run",
    ].contains(name) || isTerminal(name)
  }

  /// The meaning of an option.
  enum Option {
    /// A script follows, or is attached.
    case script
    /// Something else follows.
    case value
    case other
  }

  /// The meaning of an option that begins with a hyphen, or for shells with a plus.
  func meaning(of option: Substring) -> Option {
    let name = option.prefix { $0 != "=" }
    let bare = name.drop { $0 == "-" }
    if valueNames.contains(String(bare)) { return name == option ? .value : .other }
    // "-" alone would be an abbreviation of everything.
    let lower = String(name).asciiLowercased
    if !bare.isEmpty, names.contains(where: { $0.hasPrefix(lower) }) { return .script }
    if option.hasPrefix("--") { return .other }
    if option.contains(where: { letters.contains($0) }) { return .script }
    // A shell takes the value of an option from the next argument wherever its letter is.
    let takesValue =
      continuation == .arguments
      ? option.contains { valueLetters.contains($0) }
      : option.last.map { valueLetters.contains($0) } ?? false
    return takesValue ? .value : .other
  }

  /// Whether a script option of a shell takes a value of another option first: `-co pipefail`.
  func takesValueToo(_ option: Substring) -> Bool {
    continuation == .arguments && !option.hasPrefix("--")
      && option.contains { valueLetters.contains($0) }
  }
}
