#include "CGroundThread.h"

#include <pthread.h>

_Thread_local struct pharos_thread pharos_thread_variable;

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_ready;

static void end_thread(void *details) {
  // What its destruction changes finds a thread without details, and makes new
  // ones, with which the system comes again.
  pharos_thread_variable.details = 0;
  pharos_thread_variable.end(details);
}

static void make_key(void) { is_ready = pthread_key_create(&key, end_thread) == 0; }

bool pharos_set_details(void *details, void (*end)(void *)) {
  pharos_thread_variable.end = end;
  pthread_once(&once, make_key);
  if (!is_ready || pthread_setspecific(key, details) != 0) return false;
  pharos_thread_variable.details = details;
  return true;
}

struct serial_executor {
  uintptr_t identity;
  uintptr_t implementation;
};

__attribute__((swiftcall)) extern bool
swift_task_isCurrentExecutorWithFlags(struct serial_executor executor, uint64_t flags);

extern void *swift_tryRetain(void *object);

bool pharos_try_retain(void *object) { return swift_tryRetain(object) != 0; }

bool pharos_is_current_executor(uintptr_t identity, uintptr_t implementation) {
  struct serial_executor executor = {identity, implementation};
  return swift_task_isCurrentExecutorWithFlags(executor, 0);
}
