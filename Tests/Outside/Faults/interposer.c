// SPDX-License-Identifier: MIT
//
// Comes between a program and the system (LD_PRELOAD): records what the program does to files, and lets single
// calls fail. Only files below the directories of FAULTS_BELOW, which colons separate, are concerned, and the
// memory that SQLite asks for.
//
// FAULTS_TAPE names a file to which a record is appended for each call that changes files, in their order also
// between processes. FAULTS_CONTROL names a file whose first bytes are 'struct control': it counts the calls of
// each kind, and says which of them fail, and how.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// The scripts read these names.
enum kind {
  OPEN, READ, WRITE, SYNC, TRUNCATE, RENAME, LINK, UNLINK, MKDIR, RMDIR, MMAP, LOCK, STATUS, MODE, CLOSE, MALLOC,
  KINDS
};

// Errors that are none of the system's.
enum { SHORT = 1000, KILL = 1001 };

struct control {
  // The kind of calls that fail, the first and last of them, counted from 1, and how; 'fired' counts them.
  int32_t kind, first, last, error, fired;
  uint32_t counts[KINDS];
};

struct record {
  uint32_t length, kind;
  int32_t process, descriptor;
  int64_t number, extra, seconds, nanoseconds, inode;
  uint32_t path, other, data, unused;
};

static struct control *control;
static int tape = -1;
static char below[8][1024];
static int belows;
// Whether an open descriptor is one of a file below, or a socket.
static unsigned char known[65536];
enum { BELOW = 1, SOCKET = 2 };
static uintptr_t sqlite_start, sqlite_end;
static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static long system_call(long number, long a, long b, long c, long d, long e, long f) {
  static long (*real)(long, ...);
  if (!real) real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  return real(number, a, b, c, d, e, f);
}

// MARK: - Start

static int find_sqlite(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  if (!strstr(info->dlpi_name, "libsqlite3")) return 0;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[index];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    sqlite_start = info->dlpi_addr + part->p_vaddr;
    sqlite_end = sqlite_start + part->p_memsz;
  }
  return 1;
}

__attribute__((constructor)) static void start(void) {
  const char *list = getenv("FAULTS_BELOW");
  while (list && *list && belows < 8) {
    size_t length = strcspn(list, ":");
    if (length < sizeof below[0]) memcpy(below[belows++], list, length);
    list += length + (list[length] == ':');
  }
  const char *name = getenv("FAULTS_TAPE");
  if (name) {
    int opened = system_call(SYS_openat, AT_FDCWD, (long)name, O_WRONLY | O_APPEND | O_CLOEXEC, 0, 0, 0);
    // Out of the way of the descriptors that the program gets.
    tape = system_call(SYS_fcntl, opened, F_DUPFD_CLOEXEC, 900, 0, 0, 0);
    system_call(SYS_close, opened, 0, 0, 0, 0, 0);
  }
  name = getenv("FAULTS_CONTROL");
  if (name) {
    int opened = system_call(SYS_openat, AT_FDCWD, (long)name, O_RDWR | O_CLOEXEC, 0, 0, 0);
    void *page = (void *)system_call(
        SYS_mmap, 0, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, opened, 0);
    system_call(SYS_close, opened, 0, 0, 0, 0, 0);
    if (page != MAP_FAILED) control = page;
  }
  dl_iterate_phdr(find_sqlite, NULL);
}

// MARK: - Paths

