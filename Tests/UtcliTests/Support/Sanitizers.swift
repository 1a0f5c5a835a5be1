// SPDX-License-Identifier: MIT

import Glibc

/// Whether the tests, and so the program, were built with a sanitizer.
let isSanitized =
  unsafe dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
