#include "CGroundHTTP.h"
#include "CGroundLibraries.h"

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

const char *ground_load_curl(const char *library, struct ground_curl *addresses) {
  return ground_open_library(library, addresses, functions);
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
