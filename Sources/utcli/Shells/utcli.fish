# SPDX-License-Identifier: MIT
# Completion of utcli for fish: what can be written next is the answer of 'utcli complete'.

function __utcli_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program (string replace --regex '^~/' "$HOME/" -- $words[1])
    set -l answer (command $program complete $words[2..-1] "$current" 2>/dev/null)
    switch "$answer[1]"
        case files
            __fish_complete_path "$current"
        case directories
            __fish_complete_directories "$current"
    end
    if set -q answer[2]
        printf '%s\n' $answer[2..-1]
    end
end

complete -c utcli -f -a '(__utcli_complete)'
