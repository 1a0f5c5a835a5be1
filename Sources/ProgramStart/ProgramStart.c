// SPDX-License-Identifier: MIT

#include "ProgramStart.h"

#include <stddef.h>

static int count;
static char **words;

// glibc passes the command line to such functions. Swift's run-time library looks for it on the stack,
// whose place it reads from /proc; where that is not mounted, it finds no word.
__attribute__((constructor)) static void keep_words(int argc, char **argv) {
  count = argc;
  words = argv;
}

int program_word_count(void) { return count; }

const char *program_word(int index) { return words[index]; }

// Swift's CommandLine takes the words from these two functions. Those of Swift's run-time library bring the
// search of the stack with them, which runs at each start and is a third of what a program does before main.
// The linker leaves both out of static programs, because these are there.
char **_swift_stdlib_getUnsafeArgvArgc(int *length);
char **_swift_stdlib_getUnsafeArgvArgc(int *length) {
  *length = count;
  return words;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int length);
void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int length) {
  count = length;
  words = argv;
}

// Swift's run-time library looks for the program that shows where another one crashed: at each start, in
// eight places, and ends the process where /proc is not mounted. The static programs are linked so that it
// calls this instead (--wrap): that program is installed with Swift, and never with them.
char *__wrap_swift_copyAuxiliaryExecutablePath(const char *name);
char *__wrap_swift_copyAuxiliaryExecutablePath(const char *name) {
  (void)name;
  return NULL;
}
