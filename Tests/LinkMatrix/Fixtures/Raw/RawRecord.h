// A record written by hand, so that any field of it can be wrong.

#include <stdbool.h>
#include <stdint.h>

typedef bool accessor(void *out, const void *type, const void *hint, uintptr_t reserved);

typedef struct {
  uint32_t owner_size, descriptor_size, kind, owner;
  uint16_t version, flags;
  int32_t priority;
  accessor *accessor;
  uint64_t id;
  uint32_t line, column;
  uint16_t key_size, file_size;
  uint32_t detail_size;
  char key[8], file[8];
} raw_record;

#define RECORD(name)                                                                     \
  __attribute__((section(".note.modkit"), used, aligned(8))) static const raw_record name

// A good record of kind "raw "; fields given after these override them.
#define GOOD(number, text)                                                               \
  .owner_size = 4, .descriptor_size = sizeof(raw_record) - 16, .kind = 0x72617720,       \
  .owner = 0x00544B4D, .version = 1, .accessor = refuse, .id = number, .line = number,   \
  .column = 1, .key_size = sizeof text - 1, .key = text, .file_size = 7, .file = "Raw/R.c"

static bool refuse(void *out, const void *type, const void *hint, uintptr_t reserved) {
  return false;
}
