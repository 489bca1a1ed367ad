#ifndef C_GROUND_LIBRARIES_H
#define C_GROUND_LIBRARIES_H

#include <stddef.h>

/// A function of a library, and the offset at which a structure keeps its address.
struct ground_function {
  const char *name;
  size_t offset;
};

/// Opens a library for good, and writes the addresses of its functions to a structure.
///
/// The list of functions ends with one without a name. Returns null, or a message about the
/// library or function that is missing, which is valid until the thread opens another library.
const char *ground_open_library(const char *library, void *addresses,
                                const struct ground_function *functions);

#endif
