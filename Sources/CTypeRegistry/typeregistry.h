// SPDX-License-Identifier: MIT
//
// A registry of uniform types, for programs in C and in languages that can call C.
// Link with 'pkg-config --cflags --libs typeregistry'.
//
// - Until version 1.0 this interface may change with each version; compare tr_version().
// - Every function may be called by any number of threads at once. The exception is tr_close(): no other call
//   with the same registry may run then. A child of fork() may go on with its copy of a registry if no other
//   thread was in a function when it was made.
// - No function ends the program, whatever its arguments are, as long as each pointer is NULL or leads to as
//   much memory as the function may read or write. An error is a negative number, and tr_message() has its
//   text; then the memory that a pointer for an answer leads to is unchanged.
// - Each 'const char *' that is passed to a function is read during the call and need not be valid UTF-8.
//   Each one that is returned ends in a NUL, belongs to the registry and lives until tr_close(), whatever
//   tr_refresh() does; equal texts are stored once, so memory grows with different texts alone.
// - A function that fills an array writes at most 'capacity' elements, and the number of all elements to
//   '*count'. If that is larger, call again with a larger array. With a capacity of 0 the array may be NULL.
// - A 'locale' is such as "pt_BR", or several separated by colons; "C" is none. NULL is that of the environment
//   when the registry was opened: LC_ALL, LC_MESSAGES or LANG, and LANGUAGE.

#ifndef TYPEREGISTRY_H
#define TYPEREGISTRY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A registry. The pointer is a number in disguise and is never followed: a closed one is recognised.
typedef struct tr_registry tr_registry;

/// A type of one generation of one registry; 0 is none. Another generation, and another registry, does
/// not take it for one of its own. Two are the same type exactly if they are equal.
typedef uint64_t tr_type;

/// The results of functions.
enum {
  /// The call succeeded.
  TR_OK = 0,
  /// There is no such type, tag or text. Not an error.
  TR_NONE = 1,
  /// A pointer is NULL where it must not be, or a text does not have the required form.
  TR_ERROR_ARGUMENT = -1,
  /// A text is longer than TR_LONGEST_TEXT, or names together are longer than TR_LONGEST_NAMES.
  TR_ERROR_LENGTH = -2,
  /// The registry is closed, or never was one.
  TR_ERROR_REGISTRY = -3,
  /// The type is 0, or of another registry or generation.
  TR_ERROR_TYPE = -4,
  /// The file is not a usable image: damaged, of another version, or not a regular file.
  TR_ERROR_IMAGE = -5,
  /// There are 1,024 open registries; or tr_type_named() is called for a dynamic type, and the generation has
  /// named 1,048,576 others.
  TR_ERROR_LIMIT = -6,
  /// There is no file of that path, or it cannot be read.
  TR_ERROR_FILE = -7,
  /// There is no application or action of that name, or it cannot be started.
  TR_ERROR_APPLICATION = -8,
  /// The application takes no files; or no URLs, and there is one among the targets.
  TR_ERROR_TARGET = -9,
  /// The application needs a terminal, and there is no emulator that passes on these names unchanged.
  TR_ERROR_TERMINAL = -10,
  /// A file's name could run as a command, or the application has TR_UNPROTECTED.
  TR_ERROR_UNSAFE = -11,
};

/// What a type is known by: tr_type_of_file() and tr_type_of_contents().
enum {
  /// Neither name nor contents say anything.
  TR_BY_NOTHING = 0,
  /// Nothing but that it is text.
  TR_BY_TEXT = 1,
  /// The contents show it, alone or among the types that the name has.
  TR_BY_CONTENTS = 2,
  /// The name says it, and nothing was read; or the kind of the file does, as of a directory.
  TR_BY_NAME = 3,
};

/// The longest name, identifier, tag, locale or path, in bytes.
#define TR_LONGEST_TEXT 65536
/// The most bytes of names in one call.
#define TR_LONGEST_NAMES (1 << 28)

/// The version of the library. It lives as long as the program.
const char *tr_version(void);

/// The meaning of a returned number, in a few words of English. It lives as long as the program.
const char *tr_message(int code);

// Opening

