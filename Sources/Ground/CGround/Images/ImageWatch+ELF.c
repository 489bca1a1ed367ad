#if defined(__ELF__)

// For dl_iterate_phdr and dlinfo.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "CGroundImages.h"

// The largest number of loaded images that has been seen so far.
static _Atomic uint64_t loaded_images;

static void note_loaded_images(uint64_t count) {
  uint64_t known = atomic_load_explicit(&loaded_images, memory_order_relaxed);
  while (known < count && !atomic_compare_exchange_weak_explicit(&loaded_images, &known, count,
                              memory_order_relaxed, memory_order_relaxed)) {
  }
}

static int visit_count(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size, (void)context;
  note_loaded_images(info->dlpi_adds);
  return 1;
}

static uint64_t ask_loader(void) {
  dl_iterate_phdr(visit_count, NULL);
  return atomic_load_explicit(&loaded_images, memory_order_relaxed);
}

#if defined(__GLIBC__)

// How asking is made fast: the GNU loader keeps its images in a list that only
// ever grows at its end, as debuggers rely on. Of the images that stay until the
// process ends, the last one is watched. While nothing follows it, every image
// that is there now came before it, and was counted before it was watched. Those
// that came after it have gone again, and had no records, or they would have been
// pinned.
//
// Only an image that is pinned may be watched, because its entry in the list is
// read without the loader's lock. But an image that the program may close again
// is not pinned just for that. While one of those is the last, asking takes
// the loader's lock as it would without all this.
static struct link_map *_Atomic watched;

uint64_t modkit_loaded_images(void) {
  // Acquired, so that the count is at least what it was when watching began.
  struct link_map *last = atomic_load_explicit(&watched, memory_order_acquire);
  // A thread that knows of a new image sees it in the list: the loader wrote that
  // before it returned.
  if (last && !__atomic_load_n(&last->l_next, __ATOMIC_RELAXED)) {
    return atomic_load_explicit(&loaded_images, memory_order_relaxed);
  }
  return ask_loader();
}

// What follows, up to `modkit_watch_images`, runs while the loader holds its lock.
// It reads what the loader allocates and frees, which the thread sanitizer would
// take for a race, since it does not know of that lock. For the same reason no
// function of the C library is called on it.
#define UNDER_LOADERS_LOCK __attribute__((no_sanitize("thread")))

// The loader's list, or null when there is none to be found: a static program
// may have none, and in a namespace of `dlmopen` no executable leads to it.
UNDER_LOADERS_LOCK
static struct link_map *first_image(const struct dl_phdr_info *first) {
  for (size_t i = 0; i < first->dlpi_phnum; i++) {
    if (first->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const ElfW(Dyn) *dynamic = (const void *)(first->dlpi_addr + first->dlpi_phdr[i].p_vaddr);
    for (const ElfW(Dyn) *entry = dynamic; entry->d_tag != DT_NULL; entry++) {
      if (entry->d_tag != DT_DEBUG) continue;
      const struct r_debug *debug = (const void *)entry->d_un.d_ptr;
      struct link_map *image = debug ? debug->r_map : NULL;
      return image && image->l_ld == dynamic ? image : NULL;
    }
  }
  return NULL;
}

UNDER_LOADERS_LOCK
static const char *string_table(const struct link_map *image) {
  for (const ElfW(Dyn) *entry = image->l_ld; entry && entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag != DT_STRTAB) continue;
    // The loader puts the address here, except where it cannot write.
    uintptr_t place = entry->d_un.d_ptr;
    return (const char *)(place < image->l_addr ? image->l_addr + place : place);
  }
  return NULL;
}

UNDER_LOADERS_LOCK
static bool are_equal(const char *one, const char *other) {
  while (*one && *one == *other) one++, other++;
  return *one == *other;
}

// The name by which other images need this one.
UNDER_LOADERS_LOCK
static const char *shared_name(const struct link_map *image) {
  const char *strings = string_table(image);
  if (!strings) return NULL;
  for (const ElfW(Dyn) *entry = image->l_ld; entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == DT_SONAME) return strings + entry->d_un.d_val;
  }
  return NULL;
}

