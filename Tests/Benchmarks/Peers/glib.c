// SPDX-License-Identifier: MIT
//
// The same questions to GLib, over freedesktop's database. Reads the lists that PublicBenchmarks writes;
// prints "glib QUESTION NANOSECONDS".
//
// usage: glib DIRECTORY

#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

static long sum;

static char **lines(const char *directory, const char *name, int *count) {
    char *path = g_build_filename(directory, name, NULL), *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL)) exit(1);
    char **list = g_strsplit(g_strchomp(text), "\n", -1);
    *count = (int)g_strv_length(list);
    g_free(text);
    g_free(path);
    return list;
}

typedef void (*Question)(const char *);

static void guess(const char *name) {
    char *type = g_content_type_guess(name, NULL, 0, NULL);
    sum += type[0];
    g_free(type);
}

static void from_extension(const char *extension) {
    char name[300];
    g_snprintf(name, sizeof name, "a.%s", extension);
    guess(name);
}

static void from_mime(const char *mime) {
    char *type = g_content_type_from_mime_type(mime);
    sum += type != NULL;
    g_free(type);
}

static void conforms(const char *type) { sum += g_content_type_is_a(type, "image/png"); }

static void to_mime(const char *type) {
    char *mime = g_content_type_get_mime_type(type);
    sum += mime != NULL;
    g_free(mime);
}

static void describe(const char *type) {
    char *text = g_content_type_get_description(type);
    sum += text[0];
    g_free(text);
}

static void measure(const char *name, char **list, int count, Question question, int rounds) {
    gint64 least = G_MAXINT64;
    for (int round = 0; round < rounds; round++) {
        gint64 start = g_get_monotonic_time();
        for (int index = 0; index < count; index++) question(list[index]);
        gint64 time = g_get_monotonic_time() - start;
        if (time < least) least = time;
    }
    printf("glib %s %.2f\n", name, 1e3 * (double)least / count);
}

int main(int words, char **word) {
    if (words != 2) return 2;
    int names, extensions, mimes;
    char **name = lines(word[1], "names", &names);
    char **extension = lines(word[1], "extensions", &extensions);
    char **mime = lines(word[1], "mime", &mimes);
    char **type = g_new(char *, names);
    for (int index = 0; index < names; index++)
        type[index] = g_content_type_guess(name[index], NULL, 0, NULL);
    // Without the database every name is of one type.
    if (strcmp(type[0], type[names / 2]) == 0 && strcmp(type[0], type[names - 1]) == 0) return 1;
    measure("name", name, names, guess, 10);
    measure("extension", extension, extensions, from_extension, 10);
    measure("mime", mime, mimes, from_mime, 10);
    measure("conforms", type, names, conforms, 10);
    measure("to-mime", type, names, to_mime, 10);
    measure("description", type, names, describe, 3);
    return sum == -1;
}
