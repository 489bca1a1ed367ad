#include "CGroundProcess.h"

#ifdef __ELF__

// `NSTimeZone.resetSystemTimeZone()`, which does not look at its type.
__attribute__((weak)) void reset_all(void) __asm__(
    "$s10Foundation10NSTimeZoneC015resetSystemTimeC0yyFZ");

// What it calls for `TimeZone`, in programs that have no more than FoundationEssentials; and
// the end of the value that this returns.
__attribute__((weak)) void *reset_essentials(void) __asm__(
    "$s20FoundationEssentials8TimeZoneV012_resetSystemcD0ACSgyFZ");
__attribute__((weak)) void swift_release(void *object);

void lifecycle_reset_foundation_time_zone(void) {
  if (reset_all) {
    reset_all();
  } else if (reset_essentials && swift_release) {
    swift_release(reset_essentials());
  }
}

#else

// There Foundation is part of the system, and is asked in Swift.
void lifecycle_reset_foundation_time_zone(void) {}

#endif
