// SPDX-License-Identifier: MIT
//
// What Swift's Glibc module lacks, as static inline wrappers. Swift imports the system headers
// without _GNU_SOURCE, so structures and constants that hide behind it are declared here by hand.

#ifndef TYPEREGISTRY_CLINUX_SHIM_H
#define TYPEREGISTRY_CLINUX_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <linux/stat.h>

// syscall(2) is variadic, which Swift cannot call, and statx(2) needs _GNU_SOURCE.
long syscall(long number, ...);

/// What one statx(2) call says of a file, flattened to what the registry asks for.
struct tr_file_status {
  uint64_t device;
  uint64_t inode;
  uint64_t size;
  int64_t modified_seconds;
  int64_t changed_seconds;
  uint32_t modified_nanoseconds;
  uint32_t changed_nanoseconds;
  uint32_t mode;
  uint32_t owner;
  uint32_t is_mount_root;
};

/// statx(2) on `path`, relative to `directory`; returns 0 or an errno value.
static inline int tr_file_status_at(int directory, const char *path, int flags,
                                    struct tr_file_status *out) {
  struct statx status;
  if (syscall(SYS_statx, directory, path, flags, STATX_BASIC_STATS, &status) != 0) return errno;
  out->device = ((uint64_t)status.stx_dev_major << 32) | status.stx_dev_minor;
  out->inode = status.stx_ino;
  out->size = status.stx_size;
  out->modified_seconds = status.stx_mtime.tv_sec;
  out->changed_seconds = status.stx_ctime.tv_sec;
  out->modified_nanoseconds = status.stx_mtime.tv_nsec;
  out->changed_nanoseconds = status.stx_ctime.tv_nsec;
  out->mode = status.stx_mode;
  out->owner = status.stx_uid;
  out->is_mount_root = (status.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
  return 0;
}

// fcntl(2)'s flags for *at calls that Swift's Glibc module leaves out.
enum {
  TR_AT_FDCWD = -100,
  TR_AT_SYMLINK_NOFOLLOW = 0x100,
  TR_AT_NO_AUTOMOUNT = 0x800,
  TR_AT_EMPTY_PATH = 0x1000,
};

#endif
