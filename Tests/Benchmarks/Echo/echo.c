// SPDX-License-Identifier: MIT
//
// The least that a question and its answer over a Unix socket can cost, and one light client for
// whatever server: with it the server is measured, and not its clients.
//
//   echo serve PATH LENGTH            answer each message with one of LENGTH bytes, and do nothing
//                                     else; PATH ready to be connected to when a line is printed
//   echo loop PATH LENGTH             the same, but wait with epoll(7) for each message
//   echo trip ROUNDS COUNT PATH...    one connection each: a call, its answer, the next call
//   echo visit ROUNDS COUNT PATH...   connect, call, answer, close
//   echo load ROUNDS COUNT FLIGHT PATH...
//                                     COUNT calls on one connection, FLIGHT of them unanswered
//   echo start ROUNDS COUNT PATH PROGRAM WORD...
//                                     start the program, connect, make COUNT calls; then end it by
//                                     SIGTERM. The time is that to the first answer
//   echo neighbour MILLISECONDS PATH  calls one after another on one connection for this long; prints the
//                                     times that half and 99 of 100 of them do not exceed, and the longest
//   echo repeat CONNECTIONS USER PATH as that user, calls without end on so many connections, one at a
//                                     time on each; several calls, a line each, have their turns
//   echo length PATH                  print the length of one answer
//   echo pinned PROGRAM WORD...       run the program on the first of the processors alone
//   echo tied PROGRAM WORD...         run the program, and end it when the parent of this process ends
//
// Messages end in a NUL. The call to send is read from standard input. The paths have their turns
// one after another in each round, so that whatever else the machine does hits all of them. A line
// is printed for each: the least, then the median, in nanoseconds of one call.

#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char call[1 << 20];
static size_t call_length;
static char buffer[4 << 20];

static void fail(const char *what) {
  fprintf(stderr, "echo: %s: %s\n", what, strerror(errno));
  exit(1);
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static struct sockaddr_un address_of(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    fail(path);
  }
  strcpy(address.sun_path, path);
  return address;
}

/// Connects; returns -1 if no process listens yet.
static int try_connect(const char *path) {
  struct sockaddr_un address = address_of(path);
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) fail("socket");
  if (connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
  if (errno != ENOENT && errno != ECONNREFUSED) fail(path);
  close(descriptor);
  return -1;
}

static int connected(const char *path) {
  int descriptor = try_connect(path);
  if (descriptor < 0) fail(path);
  return descriptor;
}

static void send_all(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t sent = send(descriptor, bytes, count, MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR) fail("send");
    if (sent > 0) bytes += sent, count -= (size_t)sent;
  }
}

/// Reads the answer to one call, and nothing behind it.
static size_t receive_answer(int descriptor) {
  size_t length = 0;
  do {
    ssize_t count = recv(descriptor, buffer + length, sizeof buffer - length, 0);
    if (count == 0) errno = ECONNRESET;
    if (count <= 0 && errno != EINTR) fail("recv");
    if (count > 0) length += (size_t)count;
  } while (length == 0 || buffer[length - 1] != 0);
  return length;
}

// MARK: Servers

/// Answers each message that ends in the first `count` bytes of the buffer.
static void answer(int descriptor, size_t count, size_t length) {
  static char answers[4 << 20];
  size_t end = 0;
  for (char *at = buffer, *last = buffer + count; (at = memchr(at, 0, (size_t)(last - at))); at++) {
    if (end + length > sizeof answers) send_all(descriptor, answers, end), end = 0;
    memset(answers + end, 'x', length - 1);
    answers[end + length - 1] = 0;
    end += length;
  }
  send_all(descriptor, answers, end);
}

static int listening(const char *path) {
  struct sockaddr_un address = address_of(path);
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0) fail("socket");
  if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0) fail(path);
  if (listen(listener, 128) != 0) fail("listen");
  puts("listening");
  fflush(stdout);
  return listener;
}

/// One connection after another, with the fewest system calls that there can be.
static void serve(const char *path, size_t length) {
  int listener = listening(path);
  while (1) {
    int peer = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (peer < 0) fail("accept");
    ssize_t count;
    while ((count = recv(peer, buffer, sizeof buffer, 0)) > 0) {
      answer(peer, (size_t)count, length);
    }
    close(peer);
  }
}

/// All connections at once, as a server has to that does not know which client speaks next.
static void loop(const char *path, size_t length) {
  int listener = listening(path);
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = listener};
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event) != 0) fail("epoll_ctl");
  while (1) {
    struct epoll_event events[64];
    int ready = epoll_wait(epoll, events, 64, -1);
    for (int index = 0; index < ready; index++) {
      int peer = events[index].data.fd;
      if (peer == listener) {
        event.data.fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (event.data.fd < 0) fail("accept");
        if (epoll_ctl(epoll, EPOLL_CTL_ADD, event.data.fd, &event) != 0) fail("epoll_ctl");
        continue;
      }
      ssize_t count = recv(peer, buffer, sizeof buffer, MSG_DONTWAIT);
      if (count > 0) answer(peer, (size_t)count, length);
      if (count == 0) close(peer);
    }
  }
}

