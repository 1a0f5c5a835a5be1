// SPDX-License-Identifier: MIT
//
// Written by 'make core-image'. Image and units are read when this file is compiled.

#include "CoreData.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// In sections of their own, which are mapped to be read: constants of Swift make the common one writable. At the
// start of a page, so that what a look-up reads is on as few pages as in a file.
static const unsigned char image[] __attribute__((aligned(4096), section("core_image"))) = {
#embed "core.image"
};

static const unsigned char units[] __attribute__((aligned(64), section("core_units"))) = {
#embed "core.units"
};

static const struct tr_core_file files[] = {
    {"10-base.json", 15741},
    {"12-folders.json", 13485},
    {"14-links-and-clippings.json", 12531},
    {"16-executables.json", 13282},
    {"18-archives.json", 25472},
    {"20-text.json", 35856},
    {"25-source-code.json", 42615},
    {"30-images.json", 74656},
    {"35-audio-video.json", 51560},
    {"40-fonts-and-colour.json", 12571},
    {"42-bundles.json", 19210},
    {"45-documents.json", 76627},
    {"48-messages-and-contacts.json", 7956},
    {"50-security.json", 7009},
    {"52-users-and-icons.json", 20201},
    {"54-application-categories.json", 8317},
    {"56-hardware.json", 15335},
    {"60-more-images.json", 78196},
    {"61-more-audio-video.json", 72030},
    {"62-more-archives.json", 86361},
    {"63-more-source-code.json", 236102},
    {"64-more-documents.json", 121731},
    {"65-more-data.json", 106248},
    {"66-linux-system.json", 71227},
    {"67-more-security-and-mail.json", 37357},
    {"68-more-fonts.json", 18401},
    {"69-games.json", 17436},
    {"71-volume-contents.json", 10153},
    {"72-languages.json", 161232},
    {"73-markup-and-templates.json", 14156},
    {"74-build-and-configuration.json", 47670},
    {"75-science-and-engineering.json", 121101},
    {"76-pictures-models-and-drawings.json", 125545},
    {"77-more-media.json", 102417},
    {"78-games-and-emulators.json", 97603},
    {"79-more-files.json", 242290},
    {"80-further-languages.json", 89546},
    {"81-configuration-files.json", 30416},
    {"82-further-science.json", 55048},
    {"83-further-pictures.json", 52087},
    {"84-further-media.json", 23464},
    {"85-further-games.json", 12471},
    {"86-further-documents.json", 44024},
    {"87-further-system-files.json", 52366},
    {"88-project-files.json", 51355},
    {"89-further-tags.json", 99331},
    {"90-devices.json", 176173},
    {"95-media-types.json", 643224},
};

const unsigned char *tr_core_image(void) { return image; }
size_t tr_core_image_count(void) { return sizeof image; }
const unsigned char *tr_core_units(void) { return units; }
size_t tr_core_units_count(void) { return sizeof units; }
const char *tr_core_marker(void) { return "36155a6002827cf57948119af9ef86ee.digest"; }
const struct tr_core_file *tr_core_files(void) { return files; }
size_t tr_core_file_count(void) { return sizeof files / sizeof files[0]; }
