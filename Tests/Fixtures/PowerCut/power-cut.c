// Loaded into a process before its libraries: keeps a copy of a folder for each moment at which
// the power could fail.
//
// Before each change of a file in POWER_CUT_FOLDER, three states are written to numbered folders
// in POWER_CUT_COPIES:
//
//     0007-kept   all that was written reached the disk
//     0007-half   so did half of the write that comes next
//     0007-lost   only what was synchronized has: files by `fsync`, names by `fsync` of the folder
//
// The file 'acknowledged' is a witness, which says what the program may rely on; every copy has
// it as it is. The program writes its files from one thread at a time.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAXIMUM 16
static const char witness[] = "acknowledged";

/// What is on the disk of a file, as far as it is synchronized.
struct file {
  char name[NAME_MAX + 1];
  /// The file that its content was read from, which keeps its identity under other names.
  ino_t identity;
  char *bytes;
  size_t count;
  /// Whether the folder has its name, also after a power cut.
  int is_named;
};

static struct file files[MAXIMUM];
static int file_count;
static int number;
static int is_busy;

static ssize_t (*real_write_at)(int, const void *, size_t, off_t);
static int (*real_sync)(int);
static int (*real_truncate)(int, off_t);
static int (*real_unlink)(const char *);

static const char *folder(void) { return getenv("POWER_CUT_FOLDER"); }

static void stop(const char *what) {
  perror(what);
  _exit(70);
}

__attribute__((constructor)) static void find_real_functions(void) {
  real_write_at = dlsym(RTLD_NEXT, "pwrite64");
  real_sync = dlsym(RTLD_NEXT, "fsync");
  real_truncate = dlsym(RTLD_NEXT, "ftruncate64");
  real_unlink = dlsym(RTLD_NEXT, "unlink");
}

/// The name of an open file in the folder; "" for the folder itself, null for all others.
static const char *name_of(int descriptor, char path[PATH_MAX]) {
  char link[64];
  const char *root = folder();
  if (!root || is_busy) return NULL;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length < 0) return NULL;
  path[length] = 0;
  size_t prefix = strlen(root);
  if (strncmp(path, root, prefix) != 0) return NULL;
  if (path[prefix] == 0) return path + prefix;
  return path[prefix] == '/' ? path + prefix + 1 : NULL;
}

static char *content(const char *path, size_t *count) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  struct stat status;
  if (fstat(fileno(file), &status)) stop(path);
  char *bytes = malloc((size_t)status.st_size + 1);
  *count = fread(bytes, 1, (size_t)status.st_size, file);
  fclose(file);
  return bytes;
}

static void store(const char *path, const char *bytes, size_t count) {
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(bytes, 1, count, file) != count || fclose(file)) stop(path);
}

static struct file *find(const char *name) {
  for (int index = 0; index < file_count; index++)
    if (!strcmp(files[index].name, name)) return &files[index];
  if (file_count == MAXIMUM) stop("too many files");
  struct file *file = &files[file_count++];
  memset(file, 0, sizeof *file);
  snprintf(file->name, sizeof file->name, "%s", name);
  return file;
}

static void make_copy(const char *kind, int keeps_all) {
  char target[PATH_MAX], path[PATH_MAX * 2];
  snprintf(target, sizeof target, "%s/%04d-%s", getenv("POWER_CUT_COPIES"), number, kind);
  if (mkdir(target, 0700)) stop(target);
  DIR *names = opendir(folder());
  for (struct dirent *entry; (entry = readdir(names));) {
    if (entry->d_name[0] == '.') continue;
    if (!keeps_all && strcmp(entry->d_name, witness)) continue;
    size_t count = 0;
    snprintf(path, sizeof path, "%s/%s", folder(), entry->d_name);
    char *bytes = content(path, &count);
    snprintf(path, sizeof path, "%s/%s", target, entry->d_name);
    store(path, bytes ? bytes : "", count);
    free(bytes);
  }
  closedir(names);
  if (keeps_all) return;
  for (int index = 0; index < file_count; index++) {
    if (!files[index].is_named) continue;
    snprintf(path, sizeof path, "%s/%s", target, files[index].name);
    store(path, files[index].bytes ? files[index].bytes : "", files[index].count);
  }
}

static void before_change(void) {
  number++;
  make_copy("kept", 1);
  make_copy("lost", 0);
}

// MARK: - The calls that change files

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t offset) {
  char path[PATH_MAX];
  const char *name = name_of(descriptor, path);
  if (name) {
    is_busy = 1;
    before_change();
    if (count > 1) {
      if (real_write_at(descriptor, bytes, count / 2, offset) < 0) stop(name);
      make_copy("half", 1);
    }
    is_busy = 0;
  }
  return real_write_at(descriptor, bytes, count, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  return pwrite64(descriptor, bytes, count, offset);
}

int ftruncate64(int descriptor, off_t size) {
  char path[PATH_MAX];
  if (name_of(descriptor, path)) {
    is_busy = 1;
    before_change();
    is_busy = 0;
  }
  return real_truncate(descriptor, size);
}

int ftruncate(int descriptor, off_t size) { return ftruncate64(descriptor, size); }

int fsync(int descriptor) {
  char path[PATH_MAX];
  const char *name = name_of(descriptor, path);
  if (name) {
    is_busy = 1;
    before_change();
    if (*name == 0) {
      // The folder: what has a name now keeps it, and what has none is gone.
      for (int index = 0; index < file_count; index++) files[index].is_named = 0;
      DIR *names = opendir(folder());
      for (struct dirent *entry; (entry = readdir(names));)
        if (entry->d_name[0] != '.' && strcmp(entry->d_name, witness)) {
          struct stat status;
          char file_path[PATH_MAX * 2];
          snprintf(file_path, sizeof file_path, "%s/%s", folder(), entry->d_name);
          if (stat(file_path, &status)) stop(file_path);
          struct file *file = find(entry->d_name);
          if (file->identity != status.st_ino) {
            file->identity = status.st_ino;
            file->count = 0;
          }
          file->is_named = 1;
        }
      closedir(names);
    } else if (strcmp(name, witness)) {
      struct stat status;
      if (fstat(descriptor, &status)) stop(name);
      struct file *file = find(name);
      free(file->bytes);
      file->identity = status.st_ino;
      file->bytes = content(path, &file->count);
    }
    is_busy = 0;
  }
  return real_sync(descriptor);
}

int fdatasync(int descriptor) { return fsync(descriptor); }

int unlink(const char *path) {
  const char *root = folder();
  if (root && !is_busy && !strncmp(path, root, strlen(root))) {
    is_busy = 1;
    before_change();
    is_busy = 0;
  }
  return real_unlink(path);
}
