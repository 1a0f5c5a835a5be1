// SPDX-License-Identifier: MIT
//
// SQLite, and static inline wrappers of its functions and macros that Swift cannot use: variadic
// functions and macros with casts.

#ifndef TYPEREGISTRY_CSQLITE_SHIM_H
#define TYPEREGISTRY_CSQLITE_SHIM_H

#include <sqlite3.h>

/// Hardens a connection against a malicious database: no functions with side effects in its schema,
/// no writing to the schema table, no extensions.
///
/// Closing the connection does not checkpoint; the writer does that explicitly.
static inline int tr_sqlite_harden(sqlite3 *database) {
  int code = sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  if (code == SQLITE_OK) code = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  if (code == SQLITE_OK)
    code = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, (int *)0);
  if (code == SQLITE_OK)
    code = sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
  return code;
}

/// Binds a copy of `count` bytes of UTF-8 to the parameter at `index`, counted from 1.
static inline int tr_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text,
                                      int count) {
  return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

#endif
