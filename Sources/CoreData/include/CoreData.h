// SPDX-License-Identifier: MIT
//
// The core declarations as constant data: the image and the units that 'make core-image' compiled of the
// files of Declarations/, and the names and lengths of these.

#ifndef TYPEREGISTRY_CORE_DATA_H
#define TYPEREGISTRY_CORE_DATA_H

#include <stddef.h>

/// One file of the core declarations.
struct tr_core_file {
  /// The file's name, NUL-terminated.
  const char *_Nonnull name;
  /// The file's length in bytes.
  size_t count;
};

/// The compiled image of the core declarations, at the start of a page.
const unsigned char *_Nonnull tr_core_image(void);

/// The image's length in bytes.
size_t tr_core_image_count(void);

/// The units of the files, aligned to 64 bytes: what each says, in the form that is compiled.
const unsigned char *_Nonnull tr_core_units(void);

/// The length of the units in bytes.
size_t tr_core_units_count(void);

/// The name of the empty file that marks installed declarations as these: their digest.
const char *_Nonnull tr_core_marker(void);

/// The files of the core declarations, in byte order of their names.
const struct tr_core_file *_Nonnull tr_core_files(void);

/// The number of files.
size_t tr_core_file_count(void);

#endif
