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
    {"10-base.json", 9657},
    {"12-folders.json", 6813},
    {"14-links-and-clippings.json", 9430},
    {"16-executables.json", 5302},
    {"18-archives.json", 14294},
    {"20-text.json", 19938},
    {"25-source-code.json", 22035},
    {"30-images.json", 32310},
    {"35-audio-video.json", 29236},
    {"40-fonts-and-colour.json", 5075},
    {"42-bundles.json", 13639},
    {"45-documents.json", 40514},
    {"48-messages-and-contacts.json", 3746},
    {"50-security.json", 3012},
    {"52-users-and-icons.json", 19472},
    {"54-application-categories.json", 8285},
    {"56-hardware.json", 10383},
    {"60-more-images.json", 37569},
    {"61-more-audio-video.json", 36137},
    {"62-more-archives.json", 42746},
    {"63-more-source-code.json", 112504},
    {"64-more-documents.json", 59267},
    {"65-more-data.json", 46696},
    {"66-linux-system.json", 31193},
    {"67-more-security-and-mail.json", 14947},
    {"68-more-fonts.json", 7746},
    {"69-games.json", 12600},
    {"71-volume-contents.json", 5101},
    {"72-languages.json", 147073},
    {"73-markup-and-templates.json", 10774},
    {"74-build-and-configuration.json", 29344},
    {"75-science-and-engineering.json", 73263},
    {"76-pictures-models-and-drawings.json", 71733},
    {"77-more-media.json", 45985},
    {"78-games-and-emulators.json", 40943},
    {"79-more-files.json", 146988},
    {"90-devices.json", 176114},
    {"95-media-types.json", 580121},
};

const unsigned char *tr_core_image(void) { return image; }
size_t tr_core_image_count(void) { return sizeof image; }
const unsigned char *tr_core_units(void) { return units; }
size_t tr_core_units_count(void) { return sizeof units; }
const char *tr_core_marker(void) { return "d43723fe7da5dd36d8ee0e5582b13203.digest"; }
const struct tr_core_file *tr_core_files(void) { return files; }
size_t tr_core_file_count(void) { return sizeof files / sizeof files[0]; }