/// Opens a registry of the declarations that are installed on this machine, with the choices of its
/// user, as the environment names them. The core types are part of the library.
///
/// The caller closes '*registry' with tr_close().
int tr_open(tr_registry **registry);

/// Opens a registry that is in a file, as 'utcli image' writes it, and nothing else.
///
/// Symbolic links are followed, and the file may belong to any user. If its owner is neither root nor the
/// user of this process, or its group or others may write it, each of its applications has the flag
/// TR_UNPROTECTED. The file is read whole, checked in memory, and never mapped: it may be replaced or
/// removed afterwards. TR_ERROR_IMAGE if it is not a regular file of at most 256 MiB that this process may
/// read, or not an undamaged registry of this version. The caller closes '*registry' with tr_close().
int tr_open_image(const char *path, tr_registry **registry);

/// Checks whether declarations or choices changed, and uses the new ones if they did. '*changed' is then 1,
/// and every answer may differ; else 0. It may be NULL.
///
/// Changed declarations, or changed choices of types for tags, make the next generation: types of earlier
/// generations are then errors, and their texts stay valid. If only applications were chosen, types stay
/// valid. Each call that runs at the same time is answered from one generation. An earlier generation is
/// freed when its last call ends; a thread keeps the generation of its last call until its next call, or
/// until it ends, and so for each of the two registries that it called last.
int tr_refresh(tr_registry *registry, int *changed);

/// Watches the files that a registry was made from. '*descriptor' becomes readable for poll(2) when
/// tr_refresh() has something to do.
///
/// From then on tr_refresh() does nothing during a burst of changes, and '*descriptor' is readable again after
/// 75 ms without a change, or after a second; mostly '*changed' is then 0. Lists of applications (mimeapps.list)
/// are watched, and the choices that 'utcli' keeps beside them are not: each tr_refresh() checks these.
/// '*descriptor' belongs to the registry: do not read it; tr_close() closes it. TR_NONE for a registry that is
/// in an image file; TR_ERROR_LIMIT if the system has no free descriptors.
///
/// A child of fork() does not wait for its copy of the descriptor: the parent takes its events. It calls tr_watch()
/// again, which closes the copy, not the parent's descriptor, and returns another one. Until then tr_refresh() in
/// the child compares all files, as without a watch.
int tr_watch(tr_registry *registry, int *descriptor);

/// Closes a registry and frees everything that it has returned.
int tr_close(tr_registry *registry);

// Finding types

/// The type of a regular file of that name, which need not exist: the last part of a path, 'length' bytes.
/// Always a type: for an unknown extension a dynamic one, without an extension public.data. A generation
/// names at most 1,048,576 different dynamic types; instead of further ones it returns public.data.
int tr_type_of_name(tr_registry *registry, const char *name, size_t length, tr_type *type);

/// The types of many names, each ending in a NUL (the last NUL may be missing), like tr_type_of_name(), all
/// of one generation.
int tr_types_of_names(tr_registry *registry, const char *names, size_t length, tr_type *types,
                      size_t capacity, size_t *count);

/// The types of 'count' names in one text, like tr_type_of_name(), all of one generation, without a NUL between
/// the names: name i begins at offset i and ends before offset i + 1, as in an array of Arrow. A path is taken
/// for its last part, without slashes at its end.
///
/// 'offsets' are 'count' + 1 signed numbers of 'width' bytes, 4 or 8. TR_ERROR_ARGUMENT if an offset is negative,
/// less than the one before it, or more than 'length', or for another width; then no type is written. 'types'
/// has room for 'count'.
int tr_types_of_slices(tr_registry *registry, const char *text, size_t length, const void *offsets,
                       size_t width, tr_type *types, size_t count);

/// The types of 'count' names or paths in cells of 'width' bytes each, like tr_types_of_slices(). A name ends
/// before the NULs that fill its cell, as in an array 'S' of NumPy.
///
/// 'cells' leads to the first cell, and the next one begins 'stride' bytes after it, or before it if that is
/// negative. 'types' has room for 'count'. TR_ERROR_LENGTH if 'width' is more than TR_LONGEST_NAMES.
int tr_types_of_cells(tr_registry *registry, const char *cells, size_t width, ptrdiff_t stride,
                      tr_type *types, size_t count);

