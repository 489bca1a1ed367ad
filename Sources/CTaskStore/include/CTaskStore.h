#ifndef C_TASK_STORE_H
#define C_TASK_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sqlite3;
struct sqlite3_stmt;

/// The functions of the system's SQLite that a store uses, found when the program runs.
///
/// Their types are declared here, so that building needs no headers of SQLite. The interface
/// of SQLite 3 has not changed since 2004, and is promised not to.
struct task_store_sqlite {
  int (*libversion_number)(void);
  const char *(*libversion)(void);
  int (*threadsafe)(void);
  int (*open_v2)(const char *path, struct sqlite3 **database, int flags, const char *vfs);
  int (*close_v2)(struct sqlite3 *database);
  int (*busy_timeout)(struct sqlite3 *database, int milliseconds);
  int (*extended_errcode)(struct sqlite3 *database);
  const char *(*errmsg)(struct sqlite3 *database);
  int (*changes)(struct sqlite3 *database);
  int (*prepare_v2)(struct sqlite3 *database, const char *sql, int length,
                    struct sqlite3_stmt **statement, const char **rest);
  int (*step)(struct sqlite3_stmt *statement);
  int (*reset)(struct sqlite3_stmt *statement);
  int (*clear_bindings)(struct sqlite3_stmt *statement);
  int (*finalize)(struct sqlite3_stmt *statement);
  int (*bind_int64)(struct sqlite3_stmt *statement, int index, int64_t value);
  int (*bind_text)(struct sqlite3_stmt *statement, int index, const char *text, int length,
                   void (*destructor)(void *));
  int (*bind_null)(struct sqlite3_stmt *statement, int index);
  int (*column_count)(struct sqlite3_stmt *statement);
  int (*column_type)(struct sqlite3_stmt *statement, int index);
  int64_t (*column_int64)(struct sqlite3_stmt *statement, int index);
  const unsigned char *(*column_text)(struct sqlite3_stmt *statement, int index);
  int (*column_bytes)(struct sqlite3_stmt *statement, int index);
};

/// Opens a library and finds the functions of SQLite in it.
///
/// Returns 0, or -1 with a message about the library or function that is missing.
int task_store_load_sqlite(const char *library, struct task_store_sqlite *functions,
                           char *message, size_t size);

/// Has SQLite copy the text that is bound to a statement: `SQLITE_TRANSIENT`.
int task_store_bind_text(const struct task_store_sqlite *functions,
                         struct sqlite3_stmt *statement, int index, const char *text, int length);

/// Returns the name of the network file system that a file is on, or null if it is on none that
/// can be told.
const char *task_store_network_file_system(const char *path);

/// Writes the identifier that the system has had since it started, and returns whether it is
/// known.
bool task_store_boot_identifier(char *text, size_t size);

/// Returns the nanoseconds of the system's monotonic clock, the same in all its processes.
int64_t task_store_monotonic_nanoseconds(void);

/// Returns a descriptor that is readable when a file has been written to, or -1.
int task_store_watch_file(const char *path);

#endif
