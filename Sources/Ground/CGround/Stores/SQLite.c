#include "CGroundStores.h"

#include <dlfcn.h>
#include <stdio.h>

int task_store_load_sqlite(const char *library, struct task_store_sqlite *functions,
                           char *message, size_t size) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    snprintf(message, size, "%s", dlerror());
    return -1;
  }
// Stored through a `void *`, as POSIX shows it: ISO C converts no object pointer to a function.
#define FIND(name)                                                                          \
  do {                                                                                      \
    *(void **)&functions->name = dlsym(handle, "sqlite3_" #name);                           \
    if (!functions->name) {                                                                 \
      snprintf(message, size, "it has no function 'sqlite3_" #name "'");                    \
      dlclose(handle);                                                                      \
      return -1;                                                                            \
    }                                                                                       \
  } while (0)
  FIND(libversion_number);
  FIND(libversion);
  FIND(threadsafe);
  FIND(open_v2);
  FIND(close_v2);
  FIND(busy_timeout);
  FIND(extended_errcode);
  FIND(errmsg);
  FIND(changes);
  FIND(get_autocommit);
  FIND(db_filename);
  FIND(prepare_v2);
  FIND(step);
  FIND(reset);
  FIND(clear_bindings);
  FIND(finalize);
  FIND(bind_int64);
  FIND(bind_text);
  FIND(bind_null);
  FIND(column_count);
  FIND(column_type);
  FIND(column_int64);
  FIND(column_text);
  FIND(column_bytes);
#undef FIND
  return 0;
}

int task_store_bind_text(const struct task_store_sqlite *functions,
                         struct sqlite3_stmt *statement, int index, const char *text,
                         int length) {
  return functions->bind_text(statement, index, text, length, (void (*)(void *))-1);
}
