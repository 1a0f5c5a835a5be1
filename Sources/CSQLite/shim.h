// SPDX-License-Identifier: MIT
//
// SQLite, and static inline wrappers of what Swift cannot call or name: variadic functions and
// macros that cast.

#ifndef TYPEREGISTRY_CSQLITE_SHIM_H
#define TYPEREGISTRY_CSQLITE_SHIM_H

#include <sqlite3.h>

/// Makes a connection distrust what a database says: no function with side effects in its schema,
/// no writing to the schema table, no extension.
///
/// It also does not checkpoint when it is closed: whoever writes decides that.
static inline int tr_sqlite_harden(sqlite3 *database) {
  int code = sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  if (code == SQLITE_OK) code = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  if (code == SQLITE_OK)
    code = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, (int *)0);
  if (code == SQLITE_OK)
    code = sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
  return code;
}

/// Binds a copy of `count` bytes of UTF-8.
static inline int tr_sqlite_bind_text(sqlite3_stmt *statement, int place, const char *text,
                                      int count) {
  return sqlite3_bind_text(statement, place, text, count, SQLITE_TRANSIENT);
}

#endif
