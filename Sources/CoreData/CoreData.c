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
    {"45-documents.json", 76634},
    {"48-messages-and-contacts.json", 7956},
    {"50-security.json", 7009},
    {"52-users-and-icons.json", 20201},
    {"54-application-categories.json", 8317},
    {"56-hardware.json", 15335},
    {"60-more-images.json", 72641},
    {"61-more-audio-video.json", 64872},
    {"62-more-archives.json", 79047},
    {"63-more-source-code.json", 215573},
    {"64-more-documents.json", 109583},
    {"65-more-data.json", 95594},
    {"66-linux-system.json", 58593},
    {"67-more-security-and-mail.json", 34786},
    {"68-more-fonts.json", 17166},
    {"69-games.json", 16964},
    {"71-volume-contents.json", 10153},
    {"72-languages.json", 155664},
    {"73-markup-and-templates.json", 10932},
    {"74-build-and-configuration.json", 38551},
    {"75-science-and-engineering.json", 102491},
    {"76-pictures-models-and-drawings.json", 97890},
    {"77-more-media.json", 62971},
    {"78-games-and-emulators.json", 51596},
    {"79-more-files.json", 186900},
    {"80-further-languages.json", 86674},
    {"81-configuration-files.json", 30671},
    {"82-further-science.json", 37799},
    {"83-further-pictures.json", 45527},
    {"84-further-media.json", 20758},
    {"85-further-games.json", 9684},
    {"86-further-documents.json", 36718},
    {"87-further-system-files.json", 46506},
    {"88-project-files.json", 13210},
    {"89-further-tags.json", 73800},
    {"90-devices.json", 176173},
    {"95-media-types.json", 577361},
};

const unsigned char *tr_core_image(void) { return image; }
size_t tr_core_image_count(void) { return sizeof image; }
const unsigned char *tr_core_units(void) { return units; }
size_t tr_core_units_count(void) { return sizeof units; }
const char *tr_core_marker(void) { return "874e8da6408df22bf73a6ed5bb2b3fb3.digest"; }
const struct tr_core_file *tr_core_files(void) { return files; }
size_t tr_core_file_count(void) { return sizeof files / sizeof files[0]; }
