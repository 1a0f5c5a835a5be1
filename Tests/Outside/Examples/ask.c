// SPDX-License-Identifier: MIT
// Prints the type, MIME type and description of each file name, and whether it is an image:
//   cc ask.c $(pkg-config --cflags --libs typeregistry) && ./a.out holiday.jpg

#include <stdio.h>
#include <string.h>
#include <typeregistry.h>

static const char *or_dash(int code, const char **text) { return code == TR_OK ? *text : "-"; }

int main(int count, char **names) {
  tr_registry *registry;
  tr_type image;
  int code = tr_open(&registry);
  if (code == TR_OK) code = tr_type_named(registry, "public.image", &image);
  if (code != TR_OK) {
    fprintf(stderr, "%s: %s\n", names[0], tr_message(code));
    return 1;
  }
  for (int i = 1; i < count; i++) {
    tr_type type;
    const char *identifier, *mime_type, *description;
    if ((code = tr_type_of_name(registry, names[i], strlen(names[i]), &type)) != TR_OK) {
      fprintf(stderr, "%s: %s\n", names[i], tr_message(code));
      continue;
    }
    printf("%s\t%s\t%s\t%s\t%s\n", names[i],
           or_dash(tr_identifier(registry, type, &identifier), &identifier),
           or_dash(tr_mime_type(registry, type, &mime_type), &mime_type),
           or_dash(tr_description(registry, type, "en", &description), &description),
           tr_conforms(registry, type, image) == 1 ? "image" : "-");
  }
  return tr_close(registry) == TR_OK ? 0 : 1;
}
