// SPDX-License-Identifier: MIT
//
// System calls that Swift's Glibc module lacks, as static inline functions. Swift imports the
// system headers without _GNU_SOURCE, so structures and constants that need it are declared here.

#ifndef TYPEREGISTRY_CLINUX_SHIM_H
#define TYPEREGISTRY_CLINUX_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include <linux/stat.h>

// syscall(2) is variadic, which Swift cannot call, and statx(2) needs _GNU_SOURCE.
long syscall(long number, ...);

/// The fields of statx(2) that the registry uses.
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
  uint32_t links;
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
  out->links = status.stx_nlink;
  out->is_mount_root = (status.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
  return 0;
}

/// What fstatat(2) says of the identity and state of a file.
struct tr_file_stamp {
  uint64_t device;
  uint64_t inode;
  uint64_t size;
  int64_t modified_seconds;
  int64_t changed_seconds;
  uint32_t modified_nanoseconds;
  uint32_t changed_nanoseconds;
};

/// fstatat(2) on `path`, relative to `directory`; returns 0 or an errno value. It says less than statx(2), and
/// takes 6 % less time.
static inline int tr_file_stamp_at(int directory, const char *path, int flags,
                                   struct tr_file_stamp *out) {
  struct stat status;
  if (fstatat(directory, path, &status, flags) != 0) return errno;
  out->device = ((uint64_t)major(status.st_dev) << 32) | minor(status.st_dev);
  out->inode = status.st_ino;
  out->size = (uint64_t)status.st_size;
  out->modified_seconds = status.st_mtim.tv_sec;
  out->changed_seconds = status.st_ctim.tv_sec;
  out->modified_nanoseconds = (uint32_t)status.st_mtim.tv_nsec;
  out->changed_nanoseconds = (uint32_t)status.st_ctim.tv_nsec;
  return 0;
}

/// open(2) of a directory as a start of paths only; returns it, or a negative errno value.
static inline int tr_open_start(const char *path) {
  int descriptor = open(path, 010000000 /* O_PATH */ | O_DIRECTORY | O_CLOEXEC);
  return descriptor >= 0 ? descriptor : -errno;
}

// Flags of the *at calls that Swift's Glibc module omits.
enum {
  TR_AT_FDCWD = -100,
  TR_AT_SYMLINK_NOFOLLOW = 0x100,
  TR_AT_NO_AUTOMOUNT = 0x800,
  TR_AT_EMPTY_PATH = 0x1000,
};

// MARK: - Sockets

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>

int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);

/// The process at the other end of a socket, from getsockopt(SO_PEERCRED): `struct ucred`.
struct tr_peer_credentials {
  int32_t process;
  uint32_t user;
  uint32_t group;
};

/// getsockopt(SO_PEERCRED); returns 0 or an errno value.
static inline int tr_peer_credentials(int descriptor, struct tr_peer_credentials *out) {
  socklen_t length = sizeof *out;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, out, &length) != 0) return errno;
  return length == sizeof *out ? 0 : EINVAL;
}

/// getsockopt(2) of an `int` at SOL_SOCKET; returns 0 or an errno value.
static inline int tr_socket_option(int descriptor, int option, int *out) {
  socklen_t length = sizeof *out;
  return getsockopt(descriptor, SOL_SOCKET, option, out, &length) == 0 ? 0 : errno;
}

enum {
  TR_SO_TYPE = SO_TYPE,
  TR_SO_DOMAIN = SO_DOMAIN,
  TR_SO_ACCEPTCONN = SO_ACCEPTCONN,
  TR_SO_PEERPIDFD = 77,
  TR_SO_PASSRIGHTS = 83,
  TR_SOCKET_PATH_LENGTH = sizeof(((struct sockaddr_un *)0)->sun_path),
};

/// socket(2) for a Unix stream, closed on exec; returns it, or a negative errno value.
static inline int tr_unix_socket(int is_non_blocking) {
  int flags = SOCK_STREAM | SOCK_CLOEXEC | (is_non_blocking ? SOCK_NONBLOCK : 0);
  int descriptor = socket(AF_UNIX, flags, 0);
  return descriptor >= 0 ? descriptor : -errno;
}

