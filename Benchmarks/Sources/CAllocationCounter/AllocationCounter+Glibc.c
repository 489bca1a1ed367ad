// Before the test: any header of glibc defines its name.
#include <stdlib.h>

#if defined(__GLIBC__)

#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

#include "CAllocationCounter.h"

// An executable's own malloc takes the place of the C library's in the whole
// process; glibc's stays within reach under these names, so that nothing but
// the counting is added. free needs no counting and is left alone.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_bool is_counting;
static atomic_uint_fast64_t allocations;

// While counting is off, an allocation costs one more test.
static inline void count_one(void) {
  if (atomic_load_explicit(&is_counting, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
  }
}

void *malloc(size_t size) {
  count_one();
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  count_one();
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  count_one();
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  count_one();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count_one();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  bool is_power_of_two = alignment != 0 && (alignment & (alignment - 1)) == 0;
  if (!is_power_of_two || alignment % sizeof(void *) != 0) return EINVAL;
  count_one();
  void *result = __libc_memalign(alignment, size);
  if (!result) return ENOMEM;
  *memory = result;
  return 0;
}

bool modkit_can_count_allocations(void) { return true; }

void modkit_start_counting_allocations(void) {
  atomic_store(&allocations, 0);
  atomic_store(&is_counting, true);
}

uint64_t modkit_stop_counting_allocations(void) {
  atomic_store(&is_counting, false);
  return atomic_load(&allocations);
}

uint64_t modkit_allocated_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

void modkit_keep_freed_memory(void) {
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
  // The largest that glibc accepts: what is smaller comes from the heap.
  mallopt(M_MMAP_THRESHOLD, 4 * 1024 * 1024 * (int)sizeof(long));
}

#endif
