// SPDX-License-Identifier: MIT
//
// The page of all types.

#include "Texts.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char page[] = {
#embed "page.html" suffix(, 0)
};

const char *tr_text_page(void) { return (const char *)page; }

static const unsigned char page_style[] = {
#embed "page.css" suffix(, 0)
};

const char *tr_text_page_style(void) { return (const char *)page_style; }

static const unsigned char page_script[] = {
#embed "page.js" suffix(, 0)
};

const char *tr_text_page_script(void) { return (const char *)page_script; }
