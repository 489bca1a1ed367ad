// Tells the thread sanitizer what Synchronization.Mutex does when threads meet.
//
// The fast paths of Mutex are inlined into our code and instrumented with it.
// The slow ones, where one thread waits for another, are in the library that
// comes with the toolchain, without instrumentation: the sanitizer does not see
// that the waiting thread got the lock, and reports every use of a contended
// mutex as a race. Loaded before that library, these functions stand in for the
// slow paths and add what is missing. Nothing else is kept from the sanitizer.
//
// Built and used by Tests/ThreadSanitizer/run.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

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
