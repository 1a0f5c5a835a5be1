// SPDX-License-Identifier: MIT
//
// The description of the interface that every service has.

#include "Texts.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char varlink_service[] = {
#embed "org.varlink.service.varlink" suffix(, 0)
};

const char *tr_text_varlink_service(void) { return (const char *)varlink_service; }
