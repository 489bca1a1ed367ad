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

#endif