// The absolute path of a name; an empty one if it cannot be known.
static void resolve(int directory, const char *name, char *out, size_t size) {
  out[0] = 0;
  if (!name) return;
  if (name[0] == '/') {
    snprintf(out, size, "%s", name);
  } else if (directory == AT_FDCWD) {
    char here[4096];
    if (system_call(SYS_getcwd, (long)here, sizeof here, 0, 0, 0, 0) > 0) (void)(snprintf(out, size, "%s/%s", here, name) < 0);
  } else {
    char link[64], there[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", directory);
    long length = system_call(SYS_readlinkat, AT_FDCWD, (long)link, (long)there, sizeof there - 1, 0, 0);
    if (length <= 0) return;
    there[length] = 0;
    (void)(snprintf(out, size, "%s/%s", there, name) < 0);
  }
}

static int is_below(const char *path) {
  for (int index = 0; index < belows; index++) {
    size_t length = strlen(below[index]);
    if (strncmp(path, below[index], length) == 0 && (path[length] == '/' || path[length] == 0)) return 1;
  }
  return 0;
}

static int is_known(int descriptor, int what) {
  return descriptor >= 0 && descriptor < (int)sizeof known && (known[descriptor] & what) != 0;
}

// MARK: - Faults

// What a call does instead: 0 for nothing else, or an error.
static int fault(enum kind kind) {
  if (!control) return 0;
  uint32_t count = __atomic_add_fetch(&control->counts[kind], 1, __ATOMIC_SEQ_CST);
  if (control->kind != (int)kind || control->first <= 0) return 0;
  if (count < (uint32_t)control->first || count > (uint32_t)control->last) return 0;
  __atomic_add_fetch(&control->fired, 1, __ATOMIC_SEQ_CST);
  if (control->error == KILL) system_call(SYS_kill, getpid(), SIGKILL, 0, 0, 0, 0);
  return control->error;
}

#define FAIL_IF(concerned, kind, failed) \
  do { \
    int error_ = (concerned) ? fault(kind) : 0; \
    if (error_ && error_ != SHORT) { errno = error_; return failed; } \
  } while (0)

// MARK: - Records

static void begin(void) {
  if (tape < 0) return;
  pthread_mutex_lock(&order);
  while (system_call(SYS_flock, tape, LOCK_EX, 0, 0, 0, 0) != 0 && errno == EINTR) {}
}

static void end(void) {
  if (tape < 0) return;
  int saved = errno;
  system_call(SYS_flock, tape, LOCK_UN, 0, 0, 0, 0);
  pthread_mutex_unlock(&order);
  errno = saved;
}

static void record(
    char kind, int descriptor, int64_t number, int64_t extra, const char *path, const char *other,
    const struct iovec *data, int parts, size_t length) {
  if (tape < 0) return;
  int saved = errno;
  struct record head = {.kind = kind, .process = getpid(), .descriptor = descriptor, .number = number, .extra = extra};
  head.path = path ? strlen(path) : 0;
  head.other = other ? strlen(other) : 0;
  head.data = length;
  head.length = sizeof head + head.path + head.other + length;
  struct statx status;
  if (descriptor >= 0 &&
      system_call(SYS_statx, descriptor, (long)"", AT_EMPTY_PATH, STATX_MTIME | STATX_INO, (long)&status, 0) == 0) {
    head.seconds = status.stx_mtime.tv_sec;
    head.nanoseconds = status.stx_mtime.tv_nsec;
    head.inode = status.stx_ino;
  }
  struct iovec all[16] = {
      {&head, sizeof head}, {(void *)path, head.path}, {(void *)other, head.other}};
  int count = 3;
  for (int index = 0; index < parts && length > 0 && count < 16; index++) {
    all[count] = data[index];
    if (all[count].iov_len > length) all[count].iov_len = length;
    length -= all[count++].iov_len;
  }
  system_call(SYS_writev, tape, (long)all, count, 0, 0, 0);
  errno = saved;
}

// MARK: - Opening

static int opened(int directory, const char *name, int flags, mode_t mode) {
  char path[4096];
  resolve(directory, name, path, sizeof path);
  int concerned = is_below(path);
  FAIL_IF(concerned, OPEN, -1);
  if (!concerned) {
    int descriptor = system_call(SYS_openat, directory, (long)name, flags, mode, 0, 0);
    if (descriptor >= 0 && descriptor < (int)sizeof known) known[descriptor] = 0;
    return descriptor;
  }
  begin();
  struct statx status;
  int was_there =
      !(flags & O_CREAT) ||
      system_call(SYS_statx, AT_FDCWD, (long)path, 0, STATX_BASIC_STATS, (long)&status, 0) == 0;
  int descriptor = system_call(SYS_openat, directory, (long)name, flags, mode, 0, 0);
  if (descriptor >= 0 && descriptor < (int)sizeof known) {
    known[descriptor] = BELOW;
    record('O', descriptor, flags, !was_there, path, NULL, NULL, 0, 0);
  }
  end();
  return descriptor;
}

static mode_t mode_of(int flags, va_list *list) {
  return flags & (O_CREAT | O_TMPFILE) ? va_arg(*list, mode_t) : 0;
}

#define OPENS(function) \
  int function(const char *path, int flags, ...) { \
    va_list list; \
    va_start(list, flags); \
    mode_t mode = mode_of(flags, &list); \
    va_end(list); \
    return opened(AT_FDCWD, path, flags, mode); \
  }
#define OPENS_AT(function) \
  int function(int directory, const char *path, int flags, ...) { \
    va_list list; \
    va_start(list, flags); \
    mode_t mode = mode_of(flags, &list); \
    va_end(list); \
    return opened(directory, path, flags, mode); \
  }
OPENS(open)
OPENS(open64)
OPENS_AT(openat)
OPENS_AT(openat64)

int creat(const char *path, mode_t mode) { return opened(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode); }

int close(int descriptor) {
  int concerned = is_known(descriptor, BELOW);
  int error = concerned ? fault(CLOSE) : 0;
  if (concerned) {
    begin();
    record('C', descriptor, 0, 0, NULL, NULL, NULL, 0, 0);
  }
  if (descriptor >= 0 && descriptor < (int)sizeof known) known[descriptor] = 0;
  int result = system_call(SYS_close, descriptor, 0, 0, 0, 0, 0);
  if (concerned) end();
  if (error && error != SHORT) {
    // The descriptor is closed all the same, as on Linux.
    errno = error;
    return -1;
  }
  return result;
}

int socket(int domain, int type, int protocol) {
  int descriptor = system_call(SYS_socket, domain, type, protocol, 0, 0, 0);
  if (descriptor >= 0 && descriptor < (int)sizeof known) known[descriptor] = 0;
  return descriptor;
}

int accept4(int listening, struct sockaddr *address, socklen_t *length, int flags) {
  int descriptor = system_call(SYS_accept4, listening, (long)address, (long)length, flags, 0, 0);
  if (descriptor >= 0 && descriptor < (int)sizeof known) known[descriptor] = SOCKET;
  return descriptor;
}

// MARK: - Reading

static ssize_t received(int descriptor, void *bytes, size_t count, off_t offset) {
  int error = is_known(descriptor, BELOW) ? fault(READ) : 0;
  if (error == SHORT) {
    if (count > 1) count /= 2;
  } else if (error) {
    errno = error;
    return -1;
  }
  return offset < 0 ? system_call(SYS_read, descriptor, (long)bytes, count, 0, 0, 0)
                    : system_call(SYS_pread64, descriptor, (long)bytes, count, offset, 0, 0);
}

ssize_t read(int descriptor, void *bytes, size_t count) { return received(descriptor, bytes, count, -1); }
ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
  return received(descriptor, bytes, count, offset);
}
ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
  return received(descriptor, bytes, count, offset);
}

