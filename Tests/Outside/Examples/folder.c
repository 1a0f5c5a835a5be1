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
#include <sys/stat.h>
#include <sys/wait.h>
#include <typeregistry.h>
#include <unistd.h>

extern char **environ;

static int fail(const char *what, int code) {
  fprintf(stderr, "%s: %s\n", what, tr_message(code));
  return 1;
}

// The types of files by their names, all in one call; directories have one of their own.
static tr_type *types_of(tr_registry *registry, struct dirent **entries, size_t count) {
  size_t length = 0, found;
  for (size_t i = 0; i < count; i++) length += strlen(entries[i]->d_name) + 1;
  char *names = malloc(length + 1), *end = names;
  tr_type *types = calloc(count + 1, sizeof *types), folder;
  for (size_t i = 0; i < count; i++) end = stpcpy(end, entries[i]->d_name) + 1;
  int code = tr_types_of_names(registry, names, length, types, count, &found);
  if (code != TR_OK) fail("names", code);
  free(names);
  if (tr_type_named(registry, "public.folder", &folder) == TR_OK)
    for (size_t i = 0; i < count; i++) {
      struct stat status;
      if (lstat(entries[i]->d_name, &status) == 0 && S_ISDIR(status.st_mode)) types[i] = folder;
    }
  return types;
}

// The files of the working directory: name, type, icon, and the application that opens it.
static void list(tr_registry *registry) {
  struct dirent **entries;
  int count = scandir(".", &entries, NULL, alphasort);
  if (count < 0) {
    perror(".");
    return;
  }
  tr_type *types = types_of(registry, entries, (size_t)count);
  for (int i = 0; i < count; i++) {
    const char *identifier = "-", *icon = "-";
    tr_handler handler;
    size_t icons = 0, handlers = 0;
    tr_identifier(registry, types[i], &identifier);
    tr_icon_names(registry, types[i], &icon, 1, &icons);
    tr_handlers(registry, types[i], NULL, &handler, 1, &handlers);
    if (entries[i]->d_name[0] != '.')
      printf("%s\t%s\t%s\t%s\n", entries[i]->d_name, identifier, icon,
             handlers > 0 ? handler.name : "-");
    free(entries[i]);
  }
  fflush(stdout);
  free(entries);
  free(types);
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

// The length of what is before a placeholder at the end of a word: nothing, or an option such as
// "--file=". -1 if the word is text: it may be a script, and a name must not become a part of it.
static int before_placeholder(const char *word) {
  size_t length = strlen(word), prefix = length - 2;
  if (length < 2 || word[prefix] != '%' || !strchr("fFuU", word[prefix + 1])) return -1;
  if (prefix == 0) return 0;
  if (word[0] != '-' && !strchr("=:", word[prefix - 1]) &&
      (prefix < 3 || strncmp(word + prefix - 3, "://", 3) != 0))
    return -1;
  return strspn(word, "-_./:=+,@0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == prefix
             ? (int)prefix
             : -1;
}

// A word with the absolute path of a file, or its URL, in the place of its placeholder.
static char *expanded(const char *word, const char *path) {
  int prefix = before_placeholder(word);
  if (prefix < 0) return strdup(word);
  int is_url = word[prefix + 1] == 'u' || word[prefix + 1] == 'U';
  char *made = malloc((size_t)prefix + 3 * strlen(path) + 8), *end = made + prefix;
  memcpy(made, word, (size_t)prefix);
  if (!is_url) return strcpy(end, path), made;
  end = stpcpy(end, "file://");
  for (; *path; path++) {
    const char plain[] = "/-_.~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    end += strchr(plain, *path) ? sprintf(end, "%c", *path) : sprintf(end, "%%%02X", (unsigned char)*path);
  }
  return made;
}

// Starts an application with a file, and waits for it.
static int start(const tr_handler *handler, const char *path) {
  char **words = calloc(handler->argument_count + 1, sizeof *words);
  for (size_t i = 0; i < handler->argument_count; i++) words[i] = expanded(handler->arguments[i], path);
  pid_t process;
  int code = posix_spawn(&process, words[0], NULL, NULL, words, environ);
  if (code == 0) waitpid(process, NULL, 0);
  else fprintf(stderr, "%s: %s\n", handler->name, strerror(code));
  for (size_t i = 0; i < handler->argument_count; i++) free(words[i]);
  free(words);
  return code == 0 ? 0 : 1;
}

static int open_file(tr_registry *registry, const char *name) {
  char *path = realpath(name, NULL);
  if (!path) return perror(name), 1;
  const char *last = strrchr(path, '/') + 1;
  tr_type type;
  tr_handler handler;
  size_t handlers = 0;
  int status = 1, code = tr_type_of_name(registry, last, strlen(last), &type);
  if (code == TR_OK) code = tr_handlers(registry, type, NULL, &handler, 1, &handlers);
  if (code != TR_OK) fail(name, code);
  else if (handlers == 0) fprintf(stderr, "no application opens '%s'\n", name);
  else if (handler.flags & TR_TERMINAL) fprintf(stderr, "%s needs a terminal\n", handler.name);
  else status = start(&handler, path);
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
