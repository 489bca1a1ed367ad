#include "CGroundLibraries.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

const char *ground_open_library(const char *library, void *addresses,
                                const struct ground_function *functions) {
  static _Thread_local char message[512];
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    snprintf(message, sizeof message, "%s", dlerror());
    return message;
  }
  for (; functions->name; functions++) {
    void *address = dlsym(handle, functions->name);
    if (!address) {
      snprintf(message, sizeof message, "it has no function '%s'", functions->name);
      dlclose(handle);
      return message;
    }
    // Copied as bytes: ISO C converts no object pointer to a function.
    memcpy((char *)addresses + functions->offset, &address, sizeof address);
  }
  return NULL;
}
