#ifndef C_PROCESS_LIFECYCLE_H
#define C_PROCESS_LIFECYCLE_H

/// Has Foundation read the system's time zone again, in a program that has Foundation.
///
/// In C, because Swift has no weak references to functions here. A strong one would bring
/// all of Foundation, and the data of ICU, into every statically linked program.
void lifecycle_reset_foundation_time_zone(void);

#ifdef __linux__
#include <stdbool.h>

/// Makes a descriptor that is readable while a socket is readable, or writable.
///
/// In C, because Swift's Glibc has no epoll. It returns -1 and sets `errno` on failure.
int lifecycle_watch_socket(int descriptor, bool for_writing);
#endif

#endif
