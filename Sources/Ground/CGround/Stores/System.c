#include "CGroundStores.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

int64_t task_store_monotonic_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

#ifdef __linux__

#include <sys/inotify.h>
#include <sys/vfs.h>
#include <unistd.h>

const char *task_store_network_file_system(const char *path) {
  struct statfs status;
  if (statfs(path, &status) != 0) return NULL;
  // The numbers of statfs(2). FUSE is left out, as most of it is local.
  switch ((uint32_t)status.f_type) {
  case 0x6969: return "NFS";
  case 0x517B: return "SMB";
  case 0xFF534D42: return "CIFS";
  case 0xFE534D42: return "SMB2";
  case 0x5346414F: return "AFS";
  case 0x00C36400: return "Ceph";
  case 0x0BD00BD0: return "Lustre";
  case 0x73757245: return "Coda";
  case 0x7461636F: return "OCFS2";
  case 0x01161970: return "GFS2";
  default: return NULL;
  }
}

bool task_store_boot_identifier(char *text, size_t size) {
  FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");
  if (!file) return false;
  bool is_read = fgets(text, (int)size, file) != NULL;
  fclose(file);
  if (is_read) text[strcspn(text, "\n")] = 0;
  return is_read;
}

int task_store_watch_file(const char *path) {
  int descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (descriptor < 0) return -1;
  if (inotify_add_watch(descriptor, path, IN_MODIFY) < 0) {
    close(descriptor);
    return -1;
  }
  return descriptor;
}

#else

#include <sys/mount.h>
#include <sys/param.h>
#include <sys/sysctl.h>

const char *task_store_network_file_system(const char *path) {
  struct statfs status;
  if (statfs(path, &status) != 0) return NULL;
  return status.f_flags & MNT_LOCAL ? NULL : "a network file system";
}

bool task_store_boot_identifier(char *text, size_t size) {
  return sysctlbyname("kern.bootsessionuuid", text, &size, NULL, 0) == 0;
}

// A change is found by the look that a store takes every second.
int task_store_watch_file(const char *path) {
  (void)path;
  return -1;
}

#endif
