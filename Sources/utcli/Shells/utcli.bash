# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Completion of utcli and typed for bash: what can be written next is the answer of 'PROGRAM complete'.

_utcli() {
  # bash splits words at '=' and ':' too, which are parts of options and schemes.
  local rest=${COMP_LINE:0:COMP_POINT} index word
  local -a words=()
  for ((index = 0; index < COMP_CWORD; index++)); do
    word=${COMP_WORDS[index]}
    if [[ $rest == [[:blank:]]* || $index -eq 0 ]]; then
      rest=${rest#"${rest%%[![:blank:]]*}"}
      words+=("$word")
    else
      words[${#words[@]} - 1]+=$word
    fi
    rest=${rest#"$word"}
  done
  if [[ $rest == [[:blank:]]* ]]; then
    words+=("${rest#"${rest%%[![:blank:]]*}"}")
  else
    words[${#words[@]} - 1]+=$rest
  fi

  local typed=${words[${#words[@]} - 1]} current
  current=${typed#[\"\']}
  words[${#words[@]} - 1]=$current
  local -a answer=()
  mapfile -t answer < <(command "${1/#\~\//$HOME/}" complete "${words[@]:1}" 2>/dev/null)

  # What comes before the last '=' or ':' stays as it is written.
  local before='' separator
  for separator in = :; do
    if [[ $COMP_WORDBREAKS == *"$separator"* && ${current:${#before}} == *"$separator"* ]]; then
      before=${current%"${current##*"$separator"}"}
    fi
  done

  COMPREPLY=()
  for word in "${answer[@]:1}"; do
    word=${word%%$'\t'*}
    COMPREPLY+=("${word:${#before}}")
  done
  local -a paths=()
  case ${answer[0]-} in
    files) mapfile -t paths < <(compgen -f -- "${current:${#before}}") ;;
    directories) mapfile -t paths < <(compgen -d -- "${current:${#before}}") ;;
  esac
  # A word after a quotation mark is a path: readline knows how to quote the rest of it.
  if [[ $typed != "$current" && ${#paths[@]} -gt 0 ]]; then
    COMPREPLY=()
  fi
  if ((${#COMPREPLY[@]} == 0)); then
    # Only paths are quoted, and a directory gets a slash in place of a space.
    compopt -o filenames 2>/dev/null
    COMPREPLY=("${paths[@]}")
    return
  fi
  # Beside other words, which have ':' and must not be quoted, readline quotes nothing.
  local path home
  for path in "${paths[@]}"; do
    home=''
    if [[ $current =~ ^~[A-Za-z0-9._-]*/ && $path == "${BASH_REMATCH[0]}"* ]]; then
      home=${BASH_REMATCH[0]}
    fi
    printf -v word %q "${path#"$home"}"
    COMPREPLY+=("$home$word")
  done
}

complete -F _utcli utcli typed