// MARK: - Writing

static ssize_t written(int descriptor, const struct iovec *parts, int count, off_t offset) {
  // What is told: on standard output, or to a client.
  if (descriptor == 1 || is_known(descriptor, SOCKET)) {
    size_t length = 0;
    for (int index = 0; index < count; index++) length += parts[index].iov_len;
    begin();
    record('A', descriptor, 0, 0, NULL, NULL, parts, count, length);
    end();
  }
  int concerned = is_known(descriptor, BELOW);
  int error = concerned ? fault(WRITE) : 0;
  struct iovec first;
  if (error == SHORT && parts[0].iov_len > 1) {
    first = (struct iovec){parts[0].iov_base, parts[0].iov_len / 2};
    parts = &first;
    count = 1;
  } else if (error && error != SHORT) {
    errno = error;
    return -1;
  }
  if (!concerned) {
    return offset < 0 ? system_call(SYS_writev, descriptor, (long)parts, count, 0, 0, 0)
                      : system_call(SYS_pwritev, descriptor, (long)parts, count, offset, 0, 0);
  }
  begin();
  ssize_t result = offset < 0 ? system_call(SYS_writev, descriptor, (long)parts, count, 0, 0, 0)
                              : system_call(SYS_pwritev, descriptor, (long)parts, count, offset, 0, 0);
  if (result > 0) {
    off_t start = offset >= 0 ? offset : system_call(SYS_lseek, descriptor, 0, SEEK_CUR, 0, 0, 0) - result;
    record('W', descriptor, start, 0, NULL, NULL, parts, count, result);
  }
  end();
  return result;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  struct iovec part = {(void *)bytes, count};
  return written(descriptor, &part, 1, -1);
}
ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  struct iovec part = {(void *)bytes, count};
  return written(descriptor, &part, 1, offset);
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  struct iovec part = {(void *)bytes, count};
  return written(descriptor, &part, 1, offset);
}
ssize_t writev(int descriptor, const struct iovec *parts, int count) { return written(descriptor, parts, count, -1); }
ssize_t pwritev(int descriptor, const struct iovec *parts, int count, off_t offset) {
  return written(descriptor, parts, count, offset);
}
ssize_t pwritev64(int descriptor, const struct iovec *parts, int count, off64_t offset) {
  return written(descriptor, parts, count, offset);
}

static void tell(int descriptor, const void *bytes, size_t count) {
  struct iovec part = {(void *)bytes, count};
  if (!is_known(descriptor, SOCKET)) return;
  begin();
  record('A', descriptor, 0, 0, NULL, NULL, &part, 1, count);
  end();
}

