#ifndef C_PROCESS_LIFECYCLE_H
#define C_PROCESS_LIFECYCLE_H

/// Has Foundation read the system's time zone again, in a program that has Foundation.
///
/// In C, because Swift has no weak references to functions here. A strong one would bring
/// all of Foundation, and the data of ICU, into every statically linked program.
void lifecycle_reset_foundation_time_zone(void);

#endif
