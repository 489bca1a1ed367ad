#include "CCompilerIndex.h"

#include <dlfcn.h>
#include <stdio.h>

int compiler_index_load(const char *library, struct compiler_index_functions *functions,
                        char *message, size_t size) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    snprintf(message, size, "%s", dlerror());
    return -1;
  }
// Stored through a `void *`, as POSIX shows it: ISO C converts no object pointer to a function.
#define FIND(name)                                                                          \
  do {                                                                                      \
    *(void **)&functions->name = dlsym(handle, "indexstore_" #name);                        \
    if (!functions->name) {                                                                 \
      snprintf(message, size, "it has no function 'indexstore_" #name "'");                 \
      dlclose(handle);                                                                      \
      return -1;                                                                            \
    }                                                                                       \
  } while (0)
  FIND(error_get_description);
  FIND(error_dispose);
  FIND(version);
  FIND(format_version);
  FIND(store_create);
  FIND(store_dispose);
  FIND(store_units_apply_f);
  FIND(store_get_unit_name_from_output_path);
  FIND(store_get_unit_modification_time);
  FIND(unit_reader_create);
  FIND(unit_reader_dispose);
  FIND(unit_reader_is_system_unit);
  FIND(unit_reader_get_main_file);
  FIND(unit_reader_get_module_name);
  FIND(unit_reader_get_output_file);
  FIND(unit_reader_dependencies_apply_f);
  FIND(unit_dependency_get_kind);
  FIND(unit_dependency_is_system);
  FIND(unit_dependency_get_name);
  FIND(unit_dependency_get_modulename);
  FIND(record_reader_create);
  FIND(record_reader_dispose);
  FIND(record_reader_symbols_apply_f);
  FIND(record_reader_occurrences_apply_f);
  FIND(occurrence_get_symbol);
  FIND(occurrence_get_roles);
  FIND(occurrence_get_line_col);
  FIND(symbol_get_kind);
  FIND(symbol_get_roles);
  FIND(symbol_get_name);
  FIND(symbol_get_usr);
#undef FIND
  return 0;
}