/// Fills in a Unix address; returns its length, or 0 if the path is too long or empty.
static inline socklen_t tr_unix_address(const char *path, struct sockaddr_un *out) {
  size_t length = strlen(path);
  if (length == 0 || length >= sizeof out->sun_path) return 0;
  memset(out, 0, sizeof *out);
  out->sun_family = AF_UNIX;
  memcpy(out->sun_path, path, length);
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
}

/// connect(2) to a Unix socket's path; returns 0 or an errno value.
static inline int tr_unix_connect(int descriptor, const char *path) {
  struct sockaddr_un address;
  socklen_t length = tr_unix_address(path, &address);
  if (length == 0) return ENAMETOOLONG;
  return connect(descriptor, (struct sockaddr *)&address, length) == 0 ? 0 : errno;
}

/// bind(2) to a path; returns 0 or an errno value.
static inline int tr_unix_bind(int descriptor, const char *path) {
  struct sockaddr_un address;
  socklen_t length = tr_unix_address(path, &address);
  if (length == 0) return ENAMETOOLONG;
  return bind(descriptor, (struct sockaddr *)&address, length) == 0 ? 0 : errno;
}

/// Disables the reception of descriptors if the kernel supports that (Linux 6.16); failure is
/// ignored. A kernel without support is called only once.
static inline void tr_refuse_descriptors(int descriptor) {
  static int is_unknown;
  int off = 0;
  if (__atomic_load_n(&is_unknown, __ATOMIC_RELAXED)) return;
  if (setsockopt(descriptor, SOL_SOCKET, TR_SO_PASSRIGHTS, &off, sizeof off) != 0 &&
      errno == ENOPROTOOPT)
    __atomic_store_n(&is_unknown, 1, __ATOMIC_RELAXED);
}

/// Sets how long connect(2) and send(2) may block; returns 0 or an errno value.
static inline int tr_set_send_timeout(int descriptor, int64_t microseconds) {
  struct timeval time = {.tv_sec = microseconds / 1000000, .tv_usec = microseconds % 1000000};
  int result = setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
  return result == 0 ? 0 : errno;
}

/// Whether a Unix socket is bound to a path in the file system, not to an abstract name.
static inline int tr_has_socket_path(int descriptor) {
  struct sockaddr_un address = {0};
  socklen_t length = sizeof address;
  if (getsockname(descriptor, (struct sockaddr *)&address, &length) != 0) return 0;
  return length > offsetof(struct sockaddr_un, sun_path) && address.sun_path[0] != 0;
}

