#if defined(__linux__)
// For dl_iterate_phdr.
#define _GNU_SOURCE
#include <link.h>
#endif

#include "CBenchmarkSupport.h"

#if defined(__linux__)

static int visit_first_image(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  *(uint64_t *)context = info->dlpi_adds + info->dlpi_subs;
  return 1;
}

uint64_t modkit_count_image_changes(void) {
  uint64_t changes = 0;
  dl_iterate_phdr(visit_first_image, &changes);
  return changes;
}

#else

uint64_t modkit_count_image_changes(void) { return 0; }

#endif
