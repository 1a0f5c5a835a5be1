// SPDX-License-Identifier: MIT
//
// Written by 'make core-image'. Image and units are read when this file is compiled.

#include "CoreData.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// At the start of a page, so that what a look-up reads is on as few pages as in a file.
static const unsigned char image[] __attribute__((aligned(4096))) = {
#embed "core.image"
};

static const unsigned char units[] __attribute__((aligned(64))) = {
#embed "core.units"
};

static const struct tr_core_file files[] = {
    {"10-base.json", 15741},
    {"12-folders.json", 13485},
    {"14-links-and-clippings.json", 12354},
    {"16-executables.json", 8286},
    {"18-archives.json", 21116},
    {"20-text.json", 29590},
    {"25-source-code.json", 36082},
    {"30-images.json", 53882},
    {"35-audio-video.json", 43795},
    {"40-fonts-and-colour.json", 10247},
    {"42-bundles.json", 19144},
    {"45-documents.json", 63181},
    {"48-messages-and-contacts.json", 7006},
    {"50-security.json", 4175},
    {"52-users-and-icons.json", 20201},
    {"54-application-categories.json", 8317},
    {"56-hardware.json", 15335},
    {"60-more-images.json", 48076},
    {"61-more-audio-video.json", 48451},
    {"62-more-archives.json", 62681},
    {"63-more-source-code.json", 170799},
    {"64-more-documents.json", 83169},
    {"65-more-data.json", 64769},
    {"66-linux-system.json", 44227},
    {"67-more-security-and-mail.json", 23279},
    {"68-more-fonts.json", 8965},
    {"69-games.json", 12607},
    {"71-volume-contents.json", 10153},
    {"72-languages.json", 147807},
    {"73-markup-and-templates.json", 10782},
    {"74-build-and-configuration.json", 29632},
    {"75-science-and-engineering.json", 74555},
    {"76-pictures-models-and-drawings.json", 72909},
    {"77-more-media.json", 47331},
    {"78-games-and-emulators.json", 41511},
    {"79-more-files.json", 150771},
    {"80-further-languages.json", 82441},
    {"81-configuration-files.json", 29047},
    {"82-further-science.json", 33835},
    {"83-further-pictures.json", 40013},
    {"84-further-media.json", 18717},
    {"85-further-games.json", 7681},
    {"86-further-documents.json", 34215},
    {"87-further-system-files.json", 41331},
    {"88-project-files.json", 13055},
    {"89-further-tags.json", 59876},
    {"90-devices.json", 176173},
    {"95-media-types.json", 578028},
};

const unsigned char *tr_core_image(void) { return image; }
size_t tr_core_image_count(void) { return sizeof image; }
const unsigned char *tr_core_units(void) { return units; }
size_t tr_core_units_count(void) { return sizeof units; }
const char *tr_core_marker(void) { return "588702a634dfdd6e96985dd2a3d0611a.digest"; }
const struct tr_core_file *tr_core_files(void) { return files; }
size_t tr_core_file_count(void) { return sizeof files / sizeof files[0]; }
