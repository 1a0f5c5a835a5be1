// SPDX-License-Identifier: MIT
//
// Written by 'make core-image'. The files are read when this one is compiled.

#include "CoreData.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// At the start of a page, so that what a look-up reads is on as few pages as in a file.
static const unsigned char image[] __attribute__((aligned(4096))) = {
#embed "core.image"
};

static const unsigned char units[] __attribute__((aligned(64))) = {
#embed "core.units"
};

static const unsigned char file0[] = {
#embed "../../Declarations/10-base.json"
};
static const unsigned char file1[] = {
#embed "../../Declarations/12-folders.json"
};
static const unsigned char file2[] = {
#embed "../../Declarations/14-links-and-clippings.json"
};
static const unsigned char file3[] = {
#embed "../../Declarations/16-executables.json"
};
static const unsigned char file4[] = {
#embed "../../Declarations/18-archives.json"
};
static const unsigned char file5[] = {
#embed "../../Declarations/20-text.json"
};
static const unsigned char file6[] = {
#embed "../../Declarations/25-source-code.json"
};
static const unsigned char file7[] = {
#embed "../../Declarations/30-images.json"
};
static const unsigned char file8[] = {
#embed "../../Declarations/35-audio-video.json"
};
static const unsigned char file9[] = {
#embed "../../Declarations/40-fonts-and-colour.json"
};
static const unsigned char file10[] = {
#embed "../../Declarations/42-bundles.json"
};
static const unsigned char file11[] = {
#embed "../../Declarations/45-documents.json"
};
static const unsigned char file12[] = {
#embed "../../Declarations/48-messages-and-contacts.json"
};
static const unsigned char file13[] = {
#embed "../../Declarations/50-security.json"
};
static const unsigned char file14[] = {
#embed "../../Declarations/52-users-and-icons.json"
};
static const unsigned char file15[] = {
#embed "../../Declarations/54-application-categories.json"
};
static const unsigned char file16[] = {
#embed "../../Declarations/56-hardware.json"
};
static const unsigned char file17[] = {
#embed "../../Declarations/60-more-images.json"
};
static const unsigned char file18[] = {
#embed "../../Declarations/61-more-audio-video.json"
};
static const unsigned char file19[] = {
#embed "../../Declarations/62-more-archives.json"
};
static const unsigned char file20[] = {
#embed "../../Declarations/63-more-source-code.json"
};
static const unsigned char file21[] = {
#embed "../../Declarations/64-more-documents.json"
};
static const unsigned char file22[] = {
#embed "../../Declarations/65-more-data.json"
};
static const unsigned char file23[] = {
#embed "../../Declarations/66-linux-system.json"
};
static const unsigned char file24[] = {
#embed "../../Declarations/67-more-security-and-mail.json"
};
static const unsigned char file25[] = {
#embed "../../Declarations/68-more-fonts.json"
};
static const unsigned char file26[] = {
#embed "../../Declarations/69-games.json"
};
static const unsigned char file27[] = {
#embed "../../Declarations/71-volume-contents.json"
};
static const unsigned char file28[] = {
#embed "../../Declarations/72-languages.json"
};
static const unsigned char file29[] = {
#embed "../../Declarations/73-markup-and-templates.json"
};
static const unsigned char file30[] = {
#embed "../../Declarations/74-build-and-configuration.json"
};
static const unsigned char file31[] = {
#embed "../../Declarations/75-science-and-engineering.json"
};
static const unsigned char file32[] = {
#embed "../../Declarations/76-pictures-models-and-drawings.json"
};
static const unsigned char file33[] = {
#embed "../../Declarations/77-more-media.json"
};
static const unsigned char file34[] = {
#embed "../../Declarations/78-games-and-emulators.json"
};
static const unsigned char file35[] = {
#embed "../../Declarations/79-more-files.json"
};
static const unsigned char file36[] = {
#embed "../../Declarations/90-devices.json"
};
static const unsigned char file37[] = {
#embed "../../Declarations/95-media-types.json"
};

static const struct tr_core_file files[] = {
    {"10-base.json", file0, sizeof file0},
    {"12-folders.json", file1, sizeof file1},
    {"14-links-and-clippings.json", file2, sizeof file2},
    {"16-executables.json", file3, sizeof file3},
    {"18-archives.json", file4, sizeof file4},
    {"20-text.json", file5, sizeof file5},
    {"25-source-code.json", file6, sizeof file6},
    {"30-images.json", file7, sizeof file7},
    {"35-audio-video.json", file8, sizeof file8},
    {"40-fonts-and-colour.json", file9, sizeof file9},
    {"42-bundles.json", file10, sizeof file10},
    {"45-documents.json", file11, sizeof file11},
    {"48-messages-and-contacts.json", file12, sizeof file12},
    {"50-security.json", file13, sizeof file13},
    {"52-users-and-icons.json", file14, sizeof file14},
    {"54-application-categories.json", file15, sizeof file15},
    {"56-hardware.json", file16, sizeof file16},
    {"60-more-images.json", file17, sizeof file17},
    {"61-more-audio-video.json", file18, sizeof file18},
    {"62-more-archives.json", file19, sizeof file19},
    {"63-more-source-code.json", file20, sizeof file20},
    {"64-more-documents.json", file21, sizeof file21},
    {"65-more-data.json", file22, sizeof file22},
    {"66-linux-system.json", file23, sizeof file23},
    {"67-more-security-and-mail.json", file24, sizeof file24},
    {"68-more-fonts.json", file25, sizeof file25},
    {"69-games.json", file26, sizeof file26},
    {"71-volume-contents.json", file27, sizeof file27},
    {"72-languages.json", file28, sizeof file28},
    {"73-markup-and-templates.json", file29, sizeof file29},
    {"74-build-and-configuration.json", file30, sizeof file30},
    {"75-science-and-engineering.json", file31, sizeof file31},
    {"76-pictures-models-and-drawings.json", file32, sizeof file32},
    {"77-more-media.json", file33, sizeof file33},
    {"78-games-and-emulators.json", file34, sizeof file34},
    {"79-more-files.json", file35, sizeof file35},
    {"90-devices.json", file36, sizeof file36},
    {"95-media-types.json", file37, sizeof file37},
};

const unsigned char *tr_core_image(void) { return image; }
size_t tr_core_image_count(void) { return sizeof image; }
const unsigned char *tr_core_units(void) { return units; }
size_t tr_core_units_count(void) { return sizeof units; }
const char *tr_core_marker(void) { return "778130c896e2f352febcb742fd667323.digest"; }
const struct tr_core_file *tr_core_files(void) { return files; }
size_t tr_core_file_count(void) { return sizeof files / sizeof files[0]; }
