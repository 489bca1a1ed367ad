#include <stdlib.h>

#if !defined(__GLIBC__)

#include "CAllocationCounter.h"

// Other C libraries do not offer their allocator under a second name.
bool modkit_can_count_allocations(void) { return false; }

void modkit_start_counting_allocations(void) {}

uint64_t modkit_stop_counting_allocations(void) { return 0; }

uint64_t modkit_allocated_bytes(void) { return 0; }

void modkit_keep_freed_memory(void) {}

#endif
