// SPDX-License-Identifier: MIT
//
// The completions of shells, which are installed as files of their own, too.

#include "Texts.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char bash_completion[] = {
#embed "../utcli/Shells/utcli.bash" suffix(, 0)
};

const char *tr_text_bash_completion(void) { return (const char *)bash_completion; }

static const unsigned char zsh_completion[] = {
#embed "../utcli/Shells/_utcli" suffix(, 0)
};

const char *tr_text_zsh_completion(void) { return (const char *)zsh_completion; }

static const unsigned char fish_completion[] = {
#embed "../utcli/Shells/utcli.fish" suffix(, 0)
};

const char *tr_text_fish_completion(void) { return (const char *)fish_completion; }
