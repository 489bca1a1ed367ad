// For RTLD_NOLOAD and RTLD_NODELETE.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

#include "CGroundImages.h"

void modkit_free_runs(modkit_runs runs) {
  for (size_t i = 0; i < runs.count; i++) free(runs.runs[i].path);
  free(runs.runs);
}

void *modkit_pin_image(const char *path) {
  void *image = dlopen(path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
  // The flag stays with the image; the count goes back to what it was.
  if (image) dlclose(image);
  return image;
}