/// accept4(2), closed on exec and non-blocking; returns it, or a negative errno value.
static inline int tr_accept(int descriptor) {
  int accepted = accept4(descriptor, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  return accepted >= 0 ? accepted : -errno;
}

/// send(2) without blocking or SIGPIPE; returns the count of bytes, or a negative errno value.
static inline long tr_send(int descriptor, const void *bytes, size_t count) {
  ssize_t sent = send(descriptor, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
  return sent >= 0 ? (long)sent : -(long)errno;
}

/// recv(2) without blocking; returns the count of bytes, or a negative errno value.
static inline long tr_receive(int descriptor, void *bytes, size_t count) {
  ssize_t received = recv(descriptor, bytes, count, MSG_DONTWAIT);
  return received >= 0 ? (long)received : -(long)errno;
}

/// The inode of this process's pidfd, to compare with LISTEN_PIDFDID; 0 if there is none.
static inline uint64_t tr_own_process_inode(void) {
  long descriptor = syscall(SYS_pidfd_open, getpid(), 0);
  if (descriptor < 0) return 0;
  struct tr_file_status status;
  int code = tr_file_status_at((int)descriptor, "", TR_AT_EMPTY_PATH, &status);
  close((int)descriptor);
  return code == 0 ? status.inode : 0;
}

/// The monotonic clock, in nanoseconds.
static inline uint64_t tr_monotonic_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// MARK: - Event loop

enum {
  TR_EPOLLIN = EPOLLIN,
  TR_EPOLLOUT = EPOLLOUT,
  TR_EPOLLHUP = EPOLLHUP,
  TR_EPOLLERR = EPOLLERR,
};

/// One event: its kinds, and the token that the descriptor was added with.
struct tr_event {
  uint64_t token;
  uint32_t events;
};

/// epoll_create1(2); returns the descriptor, or a negative errno value.
static inline int tr_epoll_create(void) {
  int descriptor = epoll_create1(EPOLL_CLOEXEC);
  return descriptor >= 0 ? descriptor : -errno;
}

static inline int tr_epoll_control(int epoll, int operation, int descriptor, uint32_t events,
                                   uint64_t token) {
  struct epoll_event event = {.events = events, .data = {.u64 = token}};
  return epoll_ctl(epoll, operation, descriptor, &event) == 0 ? 0 : errno;
}

/// Adds a descriptor; returns 0 or an errno value.
static inline int tr_epoll_add(int epoll, int descriptor, uint32_t events, uint64_t token) {
  return tr_epoll_control(epoll, EPOLL_CTL_ADD, descriptor, events, token);
}

/// Changes the events that a descriptor is watched for; returns 0 or an errno value.
static inline int tr_epoll_modify(int epoll, int descriptor, uint32_t events, uint64_t token) {
  return tr_epoll_control(epoll, EPOLL_CTL_MOD, descriptor, events, token);
}

/// Removes a descriptor; returns 0 or an errno value.
static inline int tr_epoll_remove(int epoll, int descriptor) {
  return tr_epoll_control(epoll, EPOLL_CTL_DEL, descriptor, 0, 0);
}

/// epoll_wait(2) for at most 64 events; returns their count, or a negative errno value.
static inline int tr_epoll_wait(int epoll, struct tr_event *out, int capacity, int milliseconds) {
  struct epoll_event events[64];
  int count = epoll_wait(epoll, events, capacity < 64 ? capacity : 64, milliseconds);
  if (count < 0) return -errno;
  for (int index = 0; index < count; index++) {
    out[index].token = events[index].data.u64;
    out[index].events = events[index].events;
  }
  return count;
}

/// Raises the limit of open descriptors to `wanted`, or to the highest allowed limit; returns the new limit,
/// or `wanted` if the limit cannot be read.
static inline uint64_t tr_raise_descriptor_limit(uint64_t wanted) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
  if (limit.rlim_cur < wanted) {
    struct rlimit raised = limit;
    raised.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
  }
  return limit.rlim_cur;
}

/// Has the kernel prefer every other thread to this one; setpriority(2) of Linux concerns one thread.
static inline void tr_be_nice(void) {
  (void)setpriority(PRIO_PROCESS, 0, 10);
}

/// The number of processors that the calling thread may run on: sched_getaffinity(2), whose declaration the
/// headers hide; 1 if it fails.
static inline int tr_processors(void) {
  unsigned long set[128];
  long length = syscall(SYS_sched_getaffinity, 0, sizeof set, set);
  int count = 0;
  for (long word = 0; word < length / (long)sizeof *set; word++)
    count += __builtin_popcountl(set[word]);
  return count > 0 ? count : 1;
}

/// eventfd(2), non-blocking; returns the descriptor, or a negative errno value.
static inline int tr_event_descriptor(void) {
  int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return descriptor >= 0 ? descriptor : -errno;
}

/// Blocks signals and creates a signalfd(2) for them; returns it, or a negative errno value.
static inline int tr_signal_descriptor(const int *signals, int count) {
  sigset_t set;
  sigemptyset(&set);
  for (int index = 0; index < count; index++) sigaddset(&set, signals[index]);
  if (sigprocmask(SIG_BLOCK, &set, NULL) != 0) return -errno;
  int descriptor = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  return descriptor >= 0 ? descriptor : -errno;
}

/// Reads the number of the next signal; returns 0 if there is none, or a negative errno value.
static inline int tr_next_signal(int descriptor) {
  struct signalfd_siginfo information;
  ssize_t count = read(descriptor, &information, sizeof information);
  if (count == (ssize_t)sizeof information) return (int)information.ssi_signo;
  return count < 0 && errno != EAGAIN ? -errno : 0;
}

/// Returns freed memory to the system, in whole pages.
static inline void tr_release_memory(void) { malloc_trim(0); }

/// Lets all threads share one heap: malloc_trim leaves the free end of the other ones as it is, which can be as much as
/// a compilation used.
static inline void tr_use_one_heap(void) { mallopt(M_ARENA_MAX, 1); }

/// Lets the heap grow by tens of megabytes at once and keep what is freed, in huge pages where the kernel has some:
/// a compilation touches thousands of pages, and the kernel would clear them one by one.
static inline void tr_expect_much_memory(void) {
  enum { huge = 2 << 20, growth = 32 << 20 };
  if (!mallopt(M_MMAP_THRESHOLD, growth) || !mallopt(M_TRIM_THRESHOLD, 1 << 30) || !mallopt(M_TOP_PAD, growth)) return;
  uintptr_t start = (uintptr_t)sbrk(0);
  // More than what is left of the heap, so that it grows now.
  void *volatile block = malloc(1 << 20);
  free(block);
  uintptr_t end = (uintptr_t)sbrk(0), first = (start + huge - 1) & ~(uintptr_t)(huge - 1);
  if (end > first && end - start >= growth) madvise((void *)first, end - first, MADV_HUGEPAGE);
}

/// Makes the kernel send SIGIO to the calling thread whenever a descriptor becomes readable;
/// returns 0 or an errno value. The caller must have set a handler for the signal.
static inline int tr_signal_input(int descriptor) {
  // struct f_owner_ex and F_OWNER_TID, which need _GNU_SOURCE.
  struct { int type, thread; } owner = {.type = 0, .thread = (int)syscall(SYS_gettid)};
  if (fcntl(descriptor, 15 /* F_SETOWN_EX */, &owner) != 0) return errno;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGIO);
  int code = pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  if (code != 0) return code;
  int flags = fcntl(descriptor, F_GETFL);
  return flags >= 0 && fcntl(descriptor, F_SETFL, flags | 020000 /* O_ASYNC */) == 0 ? 0 : errno;
}

