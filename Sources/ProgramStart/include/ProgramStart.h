// SPDX-License-Identifier: MIT
//
// The start of a program, as the system sees it.

#ifndef PROGRAM_START_H
#define PROGRAM_START_H

/// The number of words of the command line, with the program's name.
int program_word_count(void);

/// The word of the command line at an index below `program_word_count()`; it stays as long as the process.
const char *program_word(int index);

#endif