/// The type of a file, by its name and kind, and by its contents where these leave it open: at most 128 KiB
/// of the beginning of a regular file are read, and 64 KiB at another place. Other files are never
/// opened. Of a symbolic link, its target is meant. '*certainty' gets TR_BY_NAME and so on; it may be
/// NULL. TR_ERROR_FILE if there is no such file, or it cannot be read.
int tr_type_of_file(tr_registry *registry, const char *path, tr_type *type, int *certainty);

/// The types of many files, each path ending in a NUL (the last NUL may be missing), like tr_type_of_file(),
/// all of one generation. Several threads read the files. A file that does not exist or cannot be read has
/// the type 0 and the certainty TR_ERROR_FILE. '*count' gets the number of paths; only the first 'capacity'
/// files are read. 'certainties' has the same capacity as 'types', and may be NULL.
int tr_types_of_files(tr_registry *registry, const char *paths, size_t length, tr_type *types,
                      int *certainties, size_t capacity, size_t *count);

/// The type of a file of that name, which may be empty, and these contents, as tr_type_of_file() gives it.
///
/// 'contents' are the first 'length' bytes of the file, which has 'file_length' bytes; if that is not more
/// than 'length', they are all. More than the first 128 KiB and 64 KiB elsewhere are not looked at.
/// TR_ERROR_LENGTH for more than TR_LONGEST_NAMES bytes.
int tr_type_of_contents(tr_registry *registry, const void *contents, size_t length,
                        size_t file_length, const char *name, size_t name_length, tr_type *type,
                        int *certainty);

/// The type of that identifier, in any case; TR_NONE if it is neither known nor dynamic.
int tr_type_named(tr_registry *registry, const char *identifier, tr_type *type);

/// All types that a tag can mean, the one that it means first; one dynamic type if none is declared.
///
/// 'tag_class' is "public.filename-extension", "public.mime-type" or another class. Only types that
/// conform to 'supertype', unless that is 0. TR_ERROR_ARGUMENT if 'tag' is not a tag of that class.
int tr_types_of_tag(tr_registry *registry, const char *tag_class, const char *tag, tr_type supertype,
                    tr_type *types, size_t capacity, size_t *count);

// Relations

/// 1 if 'type' is 'supertype' or conforms to it, else 0.
int tr_conforms(tr_registry *registry, tr_type type, tr_type supertype);

/// Which of 'count' types conform to 'supertype': 'answers' receives 1 or 0 for each. TR_ERROR_TYPE if one of
/// them is not a type of this generation; its answer is 0, and the others are valid.
int tr_conform(tr_registry *registry, const tr_type *types, size_t count, tr_type supertype,
               uint8_t *answers);

/// The types that 'type' conforms to, the nearest first, without itself.
int tr_supertypes(tr_registry *registry, tr_type type, tr_type *types, size_t capacity,
                  size_t *count);

// Properties: '*text' belongs to the registry

/// The identifier, in lower case.
int tr_identifier(tr_registry *registry, tr_type type, const char **text);

/// The extension for files of the type, without the dot; TR_NONE if it has none.
int tr_preferred_extension(tr_registry *registry, tr_type type, const char **text);

/// All tags of a class that the type declares, the preferred one first: of "public.filename-extension" its
/// extensions, of "public.mime-type" its MIME types. None is inherited. They belong to the registry.
/// TR_ERROR_ARGUMENT if 'tag_class' cannot be the name of a class. 'tags' may be NULL if 'capacity' is 0.
int tr_tags(tr_registry *registry, tr_type type, const char *tag_class, const char **tags,
            size_t capacity, size_t *count);

/// The MIME type of the type for other programs on Linux, such as a web server: freedesktop's name
/// ("audio/x-wav"), inherited if the type has none, as 'utcli type-of --mime' and the service have it.
/// TR_NONE if no supertype has one either.
int tr_mime_type(tr_registry *registry, tr_type type, const char **text);

/// The supertype that tr_mime_type() is inherited from; TR_NONE if the type itself has it, and if there is
/// none.
int tr_mime_type_source(tr_registry *registry, tr_type type, tr_type *source);

