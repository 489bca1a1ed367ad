#ifndef C_GROUND_HTTP_H
#define C_GROUND_HTTP_H

#include <stddef.h>

struct curl_slist;

/// What libcurl reports of a transfer that has finished: `CURLMsg`.
struct ground_curl_message {
  int kind;
  void *easy;
  union {
    void *other;
    int result;
  } data;
};

/// The functions of the system's libcurl that an exporter uses, found when the program runs.
///
/// Their types are declared here, so that building needs no headers of libcurl. It has had the
/// name `libcurl.so.4` since 2006, and adds functions only.
struct ground_curl {
  int (*global_init)(long flags);
  const char *(*easy_strerror)(int result);
  void *(*easy_init)(void);
  void (*easy_cleanup)(void *easy);
  /// Called through `ground_curl_set_…`, which know the type of a value.
  void (*easy_setopt)(void);
  void *(*multi_init)(void);
  int (*multi_cleanup)(void *multi);
  int (*multi_add_handle)(void *multi, void *easy);
  int (*multi_remove_handle)(void *multi, void *easy);
  int (*multi_perform)(void *multi, int *running);
  int (*multi_poll)(void *multi, void *others, unsigned count, int milliseconds, int *ready);
  int (*multi_wakeup)(void *multi);
  struct ground_curl_message *(*multi_info_read)(void *multi, int *remaining);
  struct curl_slist *(*slist_append)(struct curl_slist *list, const char *text);
  void (*slist_free_all)(struct curl_slist *list);
};

/// The flags of `curl_global_init`: `CURL_GLOBAL_ALL`.
static const long GROUND_CURL_GLOBAL_ALL = 3;

/// The protocols of `CURLOPT_PROTOCOLS`: `CURLPROTO_HTTP` and `CURLPROTO_HTTPS`.
static const long GROUND_CURL_HTTP_AND_HTTPS = 3;

/// The options of a transfer, by the numbers that the interface of libcurl has for them.
static const int GROUND_CURL_POST = 47;
static const int GROUND_CURL_FOLLOWLOCATION = 52;
static const int GROUND_CURL_POSTFIELDSIZE = 60;
static const int GROUND_CURL_NOSIGNAL = 99;
static const int GROUND_CURL_TIMEOUT_MS = 155;
static const int GROUND_CURL_CONNECTTIMEOUT_MS = 156;
static const int GROUND_CURL_HTTP_CONTENT_DECODING = 158;
static const int GROUND_CURL_PROTOCOLS = 181;
static const int GROUND_CURL_SUPPRESS_CONNECT_HEADERS = 265;
static const int GROUND_CURL_QUICK_EXIT = 322;
static const int GROUND_CURL_WRITEDATA = 10001;
static const int GROUND_CURL_URL = 10002;
static const int GROUND_CURL_HTTPHEADER = 10023;
static const int GROUND_CURL_HEADERDATA = 10029;
static const int GROUND_CURL_COPYPOSTFIELDS = 10165;
static const int GROUND_CURL_WRITEFUNCTION = 20011;
static const int GROUND_CURL_HEADERFUNCTION = 20079;

/// Opens a library and finds the functions of libcurl in it.
///
/// OpenSSL then keeps its resources until the process has ended, if it is not in use already.
///
/// Returns null, or a message as of ``ground_open_library``.
const char *ground_load_curl(const char *library, struct ground_curl *addresses);

/// Sets an option of a transfer to a number by `curl_easy_setopt`, and returns 0 if libcurl knows
/// the option.
int ground_curl_set_number(void (*easy_setopt)(void), void *easy, int option, long value);

/// Sets an option of a transfer to a pointer, and returns 0 if libcurl knows the option.
int ground_curl_set_pointer(void (*easy_setopt)(void), void *easy, int option,
                            const void *value);

/// Sets the function that gets parts of an answer, and returns 0 if libcurl knows the option.
int ground_curl_set_function(void (*easy_setopt)(void), void *easy, int option,
                             size_t (*value)(char *bytes, size_t size, size_t count,
                                             void *context));

#endif
