#ifndef CCOMPILERINDEX_H
#define CCOMPILERINDEX_H

#include <stddef.h>

/// A text of the library, without a zero at its end.
typedef struct {
  const char *data;
  size_t length;
} modkit_index_string;

#endif
