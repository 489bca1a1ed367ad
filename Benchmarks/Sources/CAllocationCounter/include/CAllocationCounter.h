#ifndef MODKIT_C_ALLOCATION_COUNTER_H
#define MODKIT_C_ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations can be counted on this platform.
bool modkit_can_count_allocations(void);

/// Starts to count, from zero, what all threads of the process allocate.
void modkit_start_counting_allocations(void);

/// Stops counting, and returns how many allocations there were.
uint64_t modkit_stop_counting_allocations(void);

/// The bytes of the heap that are in use, with what the allocator adds to each
/// allocation; 0 where the C library does not say.
uint64_t modkit_allocated_bytes(void);

/// Makes the allocator keep what is freed, where it can be told to.
///
/// It would otherwise return memory to the system and take it back between one
/// iteration and the next, which costs what no single use of the work does.
void modkit_keep_freed_memory(void);

#endif
