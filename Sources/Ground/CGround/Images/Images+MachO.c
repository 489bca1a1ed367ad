#if defined(__APPLE__)

// Written from the documentation of dyld and not tested by our checks.

#include <mach-o/dyld.h>
#include <mach-o/getsect.h>
#include <mach-o/loader.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "CGroundImages.h"

static _Atomic uint64_t images_loaded, images_unloaded;

static void image_came(const struct mach_header *header, intptr_t slide) {
  (void)header, (void)slide;
  atomic_fetch_add_explicit(&images_loaded, 1, memory_order_relaxed);
}

static void image_went(const struct mach_header *header, intptr_t slide) {
  (void)header, (void)slide;
  atomic_fetch_add_explicit(&images_unloaded, 1, memory_order_relaxed);
}

uint64_t modkit_loaded_images(void) { return modkit_current_generation().loaded; }

// Asking is fast as it is: the loader itself calls when an image came.
void modkit_watch_images(modkit_runs runs) { (void)runs; }

modkit_generation modkit_current_generation(void) {
  static _Atomic bool is_watching;
  if (!atomic_exchange_explicit(&is_watching, true, memory_order_relaxed)) {
    _dyld_register_func_for_add_image(image_came);
    _dyld_register_func_for_remove_image(image_went);
  }
  return (modkit_generation){
      atomic_load_explicit(&images_loaded, memory_order_relaxed),
      atomic_load_explicit(&images_unloaded, memory_order_relaxed),
  };
}

modkit_runs modkit_collect_runs(void) {
  modkit_runs found = {.generation = modkit_current_generation(), .complete = true};
  uint32_t count = _dyld_image_count();
  found.runs = calloc(count, sizeof *found.runs);
  if (count && !found.runs) {
    found.complete = false;
    return found;
  }
  for (uint32_t i = 0; i < count; i++) {
    const struct mach_header_64 *header = (const void *)_dyld_get_image_header(i);
    // Images of the system's shared cache hold no records of ours.
    if (!header || (header->flags & MH_DYLIB_IN_CACHE)) continue;
    unsigned long size = 0, code_size = 0;
    const uint8_t *start = getsectiondata(header, "__DATA_CONST", "__modkit_rec", &size);
    if (!start || size == 0) continue;
    const uint8_t *code = getsegmentdata(header, "__TEXT", &code_size);
    char *path = strdup(_dyld_get_image_name(i) ? _dyld_get_image_name(i) : "");
    if (!path) {
      found.complete = false;
      break;
    }
    found.runs[found.count++] = (modkit_run){
        .start = start,
        .size = size,
        .alignment = 8,
        .code_start = (uintptr_t)code,
        .code_end = (uintptr_t)code + code_size,
        .image = (uintptr_t)header,
        .path = path,
        .is_main_executable = header->filetype == MH_EXECUTE,
    };
  }
  return found;
}

#endif
