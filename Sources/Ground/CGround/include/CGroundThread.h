#ifndef C_PHAROS_THREAD_H
#define C_PHAROS_THREAD_H

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

/// What a thread is in the middle of, as the delivery of changes sees it.
///
/// In C, because Swift has no variables of threads, and the library's keys for
/// them cost a third of what setting a relay may.
struct pharos_thread {
  /// Whether the thread delivers changes, or collects them for a transaction.
  bool is_busy;
  /// Whether it owns domains whose changes it has yet to deliver.
  bool has_tickets;
  /// How many transactions it is in.
  int32_t transaction_depth;
  /// How many changes led to the one that is being delivered, each made by an
  /// observer of the one before.
  int64_t generation;
  /// The number of the write that led to the change that is being delivered, or 0
  /// if it has none.
  uint64_t write_number;
  /// The rest, which is not needed for the simplest changes; null until then.
  void *details;
  /// What ends the details when the thread does.
  void (*end)(void *);
};

extern _Thread_local struct pharos_thread pharos_thread_variable;

/// The variable of the calling thread; all zero in a new thread.
static inline struct pharos_thread *pharos_current_thread(void) {
  return &pharos_thread_variable;
}

/// Lets another thread run, if more are ready than there are processors.
static inline void pharos_yield(void) {
  sched_yield();
}

/// Has `end` called with the thread's details when it ends.
///
/// Returns whether the system accepted it.
bool pharos_set_details(void *details, void (*end)(void *));

/// Whether the calling code runs on an executor, given by its two words.
///
/// The runtime's own question; in Swift it can only be asked of some executors.
bool pharos_is_current_executor(uintptr_t identity, uintptr_t implementation);

/// Retains an object of Swift, unless its deinitializer has begun.
///
/// Returns whether it did. The memory must still be the object's.
bool pharos_try_retain(void *object);

#endif
