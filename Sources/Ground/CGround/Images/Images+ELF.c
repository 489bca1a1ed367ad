#if defined(__ELF__)

// For dl_iterate_phdr; kept out of the public header, where it would change
// what importers see of the C library.
#define _GNU_SOURCE
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "CGroundImages.h"

// "MKT\0": the owner of a record's note. RecordLayout.swift has the layout.
static const uint32_t record_owner = 0x00544B4D;
static const size_t owner_offset = 12;
static const size_t header_size = 16;

typedef struct {
  modkit_runs found;
  size_t capacity;
  bool is_first_image;
} collection;

// True when a record header stands anywhere in these bytes. Records lie at
// multiples of eight, so each place costs one comparison.
static bool holds_record(const char *start, size_t size) {
  size_t first = -(uintptr_t)start & 7;
  for (size_t at = first; size >= header_size && at <= size - header_size; at += 8) {
    uint32_t word;
    memcpy(&word, start + at + owner_offset, sizeof word);
    if (word == record_owner) return true;
  }
  return false;
}

// A note outside every loaded segment is named in the headers but not mapped.
static bool is_mapped(const struct dl_phdr_info *info, const ElfW(Phdr) *note) {
  for (size_t i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type == PT_LOAD && note->p_vaddr >= segment->p_vaddr &&
        note->p_vaddr + note->p_memsz <= segment->p_vaddr + segment->p_memsz) {
      return true;
    }
  }
  return false;
}

static bool append(collection *into, modkit_run run) {
  modkit_runs *found = &into->found;
  if (found->count == into->capacity) {
    size_t capacity = into->capacity ? 2 * into->capacity : 8;
    modkit_run *runs = realloc(found->runs, capacity * sizeof *runs);
    if (!runs) return false;
    found->runs = runs;
    into->capacity = capacity;
  }
  found->runs[found->count++] = run;
  return true;
}

static int visit_image(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  collection *into = context;
  bool is_main_executable = into->is_first_image;
  into->is_first_image = false;
  into->found.generation = (modkit_generation){info->dlpi_adds, info->dlpi_subs};

  uintptr_t code_start = UINTPTR_MAX, code_end = 0;
  const void *dynamic = NULL;
  for (size_t i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type == PT_DYNAMIC) {
      dynamic = (const void *)(info->dlpi_addr + segment->p_vaddr);
    }
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) continue;
    uintptr_t start = info->dlpi_addr + segment->p_vaddr;
    if (start < code_start) code_start = start;
    if (start + segment->p_memsz > code_end) code_end = start + segment->p_memsz;
  }
  for (size_t i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type != PT_NOTE || !is_mapped(info, segment)) continue;
    const char *start = (const char *)(info->dlpi_addr + segment->p_vaddr);
    if (!holds_record(start, segment->p_memsz)) continue;
    modkit_run run = {
        .start = start,
        .size = segment->p_memsz,
        .alignment = segment->p_align == 8 ? 8 : 4,
        .code_start = code_start,
        .code_end = code_end,
        // Not dlpi_addr: that is zero in an executable at a fixed address, and
        // so in any other that has none.
        .image = (uintptr_t)info->dlpi_phdr,
        .dynamic = dynamic,
        .path = strdup(info->dlpi_name ? info->dlpi_name : ""),
        .is_main_executable = is_main_executable,
    };
    if (!run.path || !append(into, run)) {
      free(run.path);
      into->found.complete = false;
      return 1;
    }
  }
  return 0;
}

static int visit_generation(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  *(modkit_generation *)context = (modkit_generation){info->dlpi_adds, info->dlpi_subs};
  return 1;
}

// The loader names the main executable by an empty path. The real one is looked
// up here, when the loader's lock is no longer held.
static void name_main_executable(modkit_runs *found) {
  for (size_t i = 0; i < found->count && found->runs[i].is_main_executable; i++) {
    char *path = realpath("/proc/self/exe", NULL);
    if (!path) return;
    free(found->runs[i].path);
    found->runs[i].path = path;
  }
}

modkit_generation modkit_current_generation(void) {
  modkit_generation generation = {0, 0};
  dl_iterate_phdr(visit_generation, &generation);
  return generation;
}

modkit_runs modkit_collect_runs(void) {
  collection into = {.found = {.complete = true}, .is_first_image = true};
  dl_iterate_phdr(visit_image, &into);
  name_main_executable(&into.found);
  return into.found;
}

#endif