// MARK: Clients

static int by_size(const void *left, const void *right) {
  uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
  return a < b ? -1 : a > b;
}

/// Prints the least and the median of `count` times.
static void report(uint64_t *times, size_t count) {
  qsort(times, count, sizeof *times, by_size);
  printf("%.1f %.1f\n", (double)times[0] / 100, (double)times[count / 2] / 100);
}

/// Times in hundredths of a nanosecond, as many rows as there are paths.
static uint64_t *times_for(size_t count) {
  uint64_t *times = calloc(count, sizeof *times);
  if (times == NULL) fail("calloc");
  return times;
}

static void trip(size_t rounds, size_t count, char **paths, size_t path_count) {
  uint64_t *times = times_for(rounds * count * path_count);
  int *peers = calloc(path_count, sizeof *peers);
  for (size_t path = 0; path < path_count; path++) peers[path] = connected(paths[path]);
  for (size_t round = 0; round < rounds; round++) {
    for (size_t path = 0; path < path_count; path++) {
      uint64_t *own = times + path * rounds * count + round * count;
      for (size_t index = 0; index < count; index++) {
        uint64_t start = now();
        send_all(peers[path], call, call_length);
        receive_answer(peers[path]);
        own[index] = (now() - start) * 100;
      }
    }
  }
  for (size_t path = 0; path < path_count; path++) {
    report(times + path * rounds * count, rounds * count);
  }
}

static void visit(size_t rounds, size_t count, char **paths, size_t path_count) {
  uint64_t *times = times_for(rounds * count * path_count);
  for (size_t round = 0; round < rounds; round++) {
    for (size_t path = 0; path < path_count; path++) {
      uint64_t *own = times + path * rounds * count + round * count;
      for (size_t index = 0; index < count; index++) {
        uint64_t start = now();
        int peer = connected(paths[path]);
        send_all(peer, call, call_length);
        receive_answer(peer);
        close(peer);
        own[index] = (now() - start) * 100;
      }
    }
  }
  for (size_t path = 0; path < path_count; path++) {
    report(times + path * rounds * count, rounds * count);
  }
}

/// Keeps `flight` calls on their way: as many new ones are sent as answers have come.
static uint64_t load_once(int peer, size_t count, size_t flight) {
  static char calls[4 << 20];
  if (flight * call_length > sizeof calls) errno = EFBIG, fail("calls");
  for (size_t index = 0; index < flight; index++) {
    memcpy(calls + index * call_length, call, call_length);
  }
  size_t sent = flight < count ? flight : count, done = 0;
  uint64_t start = now();
  send_all(peer, calls, sent * call_length);
  while (done < count) {
    ssize_t received = recv(peer, buffer, sizeof buffer, 0);
    if (received == 0) errno = ECONNRESET;
    if (received <= 0) fail("recv");
    size_t answers = 0;
    for (char *at = buffer, *last = buffer + received;
         (at = memchr(at, 0, (size_t)(last - at))); at++) {
      answers++;
    }
    done += answers;
    if (answers > count - sent) answers = count - sent;
    if (answers > 0) send_all(peer, calls, answers * call_length);
    sent += answers;
  }
  return (now() - start) * 100 / count;
}

static void load(size_t rounds, size_t count, size_t flight, char **paths, size_t path_count) {
  uint64_t *times = times_for(rounds * path_count);
  int *peers = calloc(path_count, sizeof *peers);
  for (size_t path = 0; path < path_count; path++) peers[path] = connected(paths[path]);
  for (size_t round = 0; round < rounds; round++) {
    for (size_t path = 0; path < path_count; path++) {
      times[path * rounds + round] = load_once(peers[path], count, flight);
    }
  }
  for (size_t path = 0; path < path_count; path++) report(times + path * rounds, rounds);
}

/// Ends this process when its parent ends, however that happens; so does each program that it becomes.
static void end_with_parent(pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) fail("prctl");
  if (getppid() != parent) _exit(1);
}

static void start(size_t rounds, size_t count, const char *path, char **words) {
  uint64_t *times = times_for(rounds);
  for (size_t round = 0; round < rounds; round++) {
    uint64_t begin = now();
    pid_t self = getpid(), process = fork();
    if (process < 0) fail("fork");
    if (process == 0) {
      end_with_parent(self);
      execv(words[0], words);
      _exit(127);
    }
    int peer;
    struct timespec pause = {.tv_nsec = 20000};
    while ((peer = try_connect(path)) < 0) {
      if (waitpid(process, NULL, WNOHANG) != 0) errno = ECHILD, fail(words[0]);
      nanosleep(&pause, NULL);
    }
    send_all(peer, call, call_length);
    receive_answer(peer);
    times[round] = (now() - begin) * 100;
    for (size_t index = 1; index < count; index++) {
      send_all(peer, call, call_length);
      receive_answer(peer);
    }
    close(peer);
    kill(process, SIGTERM);
    waitpid(process, NULL, 0);
  }
  report(times, rounds);
}

