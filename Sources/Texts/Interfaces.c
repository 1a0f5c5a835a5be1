// SPDX-License-Identifier: MIT
//
// The descriptions of the interfaces of the daemon.

#include "Texts.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char types_interface[] = {
#embed "org.typeregistry.types.varlink" suffix(, 0)
};

const char *tr_text_types_interface(void) { return (const char *)types_interface; }

static const unsigned char handlers_interface[] = {
#embed "org.typeregistry.handlers.varlink" suffix(, 0)
};

const char *tr_text_handlers_interface(void) { return (const char *)handlers_interface; }

static const unsigned char registry_interface[] = {
#embed "org.typeregistry.registry.varlink" suffix(, 0)
};

const char *tr_text_registry_interface(void) { return (const char *)registry_interface; }
