// SPDX-License-Identifier: MIT
//
// What a file manager shows of each file of a list: icon, description and default application. Reads paths from
// standard input, one a line, and prints how many files were seen, have an icon, a description and an
// application, and the processor's time in milliseconds: to open, the first time and a second time.
//
//   cc -O2 files.c -ltyperegistry -o files && find /usr -type f | sed -n 1,10000p | ./files
//   cc -O2 -DPEER files.c $(pkg-config --cflags --libs gio-unix-2.0) -o files-glib

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef PEER
#include <gio/gdesktopappinfo.h>
#include <gio/gio.h>
#else
#include <typeregistry.h>
#endif

struct counts {
  size_t files, icons, descriptions, applications;
};

// Of all threads of this process, in milliseconds.
static double processor_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

#ifdef PEER
// GIO's best way: one query for each file, and the texts of each type once.
struct shown {
  char *description;
  GAppInfo *application;
};

static GHashTable *known;

static void start(void) { known = g_hash_table_new(g_str_hash, g_str_equal); }

static struct counts look(const char *paths, size_t length) {
  struct counts counts = {0};
  for (const char *path = paths; path < paths + length; path += strlen(path) + 1) {
    GFile *file = g_file_new_for_path(path);
    GFileInfo *info = g_file_query_info(
        file, "standard::type,standard::content-type,standard::icon", G_FILE_QUERY_INFO_NONE, NULL, NULL);
    const char *type = info ? g_file_info_get_content_type(info) : NULL;
    if (type) {
      struct shown *shown = g_hash_table_lookup(known, type);
      if (!shown) {
        shown = g_new(struct shown, 1);
        shown->description = g_content_type_get_description(type);
        shown->application = g_app_info_get_default_for_type(type, FALSE);
        g_hash_table_insert(known, g_strdup(type), shown);
      }
      counts.files++;
      counts.icons += g_file_info_get_icon(info) != NULL;
      counts.descriptions += shown->description != NULL;
      counts.applications += shown->application != NULL;
    }
    if (info) g_object_unref(info);
    g_object_unref(file);
  }
  return counts;
}
#else
static tr_registry *registry;

static void start(void) {
  int code = tr_open(&registry);
  if (code != TR_OK) {
    fprintf(stderr, "%s\n", tr_message(code));
    exit(1);
  }
}

static struct counts look(const char *paths, size_t length) {
  struct counts counts = {0};
  size_t count = 0;
  tr_look_at_files(registry, paths, length, NULL, NULL, 0, &count);
  tr_file *files = calloc(count + 1, sizeof *files);
  tr_look_at_files(registry, paths, length, NULL, files, count, &count);
  for (size_t i = 0; i < count; i++) {
    if (files[i].type == 0) continue;
    counts.files++;
    counts.icons += files[i].icon != NULL;
    counts.descriptions += files[i].description != NULL;
    counts.applications += files[i].handler.bundle != NULL;
  }
  free(files);
  return counts;
}
#endif

int main(void) {
  char *paths = NULL, *line = NULL;
  size_t length = 0, room = 0, capacity = 0;
  ssize_t read;
  while ((read = getline(&line, &capacity, stdin)) > 0) {
    if (line[read - 1] == '\n') line[--read] = 0;
    if (length + (size_t)read + 1 > room) paths = realloc(paths, room = 2 * room + (size_t)read + 4096);
    memcpy(paths + length, line, (size_t)read + 1);
    length += (size_t)read + 1;
  }
  double begin = processor_time();
  start();
  double opened = processor_time();
  struct counts counts = look(paths, length);
  double first = processor_time();
  look(paths, length);
  double second = processor_time();
  printf("files %zu icons %zu descriptions %zu applications %zu open %.1f first %.1f again %.1f\n", counts.files,
         counts.icons, counts.descriptions, counts.applications, opened - begin, first - opened, second - first);
  return 0;
}