ssize_t send(int descriptor, const void *bytes, size_t count, int flags) {
  tell(descriptor, bytes, count);
  return system_call(SYS_sendto, descriptor, (long)bytes, count, flags, 0, 0);
}
ssize_t sendto(
    int descriptor, const void *bytes, size_t count, int flags, const struct sockaddr *address, socklen_t length) {
  tell(descriptor, bytes, count);
  return system_call(SYS_sendto, descriptor, (long)bytes, count, flags, (long)address, length);
}

static int cut(int descriptor, off_t length) {
  int concerned = is_known(descriptor, BELOW);
  FAIL_IF(concerned, TRUNCATE, -1);
  if (!concerned) return system_call(SYS_ftruncate, descriptor, length, 0, 0, 0, 0);
  begin();
  int result = system_call(SYS_ftruncate, descriptor, length, 0, 0, 0, 0);
  if (result == 0) record('T', descriptor, length, 0, NULL, NULL, NULL, 0, 0);
  end();
  return result;
}

int ftruncate(int descriptor, off_t length) { return cut(descriptor, length); }
int ftruncate64(int descriptor, off64_t length) { return cut(descriptor, length); }

static int synced(int descriptor, long call) {
  int concerned = is_known(descriptor, BELOW);
  FAIL_IF(concerned, SYNC, -1);
  if (!concerned) return system_call(call, descriptor, 0, 0, 0, 0, 0);
  begin();
  // Who records trusts the model, and need not wait for the disk.
  int result = tape >= 0 ? 0 : system_call(call, descriptor, 0, 0, 0, 0, 0);
  if (result == 0) record('S', descriptor, call == SYS_fdatasync, 0, NULL, NULL, NULL, 0, 0);
  end();
  return result;
}

int fsync(int descriptor) { return synced(descriptor, SYS_fsync); }
int fdatasync(int descriptor) { return synced(descriptor, SYS_fdatasync); }

// MARK: - Names

static int named(
    char kind, enum kind fails, long call, int directory, const char *name, int other_directory, const char *other,
    long flags) {
  char path[4096], other_path[4096];
  resolve(directory, name, path, sizeof path);
  resolve(other_directory, other, other_path, sizeof other_path);
  int concerned = is_below(path) || is_below(other_path);
  FAIL_IF(concerned, fails, -1);
  if (concerned) begin();
  int result;
  switch (call) {
    case SYS_renameat2:
    case SYS_linkat:
      result = system_call(call, directory, (long)name, other_directory, (long)other, flags, 0);
      break;
    case SYS_symlinkat: result = system_call(call, (long)other, directory, (long)name, 0, 0, 0); break;
    default: result = system_call(call, directory, (long)name, flags, 0, 0, 0);
  }
  if (concerned) {
    if (result == 0) record(kind, -1, flags, 0, path, other ? other_path : NULL, NULL, 0, 0);
    end();
  }
  return result;
}

int rename(const char *from, const char *to) {
  return named('R', RENAME, SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}
int renameat(int directory, const char *from, int other, const char *to) {
  return named('R', RENAME, SYS_renameat2, directory, from, other, to, 0);
}
int renameat2(int directory, const char *from, int other, const char *to, unsigned flags) {
  return named('R', RENAME, SYS_renameat2, directory, from, other, to, flags);
}
int link(const char *from, const char *to) { return named('L', LINK, SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0); }
int linkat(int directory, const char *from, int other, const char *to, int flags) {
  return named('L', LINK, SYS_linkat, directory, from, other, to, flags);
}
int unlink(const char *path) { return named('U', UNLINK, SYS_unlinkat, AT_FDCWD, path, AT_FDCWD, NULL, 0); }
int unlinkat(int directory, const char *path, int flags) {
  return flags & AT_REMOVEDIR ? named('X', RMDIR, SYS_unlinkat, directory, path, AT_FDCWD, NULL, flags)
                              : named('U', UNLINK, SYS_unlinkat, directory, path, AT_FDCWD, NULL, flags);
}
int rmdir(const char *path) { return named('X', RMDIR, SYS_unlinkat, AT_FDCWD, path, AT_FDCWD, NULL, AT_REMOVEDIR); }
int mkdir(const char *path, mode_t mode) {
  return named('D', MKDIR, SYS_mkdirat, AT_FDCWD, path, AT_FDCWD, NULL, mode);
}
int mkdirat(int directory, const char *path, mode_t mode) {
  return named('D', MKDIR, SYS_mkdirat, directory, path, AT_FDCWD, NULL, mode);
}

// MARK: - Others that can fail

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  int concerned = is_known(descriptor, BELOW);
  FAIL_IF(concerned, MMAP, MAP_FAILED);
  // What is written through memory is not seen.
  if (concerned && (flags & MAP_SHARED) && (protection & PROT_WRITE)) {
    begin();
    record('M', descriptor, 0, 0, NULL, NULL, NULL, 0, 0);
    end();
  }
  return (void *)system_call(SYS_mmap, (long)address, length, protection, flags, descriptor, offset);
}
void *mmap64(void *address, size_t length, int protection, int flags, int descriptor, off64_t offset) {
  return mmap(address, length, protection, flags, descriptor, offset);
}