UNDER_LOADERS_LOCK
static bool needs(const struct link_map *image, const char *name) {
  const char *strings = string_table(image);
  if (!strings) return false;
  for (const ElfW(Dyn) *entry = image->l_ld; entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == DT_NEEDED && are_equal(strings + entry->d_un.d_val, name)) return true;
  }
  return false;
}

UNDER_LOADERS_LOCK
static bool holds_records(const struct link_map *image, modkit_runs runs) {
  for (size_t i = 0; i < runs.count; i++) {
    if (runs.runs[i].dynamic == image->l_ld) return true;
  }
  return false;
}

// Whether an image stays loaded without our doing: it is the executable, holds
// records, or was loaded because such an image needs it. Names can mislead here,
// so an image is still pinned before it is watched.
UNDER_LOADERS_LOCK
static bool stays(const struct link_map *image, const struct link_map *first, modkit_runs runs) {
  while (image != first && !holds_records(image, runs)) {
    // An image stands behind the one for whose sake it was loaded, so this goes
    // towards the beginning of the list and ends.
    const char *name = shared_name(image);
    const struct link_map *user = name ? first : image;
    while (user != image && !needs(user, name)) user = user->l_next;
    if (user == image) return false;
    image = user;
  }
  return true;
}

UNDER_LOADERS_LOCK
static char *copied(const char *text) {
  size_t size = 1;
  while (text[size - 1]) size++;
  char *copy = malloc(size);
  for (size_t i = 0; copy && i < size; i++) copy[i] = text[i];
  return copy;
}

typedef struct {
  modkit_runs runs;
  struct link_map *image;
  char *path;
  bool is_pinned;
} candidate;

// Finds the last image that stays, unless that is the one being watched.
UNDER_LOADERS_LOCK
static int visit_to_choose(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  candidate *choice = context;
  struct link_map *first = first_image(info);
  struct link_map *last = atomic_load_explicit(&watched, memory_order_relaxed);
  if (!last) last = first;
  while (last && last->l_next) last = last->l_next;
  for (struct link_map *image = last; image; image = image->l_prev) {
    if (image == atomic_load_explicit(&watched, memory_order_relaxed)) break;
    if (!stays(image, first, choice->runs)) continue;
    choice->image = image;
    choice->path = copied(image->l_name);
    // The executable has no path, and needs no pin.
    choice->is_pinned = image == first;
    break;
  }
  return 1;
}

// Watches the chosen image, unless another thread has found a later one.
UNDER_LOADERS_LOCK
static int visit_to_watch(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  const candidate *choice = context;
  struct link_map *image = atomic_load_explicit(&watched, memory_order_relaxed);
  image = image ? image->l_next : first_image(info);
  while (image && image != choice->image) image = image->l_next;
  if (!image) return 1;
  note_loaded_images(info->dlpi_adds);
  atomic_store_explicit(&watched, image, memory_order_release);
  return 1;
}

void modkit_watch_images(modkit_runs runs) {
  candidate choice = {.runs = runs};
  dl_iterate_phdr(visit_to_choose, &choice);
  if (choice.path && !choice.is_pinned) {
    // The loader's lock is not held here. The chosen image may be gone by now, and
    // its place in memory be another's: it is watched only if what was pinned is at
    // the same place.
    struct link_map *pinned = NULL;
    void *image = modkit_pin_image(choice.path);
    choice.is_pinned =
        image && dlinfo(image, RTLD_DI_LINKMAP, &pinned) == 0 && pinned == choice.image;
  }
  if (choice.path && choice.is_pinned) dl_iterate_phdr(visit_to_watch, &choice);
  free(choice.path);
}

#else

// Other loaders may take an image off the end of their list again when loading it
// fails, or let go of their lock during dl_iterate_phdr.
uint64_t modkit_loaded_images(void) { return ask_loader(); }

void modkit_watch_images(modkit_runs runs) { (void)runs; }

#endif

#endif
