// SPDX-License-Identifier: MIT
//
// Texts that are part of the programs. Each is a file of its own beside this directory, which other programs
// can read, and is embedded when this target is compiled. All are UTF-8, and end with a NUL.

#ifndef TYPEREGISTRY_TEXTS_H
#define TYPEREGISTRY_TEXTS_H

/// The description of `org.varlink.service`.
const char *_Nonnull tr_text_varlink_service(void);

/// The description of `org.typeregistry.types`.
const char *_Nonnull tr_text_types_interface(void);

/// The description of `org.typeregistry.handlers`.
const char *_Nonnull tr_text_handlers_interface(void);

/// The description of `org.typeregistry.registry`.
const char *_Nonnull tr_text_registry_interface(void);

/// The page of all types, with the names of what is inserted between at signs.
const char *_Nonnull tr_text_page(void);

/// The style of the page.
const char *_Nonnull tr_text_page_style(void);

/// The script of the page.
const char *_Nonnull tr_text_page_script(void);

/// The completion of bash.
const char *_Nonnull tr_text_bash_completion(void);

/// The completion of zsh.
const char *_Nonnull tr_text_zsh_completion(void);

/// The completion of fish.
const char *_Nonnull tr_text_fish_completion(void);

#endif
