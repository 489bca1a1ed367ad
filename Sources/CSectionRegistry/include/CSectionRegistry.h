#ifndef MODKIT_C_SECTION_REGISTRY_H
#define MODKIT_C_SECTION_REGISTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Hidden: each image that holds a copy of the toolkit calls its own.
#define MODKIT_INTERNAL __attribute__((visibility("hidden")))

/// How many images the process has loaded and unloaded so far. Both only grow,
/// so an equal pair means that nothing came or went.
typedef struct {
  uint64_t loaded;
  uint64_t unloaded;
} modkit_generation;

/// A run of bytes in a loaded image that holds at least one record.
typedef struct {
  const void *start;
  size_t size;
  /// What the sizes inside are rounded up to: 4 or 8.
  size_t alignment;
  /// The lowest and one past the highest address of the image's code.
  uintptr_t code_start;
  uintptr_t code_end;
  /// The image's address, the same for all its runs.
  uintptr_t image;
  /// The image's path.
  char *path;
  bool is_main_executable;
} modkit_run;

/// All runs of records in the process, and when that was true.
typedef struct {
  modkit_generation generation;
  modkit_run *runs;
  size_t count;
  /// False when memory ran out before the last image was seen.
  bool complete;
} modkit_runs;

/// The current generation; some twenty nanoseconds.
MODKIT_INTERNAL modkit_generation modkit_current_generation(void);

/// Finds the runs of records in every loaded image.
///
/// Nothing is decoded here, and no code of an image runs: the loader's lock is
/// held meanwhile.
MODKIT_INTERNAL modkit_runs modkit_collect_runs(void);

/// Releases what `modkit_collect_runs` returned.
MODKIT_INTERNAL void modkit_free_runs(modkit_runs runs);

/// Makes sure that the image of this path stays loaded until the process ends.
/// False when no image of this path is loaded (any more).
MODKIT_INTERNAL bool modkit_pin_image(const char *path);

#endif