/// The MIME type that the type declares first, which is Apple's name where Apple has one
/// ("audio/vnd.wave"), and is not inherited; TR_NONE if it has none.
int tr_preferred_mime_type(tr_registry *registry, tr_type type, const char **text);

/// The description, for people, in the language of 'locale' if there is a translation; inherited if the type
/// has none. TR_NONE if there is no description, as of a dynamic type.
int tr_description(tr_registry *registry, tr_type type, const char *locale, const char **text);

/// The names of icons, in the order of a program's search in an icon theme ("image-png", "image-x-generic",
/// ..., "unknown"), by freedesktop's Icon Naming Specification; at least one, each once. They belong to the
/// registry. 'names' may be NULL if 'capacity' is 0.
int tr_icon_names(tr_registry *registry, tr_type type, const char **names, size_t capacity,
                  size_t *count);

// Applications

/// The application takes any number of files at once; it works in a terminal.
#define TR_TAKES_MANY 1u
#define TR_TERMINAL 2u
/// The application was installed, and the user has not confirmed it: ask the user before it is used.
#define TR_UNCONFIRMED 4u
/// The registry comes from a file that another user could have written, and so do the arguments: show the
/// application, and do not start it.
#define TR_UNPROTECTED 8u
/// The application takes files; it takes URLs. One with neither can only be started alone, and is no choice
/// for "open with".
#define TR_TAKES_FILES 16u
#define TR_TAKES_URLS 32u

/// An application that opens a type. Everything that it points to belongs to the registry.
typedef struct tr_handler {
  /// The identifier of the application's bundle.
  const char *bundle;
  /// The application's name, for people.
  const char *name;
  /// "Editor", "Viewer", "Shell", "QLGenerator" or "None"; NULL if it was chosen and has no claim.
  const char *role;
  /// The argument vector that starts it, ending in NULL; "%f", "%F", "%u" and "%U" are to be replaced.
  const char *const *arguments;
  /// The number of arguments.
  size_t argument_count;
  /// TR_TAKES_MANY and so on.
  uint32_t flags;
  /// The application's icon: a name in the icon theme, or an absolute path; NULL if it has none.
  const char *icon;
  /// The ID of its desktop entry, as mimeapps.list has it; NULL if another kind of file declares it.
  const char *entry;
  /// The file that declares it, which replaces "%k".
  const char *path;
  /// The directory that it starts in; NULL for the caller's.
  const char *directory;
} tr_handler;

/// The applications that open a type, the default one first; names in the language of 'locale', as in
/// tr_description().
///
/// The user's choices are read at the first call for applications, and again by each tr_refresh(): call it
/// before a menu is shown, or a file is opened. The first answer about a type takes some ten microseconds, and
/// later ones a tenth of one.
int tr_handlers(tr_registry *registry, tr_type type, const char *locale, tr_handler *handlers,
                size_t capacity, size_t *count);

/// The applications that open a file, as 'utcli open' finds them: by name, kind and contents, a choice for this
/// file alone, and choices for its extension. Links are followed. TR_ERROR_FILE if there is no such file.
int tr_handlers_of_file(tr_registry *registry, const char *path, const char *locale,
                        tr_handler *handlers, size_t capacity, size_t *count);

/// The applications that open a URL: those chosen for a pattern that it matches, and those for its scheme, for
/// which "mailto:" is enough; of a "file:" URL those of the file. TR_ERROR_ARGUMENT if it has no scheme.
int tr_handlers_of_url(tr_registry *registry, const char *url, const char *locale,
                       tr_handler *handlers, size_t capacity, size_t *count);

/// The applications that can be started and that menus list, in byte order of their identifiers. "Other
/// applications" for a file are those with TR_TAKES_FILES that tr_handlers_of_file() does not have. None of them
/// has a role.
int tr_applications(tr_registry *registry, const char *locale, tr_handler *handlers,
                    size_t capacity, size_t *count);

/// The application of an identifier; TR_NONE if there is none that can be started.
int tr_application(tr_registry *registry, const char *bundle, const char *locale, tr_handler *handler);

// Starting applications

/// A further way to start an application, such as "New Window". Its texts belong to the registry.
typedef struct tr_action {
  /// The identifier in the desktop entry, such as "new-window".
  const char *identifier;
  /// The name, for people; and that of its icon, or an absolute path, NULL for the icon of the application.
  const char *name, *icon;
} tr_action;

