#ifndef C_COMPILER_INDEX_H
#define C_COMPILER_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ReadingProcess.h"

/// A text of the library, without a zero at its end. It is valid as long as its owner.
struct compiler_index_string {
  const char *data;
  size_t length;
};

/// Called for each element of a list, until it returns false.
typedef bool (*compiler_index_body)(void *context, void *element);

/// Called for each name of a list, until it returns false.
typedef bool (*compiler_index_name_body)(void *context, struct compiler_index_string name);

/// Bits of the roles of an occurrence, by the numbers that the library has for them.
static const uint64_t COMPILER_INDEX_DECLARATION = 1 << 0;
static const uint64_t COMPILER_INDEX_DEFINITION = 1 << 1;
static const uint64_t COMPILER_INDEX_REFERENCE = 1 << 2;
static const uint64_t COMPILER_INDEX_CALL = 1 << 5;
static const uint64_t COMPILER_INDEX_IMPLICIT = 1 << 8;
static const uint64_t COMPILER_INDEX_EXTENDED = 1 << 14;

/// Kinds of the dependencies of a unit.
static const int COMPILER_INDEX_UNIT = 1;
static const int COMPILER_INDEX_RECORD = 2;

/// The functions of the toolchain's `libIndexStore` that are used, found when the program runs.
///
/// Their types are declared here, as version 0.16 of the interface has them, so that building
/// needs no headers of the toolchain. What is added counts in the minor version; another major
/// version is rejected.
struct compiler_index_functions {
  const char *(*error_get_description)(void *error);
  void (*error_dispose)(void *error);

  unsigned (*version)(void);
  unsigned (*format_version)(void);
  void *(*store_create)(const char *path, void **error);
  void (*store_dispose)(void *store);
  bool (*store_units_apply_f)(void *store, unsigned is_sorted, void *context,
                              compiler_index_name_body body);
  size_t (*store_get_unit_name_from_output_path)(void *store, const char *path, char *name,
                                                 size_t size);
  bool (*store_get_unit_modification_time)(void *store, const char *unit, int64_t *seconds,
                                           int64_t *nanoseconds, void **error);

  void *(*unit_reader_create)(void *store, const char *unit, void **error);
  void (*unit_reader_dispose)(void *unit);
  bool (*unit_reader_is_system_unit)(void *unit);
  struct compiler_index_string (*unit_reader_get_main_file)(void *unit);
  struct compiler_index_string (*unit_reader_get_module_name)(void *unit);
  struct compiler_index_string (*unit_reader_get_output_file)(void *unit);
  bool (*unit_reader_dependencies_apply_f)(void *unit, void *context, compiler_index_body body);
  int (*unit_dependency_get_kind)(void *dependency);
  bool (*unit_dependency_is_system)(void *dependency);
  struct compiler_index_string (*unit_dependency_get_name)(void *dependency);
  struct compiler_index_string (*unit_dependency_get_modulename)(void *dependency);

  void *(*record_reader_create)(void *store, const char *record, void **error);
  void (*record_reader_dispose)(void *record);
  bool (*record_reader_symbols_apply_f)(void *record, bool is_uncached, void *context,
                                        compiler_index_body body);
  bool (*record_reader_occurrences_apply_f)(void *record, void *context,
                                            compiler_index_body body);

  void *(*occurrence_get_symbol)(void *occurrence);
  uint64_t (*occurrence_get_roles)(void *occurrence);
  void (*occurrence_get_line_col)(void *occurrence, unsigned *line, unsigned *column);

  int (*symbol_get_kind)(void *symbol);
  uint64_t (*symbol_get_roles)(void *symbol);
  struct compiler_index_string (*symbol_get_name)(void *symbol);
  struct compiler_index_string (*symbol_get_usr)(void *symbol);
};

/// Opens a library and finds the functions of the index in it.
///
/// Returns 0, or -1 with a message about the library or function that is missing. The library
/// stays open until the process ends.
int compiler_index_load(const char *library, struct compiler_index_functions *functions,
                        char *message, size_t size);

/// Returns whether a file of a store ends with its last block, or is not there.
///
/// `last_blocks` has a bit for each number that the last block may have. The library reads past
/// the end of a file that was cut off.
bool compiler_index_file_is_complete(const char *path, uint32_t last_blocks);

#endif
