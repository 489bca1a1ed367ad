#ifndef MODKIT_C_BENCHMARK_SUPPORT_H
#define MODKIT_C_BENCHMARK_SUPPORT_H

#include <stdint.h>

/// Makes the optimizer assume that other code reads and changes memory through
/// this pointer, at the cost of no instruction.
static inline void modkit_use_pointer(const void *pointer) {
  __asm__ volatile("" : : "r"(pointer) : "memory");
}

/// Asks the loader how many images came and went, the cheapest way it offers.
/// Zero where the loader does not tell.
uint64_t modkit_count_image_changes(void);

/// Ends one count of instructions and starts the next, if callgrind runs the program.
void modkit_mark_count(void);

#endif
