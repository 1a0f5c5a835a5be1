// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite struct LaunchScriptTests {
  /// Words between blanks; `_` stands for a blank within one.
  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").map { word in
      String(word.map { $0 == "_" ? " " : $0 })
    }
  }

  @Test(arguments: [
    // Options in a group, apart, and with values of their own.
    "sh -c %f", "sh -ce %f", "sh -ec %f", "sh -e -c %f", "sh -c -e %f", "sh -c -- %f", "sh +c %f",
    "sh -c - %f", "sh -o errexit -c %f", "sh -c -o errexit %f", "bash -co pipefail %f",
    "bash -c -O extglob %f", "bash --rcfile a -c %f", "bash -rcfile a -c %f", "bash --norc -c %f",
    "sh -c a=%f", "sh -c --x=%f", "sh -c%f", "sh -c %k", "sh -c %u", "bash --login -c %U",
    "zsh --emulate sh -c %f",
    // All shells, by path and version.
    "bash -c %f", "dash -c %f", "ash -c %f", "zsh -fc %f", "ksh -c %f", "mksh -c %f",
    "csh -fc %f", "tcsh -c %f", "/usr/bin/bash5.2 -c %f", "rbash -c %f", "ksh93 -c %f",
    "fish -c %f", "fish -c a -c %f", "fish -C %f", "fish --command=%f", "fish --init-command %f",
    "fish -c%f", "pwsh -Command %f", "pwsh -c a %f", "nu -c %f", "busybox sh -c %f",
    "busybox ash -c -e %f",
    // Behind other programs.
    "env sh -c %f", "env -i A=b sh -ce %f", "nice -n 5 sh -c %f", "setsid sh -c %f",
    "sudo -u a sh -c %f", "doas sh -c %f", "pkexec bash -c %f", "xterm -e sh -c %f",
    "gnome-terminal -- bash -c %f", "nohup setsid nice sh -c %f", "timeout 5 sh -c %f",
    "flatpak run --command=sh org.a -c %f", "flatpak run --command sh org.a -c %f",
    "start-stop-daemon -x /bin/sh -- -c %f", "podman run --entrypoint /bin/sh image -c %f",
    "env -S sh_-c %f", "env --split-string=sh_-c %f", "env -S%f", "env -vS %f",
    "env PS4=%f sh -x", "env ENV=%f sh",
    // Programs that give a command to a shell.
    "su -c %f", "su a -c %f", "su - a -c %f", "su --command=%f", "su --command %f", "su --comm %f",
    "su -c a b -c %f", "su -s /bin/sh -c %f", "su a -- -c -e %f", "su -lc %f",
    "runuser -u a -c %f", "script -qc %f", "script --command %f", "sg a -c %f", "flock a -c %f",
    "nohup script -c %f", "watch cat %f", "parallel cat %f", "tmux new %f",
    "ssh host %f", "ssh host view %f", "ssh -p 22 host view %f", "ssh %u view %f", "ssh %U",
    "ssh -oProxyCommand=%f host", "ssh -o ProxyCommand=%f host", "ssh -o %f host",
    "xterm -e %f", "konsole -e %f", "terminator --command=%f", "xfce4-terminal -e%f",
    "x-terminal-emulator -T a -e %f", "terminology -e vim %f",
    // Other languages.
    "python3 -c %u", "python3.11 -Bc %u", "perl -e %f", "perl -we %f", "perl -e a -e %f",
    "ruby -e %f", "node -e %u", "node --eval=%f", "php -r %f", "lua5.4 -e %f",
    "emacs --eval %f", "emacsclient --eval a %f", "emacsclient -e %f", "vim -c %f",
    "vim %f -c %u", "nvim --cmd %f",
    // Scripts that run their arguments as scripts.
    "sh -c eval_\"$1\" sh %f", "sh -c cd_/;eval_$1 sh %f", "sh -c bash_-c_\"$1\" sh %f",
    "sh -c su_root_-c_\"a_$1\" sh %f", "sh -c exec_\"$@\" sh sh -c %f",
    "sh -c ssh_host_view_\"$1\" sh %f", "sh -c xterm_-e_\"$1\" sh %f",
    "sh -c echo_\"$1\"_|_sh sh %f",
    "sh -c echo_\"$1\"|sh_-x sh %f", "sh -c echo_a_\"$1\"_|_cat_|_bash sh %f",
    "sh -c python3_-c_\"$1\" sh %f", "sh -c f=\"$1\";ssh_host_\"$f\" sh %f",
    "sh -c for_f_in_\"$@\";do_ssh_host_\"$f\";done sh %F", "sh -c for_f;do_su_-c_\"$f\";done sh %F",
    "sh -c ssh_host_\"view_'$1'\" sh %f", "sh -c ssh_host_view_\"${1}\" sh %f",
    "sh -c ssh_host_view_\"$(basename_\"$1\")\" sh %f", "sh -c ssh_host_view_`basename_$1` sh %f",
    "sh -c a_&&_ssh_host_view_\"$1\" sh %f", "sh -c (exec_ssh_host_view_\"$1\") sh %f",
    "sh -c if_a;then_ssh_host_\"$1\";fi sh %f", "sh -c A=b_ssh_host_\"$1\" sh %f",
    "sh -c vim_$1 sh %f", "sh -c vim_$* sh %F", "sh -c $1 sh %f", "sh -c trap_\"$1\"_EXIT sh %f",
    "sh -c sh_<<<\"$1\" sh %f", "sh -c echo_\"$1\"|xargs_view sh %f",
    "bash -c echo_$((a[$1])) sh %f",
    "sh -c sh_-c_'sh_-c_\"$1\"'_sh_\"$1\" sh %f", "fish -c ssh_host_$argv %f",
    "sh -c awk_\"$1\" sh %f", "sh -c tmux_new_\"$1\" sh %f",
    // A program that a variable names.
    "sh -c $SHELL_-c_\"view_$1\" sh %f", "sh -c exec_\"$SHELL\"_-lc_\"view_$1\" sh %f",
    "sh -c $TERMINAL_-e_\"view_$1\" sh %f", "sh -c x=1_$SHELL_-c_\"$1\" sh %f",
    // Variables of the environment, and of builtins.
    "env F=%f sh -c ssh_host_\"$F\"", "env F=%f sh -c eval_\"$F\"", "env F=%f fish -c ssh_host_$F",
    "env F=%f sh -c sh_-c_'ssh_host_\"$F\"'", "sh -c export_F=\"$1\";sh_-c_'ssh_host_$F' sh %f",
    "sh -c F=\"$1\"_sh_-c_'ssh_host_$F' sh %f", "sh -c printf_-v_F_%s_\"$1\";ssh_host_\"$F\" sh %f",
    "sh -c IFS=_read_-r_F_<\"$1\";ssh_host_\"$F\" sh %f",
    // Other programs with a language of their own.
    "awk %f", "gawk -F: %f", "awk -v a=b %f", "sed %f", "sed -n %f", "sed -e %f",
    "sed --expression=%f", "make %f", "make all %f", "make -C a %f", "python3 -m timeit %f",
    "python3 -m timeit -s a %f", "tar --checkpoint-action=exec=%f",
    "tar xf a --checkpoint-action exec=%f",
    "tar -cf a --to-command %f", "tar -I %f -xf a", "gdb -ex %f", "gdb --eval-command=%f a",
    "socat EXEC:%f -", "socat %f -", "find . -exec %f", "find . -execdir %f", "rsync -e %f a b",
    "rsync --rsh=%f a b", "env awk %f", "strace sh -c %f", "sakura -e vim %f", "tilix -e vim %f",
    "guile -c %f", "guile -e %f", "nodejs -e %u", "expect -c %f", "psql -c %f", "mysql -e %f",
    "ghci -e %f", "groovy -e %f", "psql --command %f", "bash --rcfile=a -c %f",
    // All that a shell expands.
    "bash -c ssh_host_<(cat_\"$1\") bash %f", "bash -c echo_\"$1\"_|&_sh bash %f",
    "sh -c ssh_host_${1 sh %f", "sh -c ssh_host_\"${@}\" sh %F", "sh -c ssh_host_${x:-$1} sh %f",
    "sh -c ssh_host_${x:-`echo_$1`} sh %f", "sh -c ssh_host_${1:-\\}} sh %f",
    "sh -c ssh_host_${x:-{$1} sh %f",
    // A plain brace is no part of an expansion; a quote or a command may hide the closing one.
    "sh -c show_${x:-{};ssh_host_$1 sh %f", "sh -c show_${x:-\"}\"};ssh_host_$1 sh %f",
    "sh -c show_${x:-\\${};ssh_host_$1 sh %f", "sh -c show_${x:-$${};ssh_host_$1 sh %f",
    "sh -c show_${x:-'}'};ssh_host_$1 sh %f", "sh -c show_${x:-$(echo_})};ssh_host_$1 sh %f",
    "xargs sh -c %f", "python3 -c import_os;os.system(sys.argv[1]) %f",
  ])
  func findsWhereANameIsRun(_ text: String) {
    #expect(LaunchScript.index(in: Self.words(text)) != nil)
  }

  @Test(arguments: [
    ("sh -c %f", 2), ("sh -c -e %f %f", 3), ("env A=b sh -c x=%f", 4), ("ssh host a %f", 3),
    ("sh -c eval_$1 sh %f", 2),
  ])
  func saysWhichArgument(_ text: String, _ index: Int) {
    #expect(LaunchScript.index(in: Self.words(text)) == index)
  }

  @Test(arguments: [
    "editor %f", "sh %f", "sh -e %f", "sh -c", "bash -c reboot",
    "sh -c exec_view_\"$@\" sh %F", "sh -c view_\"$1\" sh %f", "bash -lc view_\"$1\" bash %u",
    "sh -ec view_\"$1\" sh %f", "bash -c -o pipefail view_\"$1\" bash %f", "sh -c view_\"$0\" %f",
    "bash -ceo pipefail view_\"$1\" bash %f", "sh -c -- show_$0 %f",
    "bash -c exec_emacsclient_--eval_\"(mail_$u)\" bash %u", "env sh -c view_\"$0\" %f",
    "xterm -e sh -c view_\"$0\" %f", "pkexec env DISPLAY=:0 view %f", "env -u A B=c view %f",
    "env FILE=%f sh -c view_\"$FILE\"", "env tar -S %f", "fish -c view_$argv %f",
    "sh /opt/a/run.sh -c %f", "/opt/a/run.sh -c %f", "python3 /opt/a.py -c %f",
    "python3 -m a -c %f",
    "node app.js -p %f", "perl -w a.pl -e %f", "php -f a.php %f", "bash -- a -c %f",
    "tar -c %f", "evolution -c %f", "remmina-file-wrapper -c %U", "remmina -e %U",
    "bluefish %F", "bluefish -n %F", "gvim -f %F", "vim -c set_x %F", "emacsclient -c %F",
    "emacsclient --alternate-editor= --create-frame %F", "xterm -e vim %F", "kitty vim %F",
    "gnome-terminal -- vim %f", "x-terminal-emulator -T a -e vim %f", "konsole --workdir %f",
    "ssh %u", "ssh -i %f host", "streamer watch %u", "tool script -c %f", "tool view -c %f",
    "pwsh -ExecutionPolicy Bypass -File %f", "flatpak run --command=view org.a @@u %U @@",
    "flatpak run --command=sh org.a /app/run %f", "sudo -E view %f", "su -c reboot",
    "flock a view %f",
    "sh -c cd_/;f=\"$1\";exec_view_\"$f\" sh %f", "sh -c for_f;do_view_\"$f\";done sh %F",
    "sh -c if_[_-n_\"$*\"_];then_exec_emacsclient_\"$@\";fi sh %F",
    "sh -c ssh_host_&_view_\"$1\" sh %f",
    "bash -c u=${1//a/b};u=${u//c/d};exec_emacsclient_--eval_\"(mail_\\\"$u\\\")\" bash %u",
    "sh -c echo_'$1'_|_sh sh %f", "sh -c echo_a_|_sh;_view_\"$1\" sh %f", "sh -c #_ssh_$1 sh %f",
    "sh -c echo_\"$1\"_|_sed_s/a/b/ sh %f", "sh -c view_\"$(dirname_\"$1\")\" sh %f",
    "sh -c echo_${#1};test_-e_\"$1\"_||_ssh_host sh %f", "sh -c xterm_-e_vim_\"$1\" sh %f",
    "sh -c $EDITOR_\"$1\" sh %f", "sh -c exec_$TERMINAL_-e_vim_\"$1\" sh %f",
    "sh -c $SHELL_-c_a;view_\"$1\" sh %f", "env F=%f sh -c sh_-c_'view_\"$F\"'",
    "sh -c export_F=\"$1\";sh_-c_'view_\"$F\"' sh %f", "env A=%f sh -c ssh_host",
    "bash -c printf_-v_F_%q_\"$1\";ssh_host_\"$F\" sh %f",
    "awk {print} %f", "awk -f a.awk %f", "sed -n p %f", "sed -f a %f", "sed -e p %f", "make -f %f",
    "tar xf %f", "tar -tvf %f", "tar --file=%f", "gdb %f", "gdb -x %f", "find %f -name a",
    "psql -e %f", "sh -c show_$(dirname_\");ssh_host_$1\") sh %f",
    "bash -c show_<(cat_\"$1\") bash %f", "python3 -c a_._b %f",
    "sh -c for_f_in_a_b;do_ssh_host_\"$f\";done;show_\"$1\" sh %f", "sh -c show_\"$1\"_$ sh %f",
    "sh -c show_${x:-\\};ssh_host_$1} sh %f", "sh -c show_${1 sh %f",
    "rsync -ave ssh %f a", "octave --persist %f", "python3 -c import_a;a.show(sys.argv[1]) %f",
  ])
  func leavesOtherVectorsAlone(_ text: String) {
    #expect(LaunchScript.index(in: Self.words(text)) == nil)
  }

  /// Ways in which a shell runs an argument of its script besides `eval`; those of ksh and zsh alone have
  /// `zsh`, those of fish `fish`.
  @Test(arguments: [
    ("bash", #"f=${1// /_}; sh -c "wc -c $f""#),
    ("bash", #"n=${1##*/}; n=${n%%.*}; if [[ $n -gt 99 ]]; then echo big; else cat "$1"; fi"#),
    ("bash", "n=$1; (( n > 5 ))"), ("bash", "n=$1;x=abc; echo ${x:n:1}"),
    ("bash", #"printf -v "$1" x"#), ("bash", "declare -i x; x=$1"),
    ("bash", #"show $'a\'b'; sh -c "view $1""#), ("bash", "[[ -f x && $1 -eq 3 ]]"),
    ("bash", "n=$1; [[ n -eq 3 ]]"), ("bash", "for ((i=0;i<$1;i++)); do :; done"),
    ("bash", #"let "x=$1""#), ("bash", "n=$1; let n+=1"), ("bash", "x=$[$1]"),
    ("bash", "echo ${x[$1]}"), ("bash", "n=$1; echo ${x[n]}"), ("bash", "x[$1]=2"),
    ("bash", "n=$1; x[n]=2"), ("bash", #"unset "x[$1]""#), ("bash", #"unset "$1""#),
    ("bash", #"read "$1""#), ("bash", #"read "x[$1]""#), ("bash", #"[ -v "$1" ]"#),
    ("bash", #"test -v "$1""#), ("bash", "[[ -v $1 ]]"), ("bash", #"declare "$1=3""#),
    ("bash", #"local "$1""#), ("bash", "declare -n r=x; r=$1"), ("bash", "a=([$1]=2)"),
    ("bash", #"declare -a a="$1""#), ("bash", "echo ${!1}"), ("bash", "x=$1; echo ${x@P}"),
    ("bash", #"compgen -W "$1""#), ("bash", #"echo >&"$1""#), ("bash", "OPTIND=$1"),
    ("bash", #"mapfile "$1""#), ("bash", #"trap "$1" EXIT"#),
    ("bash", #"f=$1; trap 'ssh host "$f"' EXIT"#), ("sh", "PS4=$1 sh -x a"),
    ("sh", #"PROMPT_COMMAND="$1"; bash -i"#), ("sh", #"EDITOR="x $1" mutt"#),
    ("bash", #"coproc watch "$1""#), ("sh", #"alias v="$1""#), ("zsh", "[ $1 -gt 5 ]"),
    ("zsh", #"printf %d "$1""#), ("zsh", "exit $1"), ("zsh", "echo $x[$1]"),
    ("zsh", "echo ${(e)1}"), ("zsh", "ssh host $=1"), ("zsh", "integer x; x=$1"),
    ("zsh", "repeat $1 ls"), ("zsh", "shift $1"), ("sh", #"sh <(echo "$1")"#),
    ("bash", #". <(echo "$1")"#), ("bash", #"source <(echo "$1")"#),
    ("bash", #"sh < <(echo "$1")"#), ("bash", #"echo "$1" > >(sh)"#),
    ("sh", #"x="view $1"; ssh host "$x""#), ("sh", #"x=view; x+=" $1"; ssh host "$x""#),
    ("bash", #"a=("$@"); ssh host "${a[@]}""#), ("bash", #"a=(ssh host "$1"); "${a[@]}""#),
    ("sh", #"echo "$1" | (sh)"#), ("sh", #"echo "$1" | { cat; sh; }"#),
    ("sh", #"(echo "$1") | sh"#), ("sh", #"for f; do echo "$f"; done | sh"#),
    ("sh", #"{ echo "$1"; } | xargs view"#), ("sh", "echo \"$1\" |\nsh"),
    ("sh", #"echo "$1" 2>&1 | sh"#), ("sh", #"sh 2>/dev/null -c "$1""#),
    ("sh", #"sh -c 2>&1 "$1""#), ("bash", #"sh &>/dev/null -c "$1""#), ("sh", "sh -c \\\n \"$1\""),
    ("sh", #"x=`ssh host \$1`"#), ("sh", #"show "$( (a); ssh host "$1" )""#),
    ("sh", #"show "$(case "$1" in *.x) ssh host "$1";; esac)""#),
    ("sh", #"sh -c "echo \\' ; ssh host \$1 \\'" sh "$1""#), ("bash", #"{sh,-c,"$1"}"#),
    ("sh", #""${SHELL}" -c "view $1""#), ("sh", #""$(which sh)" -c "$1""#),
    ("sh", #"`which sh` -c "$1""#), ("sh", #"env $SHELL -c "$1""#),
    ("sh", #"nice -n 5 $TERMINAL -e "$1""#), ("sh", #"F="$1" sh -c 'ssh host $F' | cat"#),
    ("sh", #"test -f "$1" && ssh host "$_""#),
    ("bash", #"[[ $1 =~ x(.*) ]] && ssh host "${BASH_REMATCH[1]}""#),
    ("bash", #"read < <(echo "$1"); ssh host "$REPLY""#),
    ("sh", #"cd "$(dirname "$1")"; xterm -e "cd $PWD; vim""#), ("sh", "env F=$1 view"),
    ("sh", #"find "$1" -exec sh -c "view {}" \;"#),
    ("sh", #"find "$1" -exec sh -c 'eval "$1"' sh {} \;"#),
    ("bash", #"mapfile -t a < <(echo "$1"); ssh host "${a[0]}""#),
    ("bash", #": "${x:=$1}"; ssh host "$x""#), ("sh", #": ${x:=$1}; ssh host "$x""#),
    ("fish", "ssh host view (basename $argv[1])"), ("fish", "set f $argv; ssh host $f"),
    ("fish", #"echo 'a\'b'; ssh host $argv; echo 'c'"#), ("bash", #"ssh host $"a $1""#),
    ("bash", #"sh -c $'view\nssh host "$1"' sh "$1""#),
    ("bash", #"sh -c $"ssh host \"\$1\"" sh "$1""#),
    ("bash", #"printf -v c "view %s %q" "$1" a; ssh host "$c""#),
    ("bash", #"u=${1//a/b}; ssh host "$u""#),
    ("bash", #"u=${1//a/b}; sh -c "emacsclient --eval '$u'""#),
    ("bash", #"u=${1//a/b}; perl -e "print $u""#),
    ("bash", #"u=${1//a/b}; u=$1; emacsclient --eval "$u""#),
    ("bash", #"printf -v F "%d%s" "$1"; ssh host "$F""#), ("sh", "sh <<E\n$1\nE"),
    ("bash", "(( $1 ))"), ("bash", "x=$((1 + ${1}))"),
    ("sh", #"echo "$1" | while read x; do sh; done"#), ("bash", #"xargs view < <(echo "$1")"#),
    ("bash", #"printf -v F -- %s "$1"; ssh host "$F""#),
  ])
  func findsWhereAScriptRunsItsArguments(_ shell: String, _ script: String) {
    #expect(LaunchScript.index(in: [shell, "-c", script, shell, "%f"]) == 2)
  }

  @Test(arguments: [
    ("sh", #"if [ -n "$*" ]; then exec emacsclient --display="$DISPLAY" "$@"; else emacs; fi"#),
    ("bash", #"u=${1//\\/\\\\}; u=${u//\"/\\\"}; emacsclient --eval "(message-mailto \"$u\")""#),
    ("bash", #"IFS=$'\n'; for f in "$@"; do view "$f"; done"#),
    ("bash", #"if [[ $1 == *://* ]]; then view "$1"; else view "file://$1"; fi"#),
    ("bash", #"[[ -f $1 && -r $1 ]] && view "$1""#), ("bash", #"u=${1#file://}; view "$u""#),
    ("bash", #"u=${1:7}; view "$u""#), ("bash", #"if (( $# > 1 )); then view "$@"; fi"#),
    ("sh", #"if [ $# -gt 0 ]; then view "$@"; fi"#),
    ("bash", #"if [[ $# -gt 0 ]]; then view "$@"; fi"#),
    ("bash", #"n=$(( $# + 1 )); view "$1" $n"#),
    ("bash", #"for ((i=0;i<3;i++)); do view "$1"; done"#),
    ("sh", #"size=$(stat -c %s "$1"); if [ "$size" -gt 100 ]; then view "$1"; fi"#),
    ("sh", #"export F="$1"; exec view"#), ("bash", #"declare -a files=("$@"); view "${files[@]}""#),
    ("bash", #"files=("$@"); view "${files[@]}""#),
    ("bash", #"files=(); for f in "$@"; do files+=("$f"); done; view "${files[@]}""#),
    ("bash", #"for i in "${!files[@]}"; do view "$1"; done; files=("$@")"#),
    ("sh", #"view "$1" 2>&1 | tee log"#), ("sh", #"view "$1" >/dev/null 2>&1 &"#),
    ("bash", #"view "$1" &>/dev/null"#),
    ("sh", #"cd "$(dirname "$1")" && exec view "$(basename "$1")""#),
    ("sh", #"cd "${1%/*}" && view "${1##*/}""#),
    ("sh", #"trap 'rm -f "$t"' EXIT; t=$(mktemp); view "$1" >"$t""#),
    ("bash", #"read -p "Open $1? " a; view "$1""#), ("bash", #"vim <(zcat "$1")"#),
    ("sh", #"find "$1" -exec view {} \;"#), ("sh", #"find "$1" -exec sh -c 'view "$1"' sh {} \;"#),
    ("sh", #"less "$1"; exec bash"#), ("sh", #"less "$1"; exec "$SHELL""#),
    ("sh", #"file "$1" | less; exec bash"#),
    ("sh", #"case "$1" in *.png) view "$1";; *) edit "$1";; esac"#),
    ("bash", #"printf "%s\n" "$1""#), ("bash", #"printf "%d %s\n" 5 "$1""#),
    ("sh", #"view "`dirname "$1"`""#), ("sh", #"echo "opening $1"; ls -lt "$1"; echo -ne "$1""#),
    ("bash", #"view *.{png,jpg} "$1""#),
    ("sh", #"f=$(readlink -f "$1"); exec wine start /unix "$f""#),
    ("sh", #"WINEPREFIX="$HOME/.wine" wine "$1""#), ("sh", #""$APPDIR/bin/view" -e "$1""#),
    ("sh", #"test -t 1 && view "$1""#), ("bash", #"[ -t 1 -a -n "$1" ] && view "$1""#),
    ("sh", #"notify-send "Title" "$1"; sleep 1"#), ("sh", #"tr -d '["]' <"$1" | show"#),
    ("sh", #"grep '["a]' "$1""#), ("fish", "view (basename $argv[1])"),
    ("fish", "set f $argv[1]; view $f"), ("fish", #"string replace -r '\.txt$' '' $argv"#),
    ("zsh", "show $argv[1]"), ("zsh", "for f in $@; do show $f; done"),
    ("bash", #"mapfile -t a <"$1"; view "${a[0]}""#), ("sh", #"set -- "$1" a; view "$@""#),
    ("sh", #"awk '{print $1}' "$1""#), ("sh", #"sed -n "1,5p" "$1" | less"#),
    ("sh", #"ls | wc -l; view "$1""#), ("sh", #"while getopts ab o "$@"; do :; done; view "$1""#),
    ("sh", #"[ -e "$1" ] || exit 1; view "$1""#), ("bash", #"shopt -s nullglob; view "$1"/*"#),
    ("bash", #"ext=${1##*.}; case ${ext,,} in png) view "$1";; esac"#),
    ("sh", #"nohup view "$1" >/dev/null 2>&1 &"#), ("sh", #"sleep 1; xdg-open "$1""#),
    ("bash", #"x=$(($(nproc) / 2)); view -j $x "$1""#), ("bash", #"a=0; ((a++)); view "$1""#),
    ("sh", #"a=1; a=$((a+1)); view "$1" $a"#), ("sh", #"exec 3>&1; view "$1" >&3"#),
    ("sh", #"view "$1" <&-"#), ("bash", #"[[ ${1,,} =~ \.(png|jpg)$ ]] && view "$1""#),
    ("bash", #"[[ ( -f $1 ) ]] && view "$1""#), ("sh", #"umask 077; view "$1""#),
    ("bash", #"set -euo pipefail; view "$1""#), ("sh", #"echo "a b" | sh; view "$1""#),
    ("bash", #"python3 plot.py <(zcat "$1")"#),
    ("bash", #"for file in "$@" ; do ffmpeg -i "$file" "${file%.*}.wav"; done"#),
  ])
  func leavesOtherScriptsAlone(_ shell: String, _ script: String) {
    #expect(LaunchScript.index(in: [shell, "-c", script, shell, "%F"]) == nil)
  }

  /// A script that is too long or too deeply nested to be read is not known to be safe.
  @Test func aScriptThatIsNotReadIsUnsafe() {
    for (length, index) in [(4_096, nil), (4_097, 2)] as [(Int, Int?)] {
      let script = String(repeating: "a", count: length)
      #expect(LaunchScript.index(in: ["sh", "-c", script, "sh", "%f"]) == index)
    }
    for (depth, index) in [(31, nil), (32, 2)] as [(Int, Int?)] {
      let script =
        String(repeating: "$(", count: depth) + "a" + String(repeating: ")", count: depth)
      #expect(LaunchScript.index(in: ["sh", "-c", "show \"\(script)\"", "sh", "%f"]) == index)
    }
  }
}