/// The actions of an application that can be started: 'Actions' of its desktop entry, which is read now.
int tr_actions(tr_registry *registry, const char *bundle, const char *locale, tr_action *actions,
               size_t capacity, size_t *count);

/// One process to start, by posix_spawn(3): no shell takes part.
typedef struct tr_launch {
  /// The argument vector, ending in NULL: the absolute path of the program first, every placeholder replaced;
  /// a terminal emulator comes first where one is needed.
  const char *const *arguments;
  size_t argument_count;
  /// The directory that the process starts in ('Path'); NULL for the caller's.
  const char *directory;
  /// The variables, ending in NULL, that receive an activation token, so that the new window gets the focus:
  /// "XDG_ACTIVATION_TOKEN", and "DESKTOP_STARTUP_ID" if the application ends a start-up notification. Set
  /// them if there is a token, and else remove them.
  const char *const *token_variables;
  /// The first of the targets that this process opens, and how many it opens.
  size_t first_target, target_count;
} tr_launch;

/// The processes that open files and URLs with an application; nothing is started.
///
/// 'action' is the identifier of a tr_action; NULL to just open. 'targets' are paths and URLs, each ending in a
/// NUL (the last NUL may be missing), 'length' bytes; none to start the application alone. What begins with a
/// scheme and a colon is a URL, so that a path should be absolute; a "file:" URL is a path. An application that
/// takes one file at a time has a process for each. An action that takes no files, such as "New Window", is
/// started without them: 'target_count' is 0.
///
/// The caller frees '*launches', an array of '*count', with tr_free(); it needs no registry.
int tr_prepare_launch(tr_registry *registry, const char *bundle, const char *action,
                      const char *targets, size_t length, tr_launch **launches, size_t *count);

/// Frees what tr_prepare_launch() has returned; NULL is nothing.
void tr_free(tr_launch *launches);

// Files, as a list of files shows them

/// The kinds of files: tr_file.
enum {
  /// A regular file.
  TR_REGULAR = 1,
  /// A directory that is not a mount point.
  TR_DIRECTORY = 2,
  /// The root of a mounted file system.
  TR_MOUNT_POINT = 3,
  /// A symbolic link whose target is missing.
  TR_BROKEN_LINK = 4,
  TR_CHARACTER_DEVICE = 5, TR_BLOCK_DEVICE = 6, TR_NAMED_PIPE = 7, TR_SOCKET = 8,
};

/// The path is that of a symbolic link.
#define TR_LINK 1u
/// The type is that of a directory which people see as one file, such as an application or a document.
#define TR_PACKAGE 2u

/// What is shown of a file. Everything that it points to belongs to the registry.
typedef struct tr_file {
  /// The type, by name, kind and contents; of a link, that of its target. 0 if there is no such file.
  tr_type type;
  /// TR_REGULAR and so on, links followed; TR_BY_NAME and so on. Both are TR_ERROR_FILE if there is no such file.
  int kind, certainty;
  /// TR_LINK, TR_PACKAGE.
  uint32_t flags;
  /// The identifier of the type.
  const char *identifier;
  /// As of tr_description(), and of a dynamic type that of what it conforms to; NULL if there is none. And the
  /// first name of tr_icon_names(), which few icon themes have: try all of these.
  const char *description, *icon;
  /// The first application of tr_handlers_of_file(); its 'bundle' is NULL if no application opens the file.
  tr_handler handler;
} tr_file;

/// Looks at a file as 'utcli' does. Its contents are read where its name leaves its type open, unless it cannot
/// be read, or another machine or a program serves it. TR_ERROR_FILE if there is no such file.
int tr_look_at_file(tr_registry *registry, const char *path, const char *locale, tr_file *file);

/// Looks at many files, each path ending in a NUL (the last NUL may be missing), like tr_look_at_file(), all of
/// one generation. Several threads read the files. '*count' gets the number of paths; only the first
/// 'capacity' files are looked at.
int tr_look_at_files(tr_registry *registry, const char *paths, size_t length, const char *locale,
                     tr_file *files, size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
