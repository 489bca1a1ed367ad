#include "CCompilerIndex.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

// A file of the index is an LLVM bitstream: four bytes of magic, then blocks. A block begins with
// a word of which the lowest two bits are 1, and has the number of the words that follow its
// header in the second: <https://llvm.org/docs/BitCodeFormat.html>.
bool compiler_index_file_is_complete(const char *path, uint32_t last_blocks) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return true;
  struct stat status;
  bool is_complete = fstat(descriptor, &status) == 0 && status.st_size > 4;
  int64_t offset = 4;
  uint32_t block = 0;
  while (is_complete && offset < status.st_size) {
    uint32_t header[2];
    ssize_t count = pread(descriptor, header, sizeof header, offset);
    is_complete = count == sizeof header && (header[0] & 3) == 1;
    block = header[0] >> 2 & 31;
    if (is_complete) offset += (int64_t)sizeof header + (int64_t)header[1] * 4;
  }
  close(descriptor);
  return is_complete && offset == status.st_size && (last_blocks >> block & 1);
}
