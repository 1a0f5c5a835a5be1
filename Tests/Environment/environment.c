// SPDX-License-Identifier: MIT
//
// Gives the process of the tests an environment that shows nothing of the person who runs them: their
// declarations, choices and cached images, and their daemon. It is set before anything else runs, so
// that it holds however the tests are started, and whatever asks for the registry of this process
// first. HOME stays, by which compilers that tests start may find themselves: it counts only where one
// of these variables is missing.

#include <stdlib.h>

// Below a file that is not a directory nothing can be created, not even by root.
static const char test_directory[] = "/dev/null/tests";

__attribute__((constructor)) static void set_test_environment(void) {
  static const char *const directories[] = {
      "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME",
  };
  for (size_t index = 0; index < sizeof directories / sizeof *directories; index++) {
    setenv(directories[index], test_directory, 1);
  }
  // No declarations but the core's, not even those that are installed for all users.
  setenv("TYPED_DECLARATIONS", "", 1);
  // No daemon.
  setenv("TYPED_SOCKET", "", 1);
}