static void neighbour(uint64_t milliseconds, const char *path) {
  size_t room = 1 << 22, count = 0;
  uint64_t *times = times_for(room), end = now() + milliseconds * 1000000;
  int peer = connected(path);
  while (count < room && now() < end) {
    uint64_t start = now();
    send_all(peer, call, call_length);
    receive_answer(peer);
    times[count++] = now() - start;
  }
  if (count == 0) errno = ENODATA, fail(path);
  qsort(times, count, sizeof *times, by_size);
  printf("%ju %ju %ju\n", (uintmax_t)times[count / 2], (uintmax_t)times[count * 99 / 100],
         (uintmax_t)times[count - 1]);
}

static void repeat(size_t connections, uid_t user, char *path) {
  // The other user need not reach the directories above that of the socket.
  char *name = strrchr(path, '/');
  if (name != NULL) {
    *name++ = 0;
    if (chdir(path) != 0) fail(path);
    path = name;
  }
  if (user != getuid() && setuid(user) != 0) fail("setuid");
  // Another user is not tied to the parent any more.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) fail("prctl");
  char *calls[16] = {call};
  size_t count = 1;
  for (char *at = call; count < 16 && (at = strchr(at, '\n')) && at[1]; count++) {
    *at++ = 0;
    calls[count] = at;
  }
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  size_t *next = calloc(connections, sizeof *next);
  int *peers = calloc(connections, sizeof *peers);
  if (next == NULL || peers == NULL) fail("calloc");
  for (size_t index = 0; index < connections; index++) {
    peers[index] = connected(path);
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = index};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, peers[index], &event) != 0) fail("epoll_ctl");
    send_all(peers[index], calls[0], strlen(calls[0]) + 1);
  }
  puts("repeating");
  fflush(stdout);
  while (1) {
    struct epoll_event events[64];
    int ready = epoll_wait(epoll, events, 64, -1);
    for (int at = 0; at < ready; at++) {
      size_t index = events[at].data.u64;
      ssize_t received = recv(peers[index], buffer, sizeof buffer, MSG_DONTWAIT);
      if (received == 0) errno = ECONNRESET, fail("recv");
      if (received < 0 || buffer[received - 1] != 0) continue;
      char *again = calls[++next[index] % count];
      send_all(peers[index], again, strlen(again) + 1);
    }
  }
}

static void run_pinned(char **words) {
  cpu_set_t allowed, first;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) fail("sched_getaffinity");
  int processor = 0;
  while (!CPU_ISSET(processor, &allowed)) processor++;
  CPU_ZERO(&first);
  CPU_SET(processor, &first);
  if (sched_setaffinity(0, sizeof first, &first) != 0) fail("sched_setaffinity");
  execv(words[0], words);
  fail(words[0]);
}

int main(int count, char **words) {
  end_with_parent(getppid());
  const char *task = count > 1 ? words[1] : "";
  if (count == 4 && (!strcmp(task, "serve") || !strcmp(task, "loop"))) {
    size_t length = strtoul(words[3], NULL, 10);
    if (length < 1 || length > 1 << 20) errno = EINVAL, fail(words[3]);
    (*task == 's' ? serve : loop)(words[2], length);
  }
  if (count > 2 && !strcmp(task, "pinned")) run_pinned(words + 2);
  if (count > 2 && !strcmp(task, "tied")) {
    execv(words[2], words + 2);
    fail(words[2]);
  }
  call_length = fread(call, 1, sizeof call - 1, stdin);
  call[call_length++] = 0;
  size_t rounds = count > 2 ? strtoul(words[2], NULL, 10) : 0;
  size_t calls = count > 3 ? strtoul(words[3], NULL, 10) : 0;
  if (count > 4 && rounds > 0 && calls > 0 && !strcmp(task, "trip")) {
    trip(rounds, calls, words + 4, (size_t)count - 4);
  } else if (count > 4 && rounds > 0 && calls > 0 && !strcmp(task, "visit")) {
    visit(rounds, calls, words + 4, (size_t)count - 4);
  } else if (count > 5 && rounds > 0 && calls > 0 && !strcmp(task, "load")) {
    load(rounds, calls, strtoul(words[4], NULL, 10), words + 5, (size_t)count - 5);
  } else if (count > 5 && rounds > 0 && calls > 0 && !strcmp(task, "start")) {
    start(rounds, calls, words[4], words + 5);
  } else if (count == 4 && rounds > 0 && !strcmp(task, "neighbour")) {
    neighbour(rounds, words[3]);
  } else if (count == 5 && rounds > 0 && !strcmp(task, "repeat")) {
    repeat(rounds, (uid_t)calls, words[4]);
  } else if (count == 3 && !strcmp(task, "length")) {
    int peer = connected(words[2]);
    send_all(peer, call, call_length);
    printf("%zu\n", receive_answer(peer));
  } else {
    fputs("echo: the first lines of echo.c tell how it is used\n", stderr);
    return 2;
  }
  return 0;
}
