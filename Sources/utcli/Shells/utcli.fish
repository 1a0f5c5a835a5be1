# SPDX-License-Identifier: MIT
# Completion of utcli and typed for fish: what can be written next is the answer of 'PROGRAM complete'.

function __utcli_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program (string replace --regex '^~/' "$HOME/" -- $words[1])
    set -l answer (command $program complete $words[2..-1] "$current" 2>/dev/null)
    # What comes before the path stays as it is written.
    set -l before (string match --regex '^--[^=]*=' -- "$current")
    set -l path (string replace --regex '^--[^=]*=' '' -- "$current")
    switch "$answer[1]"
        case files
            __fish_complete_path "$path" | string replace --regex '^' -- "$before"
        case directories
            __fish_complete_directories "$path" | string replace --regex '^' -- "$before"
    end
    if set -q answer[2]
        printf '%s\n' $answer[2..-1]
    end
end

complete -c utcli -f -a '(__utcli_complete)'
complete -c typed -f -a '(__utcli_complete)'
