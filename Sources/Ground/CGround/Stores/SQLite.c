#include "CGroundLibraries.h"
#include "CGroundStores.h"

static const struct ground_function functions[] = {
#define FUNCTION(name) {"sqlite3_" #name, offsetof(struct task_store_sqlite, name)}
  FUNCTION(libversion_number),
  FUNCTION(libversion),
  FUNCTION(threadsafe),
  FUNCTION(open_v2),
  FUNCTION(close_v2),
  FUNCTION(busy_timeout),
  FUNCTION(extended_errcode),
  FUNCTION(errmsg),
  FUNCTION(changes),
  FUNCTION(last_insert_rowid),
  FUNCTION(get_autocommit),
  FUNCTION(db_filename),
  FUNCTION(prepare_v2),
  FUNCTION(step),
  FUNCTION(reset),
  FUNCTION(clear_bindings),
  FUNCTION(finalize),
  FUNCTION(bind_int64),
  FUNCTION(bind_text),
  FUNCTION(column_count),
  FUNCTION(column_type),
  FUNCTION(column_int64),
  FUNCTION(column_text),
  FUNCTION(column_bytes),
#undef FUNCTION
  {NULL, 0},
};

const char *task_store_load_sqlite(const char *library, struct task_store_sqlite *addresses) {
  return ground_open_library(library, addresses, functions);
}

int task_store_bind_text(int (*bind_text)(struct sqlite3_stmt *, int, const char *, int,
                                          void (*)(void *)),
                         struct sqlite3_stmt *statement, int index, const char *text, int length) {
  return bind_text(statement, index, text, length, (void (*)(void *))-1);
}