/// timerfd_create(2) on the monotonic clock; returns it, or a negative errno value.
static inline int tr_timer_descriptor(void) {
  int descriptor = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  return descriptor >= 0 ? descriptor : -errno;
}

/// Sets the time when a timer expires, in monotonic nanoseconds, or 0 for never; returns 0 or an
/// errno value.
static inline int tr_set_timer(int descriptor, uint64_t nanoseconds) {
  struct itimerspec time = {
      .it_value = {.tv_sec = (time_t)(nanoseconds / 1000000000u),
                   .tv_nsec = (long)(nanoseconds % 1000000000u)}};
  return timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &time, NULL) == 0 ? 0 : errno;
}

// MARK: - Extended attributes

#include <sys/xattr.h>

/// open(2) as a reference to a file only (O_PATH); returns it, or a negative errno value.
static inline int tr_open_path(const char *path) {
  int descriptor = open(path, 010000000 /* O_PATH */ | O_CLOEXEC);
  return descriptor >= 0 ? descriptor : -errno;
}

/// getxattr(2), links followed; returns the value's length, or a negative errno value.
static inline long tr_get_attribute(const char *path, const char *name, void *value, size_t size) {
  ssize_t length = getxattr(path, name, value, size);
  return length >= 0 ? (long)length : -(long)errno;
}

/// setxattr(2), links followed; returns 0 or an errno value.
static inline int tr_set_attribute(const char *path, const char *name, const void *value,
                                   size_t size) {
  return setxattr(path, name, value, size, 0) == 0 ? 0 : errno;
}

/// removexattr(2), links followed; returns 0 or an errno value.
static inline int tr_remove_attribute(const char *path, const char *name) {
  return removexattr(path, name) == 0 ? 0 : errno;
}

// MARK: - File systems

#include <sys/vfs.h>

/// The magic number of the file system that `path` is on, from statfs(2); 0 if it cannot be said.
static inline uint32_t tr_file_system_magic(const char *path) {
  struct statfs found;
  return statfs(path, &found) == 0 ? (uint32_t)found.f_type : 0;
}

/// renameat2(2) to a name that must not exist (RENAME_NOREPLACE); returns 0 or an errno value.
static inline int tr_rename_new(const char *from, const char *to) {
  return syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 1) == 0 ? 0 : errno;
}

/// renameat2(2) of two files to each other's names (RENAME_EXCHANGE); returns 0 or an errno value.
static inline int tr_exchange_names(const char *one, const char *other) {
  return syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, 2) == 0 ? 0 : errno;
}

// MARK: - Processes

#include <spawn.h>

/// The flag of posix_spawnattr_setflags(3) for a new session (glibc 2.26).
enum { TR_POSIX_SPAWN_SETSID = 0x80 };

int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

extern char **environ;

/// The current environment of this process.
static inline char **tr_environment(void) { return environ; }

#endif
