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
    {"60-more-images.json", 73834},
    {"61-more-audio-video.json", 68442},
    {"62-more-archives.json", 84626},
    {"63-more-source-code.json", 232259},
    {"64-more-documents.json", 116627},
    {"65-more-data.json", 104232},
    {"66-linux-system.json", 66497},
    {"67-more-security-and-mail.json", 36833},
    {"68-more-fonts.json", 18329},
    {"69-games.json", 17147},
    {"71-volume-contents.json", 10153},
    {"72-languages.json", 158434},
    {"73-markup-and-templates.json", 12284},
    {"74-build-and-configuration.json", 45606},
    {"75-science-and-engineering.json", 116997},
    {"76-pictures-models-and-drawings.json", 108154},
    {"77-more-media.json", 70027},
    {"78-games-and-emulators.json", 56444},
    {"79-more-files.json", 216080},
    {"80-further-languages.json", 88988},
    {"81-configuration-files.json", 30027},
    {"82-further-science.json", 40642},
    {"83-further-pictures.json", 46257},
    {"84-further-media.json", 21941},
    {"85-further-games.json", 9699},
    {"86-further-documents.json", 39145},
    {"87-further-system-files.json", 50010},
    {"88-project-files.json", 14274},
    {"89-further-tags.json", 76045},
    {"90-devices.json", 176173},
    {"95-media-types.json", 573816},
};

const unsigned char *tr_core_image(void) { return image; }
size_t tr_core_image_count(void) { return sizeof image; }
const unsigned char *tr_core_units(void) { return units; }
size_t tr_core_units_count(void) { return sizeof units; }
const char *tr_core_marker(void) { return "3b13654c7a3248bad1992598aa5a1860.digest"; }
const struct tr_core_file *tr_core_files(void) { return files; }
size_t tr_core_file_count(void) { return sizeof files / sizeof files[0]; }
