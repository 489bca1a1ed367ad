#ifndef MODKIT_C_SECTION_REGISTRY_H
#define MODKIT_C_SECTION_REGISTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Hidden: each image that holds a copy of the toolkit calls its own.
#define MODKIT_INTERNAL __attribute__((visibility("hidden")))

/// How many images the process has loaded and unloaded so far. Loading only ever
/// raises the first number; an equal pair means that nothing came or went.
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
  /// On ELF, the image's dynamic section, by which the loader's own list knows
  /// it. Elsewhere null.
  const void *dynamic;
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

/// How many images the process has loaded so far, as far as queries must know.
///
/// The number never falls, and has risen whenever an image came that is there
/// now. An image that came and went between two calls may not show in it.
///
/// A few nanoseconds, and no lock, once `modkit_watch_images` has been called and
/// while the image it watches is the last one; else as much as
/// `modkit_current_generation`.
MODKIT_INTERNAL uint64_t modkit_loaded_images(void);

/// The current generation, exactly. The loader is asked under its lock, which
/// takes some tens of nanoseconds.
MODKIT_INTERNAL modkit_generation modkit_current_generation(void);

/// Finds the runs of records in every loaded image.
///
/// Nothing is decoded here, and no code of an image runs: the loader's lock is
/// held meanwhile.
MODKIT_INTERNAL modkit_runs modkit_collect_runs(void);

/// Releases what `modkit_collect_runs` returned.
MODKIT_INTERNAL void modkit_free_runs(modkit_runs runs);

/// Makes sure that the image of this path stays loaded until the process ends.
///
/// Returns the loader's handle for it, which is as good as long, or null when no
/// image of this path is loaded (any more).
MODKIT_INTERNAL void *modkit_pin_image(const char *path);

/// Makes `modkit_loaded_images` fast, given the runs in the process. To be called
/// after images came and those that hold records were pinned.
MODKIT_INTERNAL void modkit_watch_images(modkit_runs runs);

#endif
