// Tells the thread sanitizer where threads meet in libraries that come with the
// toolchain, and so without instrumentation.
//
// Synchronization.Mutex: the fast paths are inlined into our code and instrumented
// with it. The slow ones, where one thread waits for another, are in the library: the
// sanitizer does not see that the waiting thread got the lock, and reports every use
// of a contended mutex as a race.
//
// Continuations: the runtime tells the sanitizer of a continuation that is resumed
// while a task waits for it, but not of one that is resumed before the task comes to
// wait, so that whatever was handed over looks like a race.
//
// Loaded before those libraries, these functions stand in for theirs and add what is
// missing. Nothing else is kept from the sanitizer.
//
// Built and used by Tests/Checks/ThreadSanitizer/run.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define SWIFT_CALL __attribute__((swiftcall))
#define SWIFT_SELF __attribute__((swift_context))

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Weak: the shell and the package manager run without the sanitizer.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

typedef SWIFT_CALL void (*lock_function)(uint32_t thread, SWIFT_SELF void *handle);
typedef SWIFT_CALL void (*unlock_function)(SWIFT_SELF void *handle);

SWIFT_CALL void lock_slow(uint32_t thread, SWIFT_SELF void *handle) __asm__(LOCK_SLOW);
SWIFT_CALL void unlock_slow(SWIFT_SELF void *handle) __asm__(UNLOCK_SLOW);

SWIFT_CALL void lock_slow(uint32_t thread, SWIFT_SELF void *handle) {
  ((lock_function)dlsym(RTLD_NEXT, LOCK_SLOW))(thread, handle);
  if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT_CALL void unlock_slow(SWIFT_SELF void *handle) {
  if (__tsan_release) __tsan_release(handle);
  ((unlock_function)dlsym(RTLD_NEXT, UNLOCK_SLOW))(handle);
}

#define SWIFT_ASYNC_CALL __attribute__((swiftasynccall))
#define SWIFT_ASYNC_CONTEXT __attribute__((swift_async_context))

typedef SWIFT_CALL void (*resume_function)(void *task);
typedef SWIFT_CALL void (*checked_resume_function)(
    void *value, const void *type, SWIFT_SELF void *continuation);
typedef SWIFT_ASYNC_CALL void (*await_function)(void *context);
typedef SWIFT_ASYNC_CALL void (*go_on_function)(SWIFT_ASYNC_CONTEXT void *context);

extern SWIFT_CALL void *swift_task_getCurrent(void) __attribute__((weak));

// Unsafe continuations, which are resumed by inlined code.
#define RESUME(name)                                \
  SWIFT_CALL void name(void *task) {                \
    if (__tsan_release) __tsan_release(task);       \
    ((resume_function)dlsym(RTLD_NEXT, #name))(task); \
  }

RESUME(swift_continuation_resume)
RESUME(swift_continuation_throwingResume)

// Checked ones, which call those inside their own library: an object with the waiting
// task behind its header, until it is resumed.
#define CHECKED_RESUME(name, symbol)                                                     \
  SWIFT_CALL void name(void *value, const void *type, SWIFT_SELF void *continuation)     \
      __asm__(symbol);                                                                   \
  SWIFT_CALL void name(void *value, const void *type, SWIFT_SELF void *continuation) {   \
    void *task = (*(void ***)continuation)[2];                                           \
    if (__tsan_release && task) __tsan_release(task);                                    \
    ((checked_resume_function)dlsym(RTLD_NEXT, symbol))(value, type, continuation);      \
  }

CHECKED_RESUME(resume_returning, "$sScC6resume9returningyxn_tF")
CHECKED_RESUME(resume_throwing, "$sScC6resume8throwingyq_n_tF")

// How a task goes on once its continuation is resumed: the second word of what awaits.
typedef struct awaiting {
  void *parent;
  go_on_function go_on;
} awaiting;

// What the runtime would have called, by what awaits.
static struct entry {
  awaiting *context;
  go_on_function go_on;
  struct entry *next;
} *entries[1024];
static pthread_mutex_t entries_lock = PTHREAD_MUTEX_INITIALIZER;

static struct entry **entries_of(awaiting *context) {
  return &entries[((uintptr_t)context >> 4) % (sizeof entries / sizeof *entries)];
}

static go_on_function take_entry(awaiting *context) {
  pthread_mutex_lock(&entries_lock);
  struct entry **place = entries_of(context);
  while ((*place)->context != context) place = &(*place)->next;
  struct entry *entry = *place;
  *place = entry->next;
  pthread_mutex_unlock(&entries_lock);
  go_on_function go_on = entry->go_on;
  free(entry);
  return go_on;
}

// Orders this after the thread that resumed the task, before it waited or meanwhile.
static SWIFT_ASYNC_CALL void go_on_seeing(SWIFT_ASYNC_CONTEXT void *context) {
  go_on_function go_on = take_entry(context);
  __tsan_acquire(swift_task_getCurrent());
  __attribute__((musttail)) return go_on(context);
}

SWIFT_ASYNC_CALL void swift_continuation_await(void *context) {
  if (__tsan_acquire && swift_task_getCurrent) {
    awaiting *waiting = context;
    struct entry *entry = malloc(sizeof *entry);
    *entry = (struct entry){waiting, waiting->go_on, NULL};
    pthread_mutex_lock(&entries_lock);
    struct entry **place = entries_of(waiting);
    entry->next = *place;
    *place = entry;
    pthread_mutex_unlock(&entries_lock);
    waiting->go_on = go_on_seeing;
  }
  await_function await = (await_function)dlsym(RTLD_NEXT, "swift_continuation_await");
  __attribute__((musttail)) return await(context);
}
