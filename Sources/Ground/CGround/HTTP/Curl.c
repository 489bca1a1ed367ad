#include "CGroundHTTP.h"
#include "CGroundLibraries.h"

#include <dlfcn.h>
#include <stdint.h>

static const struct ground_function functions[] = {
#define FUNCTION(name) {"curl_" #name, offsetof(struct ground_curl, name)}
  FUNCTION(global_init),
  FUNCTION(easy_strerror),
  FUNCTION(easy_init),
  FUNCTION(easy_cleanup),
  FUNCTION(easy_setopt),
  FUNCTION(multi_init),
  FUNCTION(multi_cleanup),
  FUNCTION(multi_add_handle),
  FUNCTION(multi_remove_handle),
  FUNCTION(multi_perform),
  FUNCTION(multi_poll),
  FUNCTION(multi_wakeup),
  FUNCTION(multi_info_read),
  FUNCTION(slist_append),
  FUNCTION(slist_free_all),
#undef FUNCTION
  {NULL, 0},
};

// OpenSSL, if libcurl uses it, releases its locks at exit, even while another thread uses them. Its
// first call decides about that.
static void keep_locks_at_exit(const char *library) {
  static const uint64_t no_cleanup_at_exit = 0x00080000;
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  int (*initialize)(uint64_t options, const void *settings);
  *(void **)&initialize = dlsym(handle, "OPENSSL_init_crypto");
  if (initialize) initialize(no_cleanup_at_exit, NULL);
  dlclose(handle);
}

const char *ground_load_curl(const char *library, struct ground_curl *addresses) {
  const char *message = ground_open_library(library, addresses, functions);
  if (!message) keep_locks_at_exit(library);
  return message;
}

// A variadic function may pass its arguments otherwise than a function of fixed arguments, as on
// Apple's systems for ARM.
typedef int set_option(void *easy, int option, ...);

int ground_curl_set_number(void (*easy_setopt)(void), void *easy, int option, long value) {
  return ((set_option *)easy_setopt)(easy, option, value);
}

int ground_curl_set_pointer(void (*easy_setopt)(void), void *easy, int option,
                            const void *value) {
  return ((set_option *)easy_setopt)(easy, option, value);
}

int ground_curl_set_function(void (*easy_setopt)(void), void *easy, int option,
                             size_t (*value)(char *bytes, size_t size, size_t count,
                                             void *context)) {
  return ((set_option *)easy_setopt)(easy, option, value);
}
