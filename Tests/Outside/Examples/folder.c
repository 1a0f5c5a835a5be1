// SPDX-License-Identifier: MIT
// What a file manager asks, in C: lists a directory, and lists it again when the declarations of this
// machine change; or opens a file with its application.
//   cc folder.c $(pkg-config --cflags --libs typeregistry) -o folder
//   ./folder DIRECTORY | ./folder --follow DIRECTORY | ./folder --open FILE

#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <typeregistry.h>
#include <unistd.h>

extern char **environ;

static int fail(const char *what, int code) {
  fprintf(stderr, "%s: %s\n", what, tr_message(code));
  return 1;
}

// The names of a directory, each ending in a NUL; '*length' gets their bytes.
static char *names_of(struct dirent **entries, int count, size_t *length) {
  *length = 0;
  for (int i = 0; i < count; i++) *length += strlen(entries[i]->d_name) + 1;
  char *names = malloc(*length + 1), *end = names;
  for (int i = 0; i < count; i++) end = stpcpy(end, entries[i]->d_name) + 1;
  return names;
}

// The files of the working directory: name, type, icon, and the application that opens it.
static void list(tr_registry *registry) {
  struct dirent **entries;
  int count = scandir(".", &entries, NULL, alphasort);
  if (count < 0) {
    perror(".");
    return;
  }
  size_t length, found;
  char *names = names_of(entries, count, &length);
  tr_file *files = calloc((size_t)count + 1, sizeof *files);
  int code = tr_look_at_files(registry, names, length, NULL, files, (size_t)count, &found);
  if (code != TR_OK) fail("files", code);
  for (int i = 0; i < count; i++) {
    // A type of 0: it was removed after the directory was read.
    if (files[i].type != 0 && entries[i]->d_name[0] != '.')
      printf("%s\t%s\t%s\t%s\n", entries[i]->d_name, files[i].identifier, files[i].icon,
             files[i].handler.bundle ? files[i].handler.name : "-");
    free(entries[i]);
  }
  fflush(stdout);
  free(files);
  free(names);
  free(entries);
}

// Lists, and lists again whenever something is declared or removed.
static int follow(tr_registry *registry) {
  struct pollfd watch = {.events = POLLIN};
  int code = tr_watch(registry, &watch.fd), changed = 1;
  if (code != TR_OK) return fail("watch", code);
  for (;;) {
    if (changed) list(registry);
    poll(&watch, 1, -1);
    if ((code = tr_refresh(registry, &changed)) != TR_OK) return fail("refresh", code);
  }
}

// Starts a process, in its directory, and waits for it.
static int start(const tr_launch *launch) {
  // A program with a window sets launch->token_variables, too: see browser.c.
  if (launch->directory && chdir(launch->directory) != 0) perror(launch->directory);
  pid_t process;
  int code = posix_spawn(&process, launch->arguments[0], NULL, NULL, (char **)launch->arguments, environ);
  if (code == 0) waitpid(process, NULL, 0);
  else fprintf(stderr, "%s: %s\n", launch->arguments[0], strerror(code));
  return code == 0 ? 0 : 1;
}

static int open_file(tr_registry *registry, const char *name) {
  char *path = realpath(name, NULL);
  if (!path) return perror(name), 1;
  tr_handler handler;
  tr_launch *launches = NULL;
  size_t handlers = 0, count = 0;
  int status = 0, code = tr_handlers_of_file(registry, path, NULL, &handler, 1, &handlers);
  if (code == TR_OK && handlers == 0) fprintf(stderr, "no application opens '%s'\n", name), status = 1;
  else if (code == TR_OK)
    code = tr_prepare_launch(registry, handler.bundle, NULL, path, strlen(path), &launches, &count);
  if (code != TR_OK) status = fail(name, code);
  for (size_t i = 0; i < count; i++) status |= start(&launches[i]);
  tr_free(launches);
  free(path);
  return status;
}

int main(int count, char **words) {
  tr_registry *registry;
  if (count < 2) return fprintf(stderr, "%s [--follow] DIRECTORY | --open FILE\n", words[0]), 2;
  int code = tr_open(&registry), status = 0;
  if (code != TR_OK) return fail(words[0], code);
  const char *operand = words[count - 1];
  if (strcmp(words[1], "--open") == 0) {
    status = open_file(registry, operand);
  } else if (chdir(operand) != 0) {
    perror(operand);
    status = 1;
  } else if (strcmp(words[1], "--follow") == 0) {
    status = follow(registry);
  } else {
    list(registry);
  }
  tr_close(registry);
  return status;
}
