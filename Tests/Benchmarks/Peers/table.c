// SPDX-License-Identifier: MIT
//
// A bare hash table in C: what a look-up by the last extension of a name costs at least. Reads the lists
// that PublicBenchmarks writes; prints "table QUESTION NANOSECONDS".
//
// usage: table DIRECTORY

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#define SLOTS 65536
static struct { const char *key; int value; } slots[SLOTS];

static unsigned hash(const char *key) {
    unsigned h = 2166136261u;
    for (; *key; key++) h = (h ^ (unsigned char)(*key | 0x20)) * 16777619u;
    return h % SLOTS;
}

static int *find(const char *key) {
    unsigned slot = hash(key);
    while (slots[slot].key && strcasecmp(slots[slot].key, key) != 0) slot = (slot + 1) % SLOTS;
    slots[slot].key = slots[slot].key ? slots[slot].key : key;
    return &slots[slot].value;
}

static char **lines(const char *directory, const char *name, int *count) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "r");
    if (!file) { perror(path); exit(1); }
    char **list = NULL, *line = NULL;
    size_t room = 0;
    ssize_t length;
    *count = 0;
    while ((length = getline(&line, &room, file)) > 0) {
        line[length - 1] = 0;
        list = realloc(list, sizeof *list * (size_t)(*count + 1));
        list[(*count)++] = strdup(line);
    }
    free(line);
    fclose(file);
    return list;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

static long sum;

static void measure(const char *question, char **list, int count, int is_name) {
    double least = 1e18;
    for (int round = 0; round < 25; round++) {
        double start = now();
        for (int index = 0; index < count; index++) {
            const char *key = list[index];
            if (is_name) {
                const char *dot = strrchr(key, '.');
                key = dot ? dot + 1 : key;
            }
            sum += *find(key);
        }
        double time = now() - start;
        if (time < least) least = time;
    }
    printf("table %s %.2f\n", question, least / count);
}

int main(int words, char **word) {
    if (words != 2) return 2;
    int names, extensions, types;
    char **name = lines(word[1], "names", &names);
    char **extension = lines(word[1], "extensions", &extensions);
    char **type = lines(word[1], "mime", &types);
    for (int index = 0; index < extensions; index++) *find(extension[index]) = index;
    for (int index = 0; index < types; index++) *find(type[index]) = index;
    measure("name", name, names, 1);
    measure("extension", extension, extensions, 0);
    measure("mime", type, types, 0);
    return sum == -1;
}