int flock(int descriptor, int operation) {
  FAIL_IF(is_known(descriptor, BELOW) && operation != LOCK_UN, LOCK, -1);
  return system_call(SYS_flock, descriptor, operation, 0, 0, 0, 0);
}

static int controlled(int descriptor, int command, long argument) {
  if (command == F_SETLK || command == F_SETLKW || command == F_GETLK) {
    FAIL_IF(is_known(descriptor, BELOW) && ((struct flock *)argument)->l_type != F_UNLCK, LOCK, -1);
  }
  return system_call(SYS_fcntl, descriptor, command, argument, 0, 0, 0);
}

#define CONTROLS(function) \
  int function(int descriptor, int command, ...) { \
    va_list list; \
    va_start(list, command); \
    long argument = va_arg(list, long); \
    va_end(list); \
    return controlled(descriptor, command, argument); \
  }
CONTROLS(fcntl)
CONTROLS(fcntl64)

int fchmod(int descriptor, mode_t mode) {
  FAIL_IF(is_known(descriptor, BELOW), MODE, -1);
  return system_call(SYS_fchmod, descriptor, mode, 0, 0, 0, 0);
}

static int looked(int directory, const char *name) {
  char path[4096];
  resolve(directory, name, path, sizeof path);
  return is_below(path);
}

int stat64(const char *path, struct stat64 *out) {
  FAIL_IF(looked(AT_FDCWD, path), STATUS, -1);
  REAL(stat64);
  return real(path, out);
}
int lstat(const char *path, struct stat *out) {
  FAIL_IF(looked(AT_FDCWD, path), STATUS, -1);
  REAL(lstat);
  return real(path, out);
}
int lstat64(const char *path, struct stat64 *out) {
  FAIL_IF(looked(AT_FDCWD, path), STATUS, -1);
  REAL(lstat64);
  return real(path, out);
}
int fstat(int descriptor, struct stat *out) {
  FAIL_IF(is_known(descriptor, BELOW), STATUS, -1);
  REAL(fstat);
  return real(descriptor, out);
}
int fstat64(int descriptor, struct stat64 *out) {
  FAIL_IF(is_known(descriptor, BELOW), STATUS, -1);
  REAL(fstat64);
  return real(descriptor, out);
}
int fstatat(int directory, const char *path, struct stat *out, int flags) {
  FAIL_IF(path[0] ? looked(directory, path) : is_known(directory, BELOW), STATUS, -1);
  REAL(fstatat);
  return real(directory, path, out, flags);
}
int access(const char *path, int mode) {
  FAIL_IF(looked(AT_FDCWD, path), STATUS, -1);
  return system_call(SYS_faccessat, AT_FDCWD, (long)path, mode, 0, 0, 0);
}

// What libraries lack a function for.
long syscall(long number, ...) {
  long word[6];
  va_list list;
  va_start(list, number);
  for (int index = 0; index < 6; index++) word[index] = va_arg(list, long);
  va_end(list);
  switch (number) {
    case SYS_renameat2:
      return named(
          'R', RENAME, SYS_renameat2, word[0], (const char *)word[1], word[2], (const char *)word[3], word[4]);
    case SYS_statx: {
      const char *path = (const char *)word[1];
      FAIL_IF(path && path[0] ? looked(word[0], path) : is_known(word[0], BELOW), STATUS, -1);
    }
  }
  return system_call(number, word[0], word[1], word[2], word[3], word[4], word[5]);
}

// MARK: - Memory of SQLite

extern void *__libc_malloc(size_t), *__libc_realloc(void *, size_t);

static int is_of_sqlite(void *caller) { return (uintptr_t)caller >= sqlite_start && (uintptr_t)caller < sqlite_end; }

void *malloc(size_t count) {
  FAIL_IF(control && is_of_sqlite(__builtin_return_address(0)), MALLOC, NULL);
  return __libc_malloc(count);
}
void *realloc(void *bytes, size_t count) {
  FAIL_IF(control && is_of_sqlite(__builtin_return_address(0)), MALLOC, NULL);
  return __libc_realloc(bytes, count);
}
