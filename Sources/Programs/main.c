// SPDX-License-Identifier: MIT

// The released program: typed or utcli, as it is called. Each has all of the library in it, and as one file
// they have it once.

#include <string.h>

int typed_main(int count, char **words);
int utcli_main(int count, char **words);

int main(int count, char **words) {
  const char *path = count > 0 ? words[0] : "";
  const char *slash = strrchr(path, '/');
  // Also a name with a version behind it.
  int is_daemon = strncmp(slash ? slash + 1 : path, "typed", 5) == 0;
  return is_daemon ? typed_main(count, words) : utcli_main(count, words);
}
