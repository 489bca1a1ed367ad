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
  int64_t (*last_insert_rowid)(struct sqlite3 *database);
  int (*get_autocommit)(struct sqlite3 *database);
  const char *(*db_filename)(struct sqlite3 *database, const char *schema);
  int (*prepare_v2)(struct sqlite3 *database, const char *sql, int length,
                    struct sqlite3_stmt **statement, const char **rest);
  int (*step)(struct sqlite3_stmt *statement);
  int (*reset)(struct sqlite3_stmt *statement);
  int (*clear_bindings)(struct sqlite3_stmt *statement);
  int (*finalize)(struct sqlite3_stmt *statement);
  int (*bind_int64)(struct sqlite3_stmt *statement, int index, int64_t value);
  int (*bind_text)(struct sqlite3_stmt *statement, int index, const char *text, int length,
                   void (*destructor)(void *));
  int (*column_count)(struct sqlite3_stmt *statement);
  int (*column_type)(struct sqlite3_stmt *statement, int index);
  int64_t (*column_int64)(struct sqlite3_stmt *statement, int index);
  const unsigned char *(*column_text)(struct sqlite3_stmt *statement, int index);
  int (*column_bytes)(struct sqlite3_stmt *statement, int index);
};

/// Opens a library and finds the functions of SQLite in it.
///
/// Returns null, or a message as of ``ground_open_library``.
const char *task_store_load_sqlite(const char *library, struct task_store_sqlite *addresses);

/// Has SQLite copy the text that is bound to a statement: `SQLITE_TRANSIENT`.
int task_store_bind_text(int (*bind_text)(struct sqlite3_stmt *, int, const char *, int,
                                          void (*)(void *)),
                         struct sqlite3_stmt *statement, int index, const char *text, int length);

struct pg_conn;
struct pg_result;

/// Values that libpq returns, by the numbers that its interface has for them.
static const int TASK_STORE_CONNECTED = 0;
static const int TASK_STORE_POLL_READING = 1;
static const int TASK_STORE_POLL_WRITING = 2;
static const int TASK_STORE_POLL_OK = 3;
static const int TASK_STORE_IN_TRANSACTION = 2;
static const int TASK_STORE_RESULT_DONE = 1;
static const int TASK_STORE_RESULT_ROWS = 2;
static const int TASK_STORE_RESULT_SYNC = 10;
static const int TASK_STORE_RESULT_ABORTED = 11;

/// A notification of a server, as libpq hands it out.
struct task_store_notification {
  char *channel;
  int process;
  char *text;
};

/// An option of a connection string, as libpq hands it out.
struct task_store_conninfo_option {
  char *keyword;
  char *environment;
  char *compiled;
  char *value;
  char *label;
  char *display;
  int size;
};

/// The functions of the system's libpq that a store uses, found when the program runs.
///
/// Their types are declared here, so that building needs no headers of PostgreSQL. libpq has
/// had the name `libpq.so.5` since 2006, and adds functions only.
struct task_store_postgres {
  int (*lib_version)(void);
  struct task_store_conninfo_option *(*conninfo_parse)(const char *text, char **message);
  void (*conninfo_free)(struct task_store_conninfo_option *options);
  void (*freemem)(void *memory);
  struct pg_conn *(*connect_start_params)(const char *const *keywords,
                                          const char *const *values, int expand_database);
  int (*connect_poll)(struct pg_conn *connection);
  void (*finish)(struct pg_conn *connection);
  int (*socket)(const struct pg_conn *connection);
  int (*status)(const struct pg_conn *connection);
  char *(*error_message)(const struct pg_conn *connection);
  int (*server_version)(const struct pg_conn *connection);
  const char *(*parameter_status)(const struct pg_conn *connection, const char *name);
  char *(*host)(const struct pg_conn *connection);
  char *(*db)(const struct pg_conn *connection);
  int (*backend_pid)(const struct pg_conn *connection);
  int (*set_nonblocking)(struct pg_conn *connection, int is_nonblocking);
  void *(*set_notice_receiver)(struct pg_conn *connection,
                               void (*receiver)(void *, const struct pg_result *),
                               void *context);
  int (*enter_pipeline_mode)(struct pg_conn *connection);
  int (*pipeline_sync)(struct pg_conn *connection);
  int (*send_prepare)(struct pg_conn *connection, const char *name, const char *command,
                      int count, const unsigned *types);
  int (*send_query_prepared)(struct pg_conn *connection, const char *name, int count,
                             const char *const *values, const int *lengths,
                             const int *formats, int result_format);
  struct pg_result *(*exec_params)(struct pg_conn *connection, const char *command, int count,
                                   const unsigned *types, const char *const *values,
                                   const int *lengths, const int *formats, int result_format);
  int (*transaction_status)(const struct pg_conn *connection);
  int (*flush)(struct pg_conn *connection);
  int (*consume_input)(struct pg_conn *connection);
  int (*is_busy)(struct pg_conn *connection);
  struct pg_result *(*get_result)(struct pg_conn *connection);
  struct task_store_notification *(*notifies)(struct pg_conn *connection);
  int (*result_status)(const struct pg_result *result);
  char *(*result_error_field)(const struct pg_result *result, int field);
  void (*clear)(struct pg_result *result);
  int (*ntuples)(const struct pg_result *result);
  int (*nfields)(const struct pg_result *result);
  int (*getisnull)(const struct pg_result *result, int row, int column);
  char *(*getvalue)(const struct pg_result *result, int row, int column);
};

/// Opens a library and finds the functions of libpq in it.
///
/// Returns null, or a message as of ``ground_open_library``.
const char *task_store_load_postgres(const char *library, struct task_store_postgres *addresses);

/// Keeps the notices of a server from being written to standard error.
void task_store_ignore_notices(const struct task_store_postgres *functions,
                               struct pg_conn *connection);

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
