#define _GNU_SOURCE
#include "CTenonCore.h"
#include <stdint.h>
#include <string.h>

#ifdef __APPLE__
// The linker defines these two names for every section; for one that no object file has, as well.
extern const char plugins_start[] __asm("section$start$__DATA$tenon_plugins");
extern const char plugins_end[] __asm("section$end$__DATA$tenon_plugins");
#else
// The linker defines both symbols when at least one object file has the section. They are weak
// so that an executable without plugins links, too. Hidden: each image sees its own section only.
extern const char plugins_start[] __asm("__start_tenon_plugins")
    __attribute__((weak, visibility("hidden")));
extern const char plugins_end[] __asm("__stop_tenon_plugins")
    __attribute__((weak, visibility("hidden")));
#endif

const void *tenon_plugin_section_start(void) { return plugins_start; }

const void *tenon_plugin_section_end(void) { return plugins_end; }

#ifdef __ELF__
#include <link.h>

// A note of the object format: it is found through the program headers of every image that the
// process has loaded, without any symbol being exported.
struct note {
    uint32_t name_size;
    uint32_t description_size;
    uint32_t type;
    char name[8];
};

__attribute__((used, section(".note.tenon"), aligned(4)))
static const struct note tenon_note = {6, 0, 1, "Tenon"};

static int has_note(const char *at, size_t size) {
    while (size >= sizeof(struct note)) {
        const struct note *note = (const struct note *)at;
        if (note->name_size == 6 && memcmp(note->name, "Tenon", 6) == 0) return 1;
        size_t length = 12 + ((size_t)(note->name_size + 3) & ~(size_t)3)
            + (((size_t)note->description_size + 3) & ~(size_t)3);
        if (length > size) return 0;
        at += length;
        size -= length;
    }
    return 0;
}

static int count_image(struct dl_phdr_info *info, size_t size, void *count) {
    (void)size;
    for (int index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[index];
        if (header->p_type == PT_NOTE
            && has_note((const char *)(info->dlpi_addr + header->p_vaddr), header->p_memsz)) {
            ++*(int *)count;
            return 0;
        }
    }
    return 0;
}

int tenon_core_copies(void) {
    int count = 0;
    dl_iterate_phdr(count_image, &count);
    return count;
}
#else
int tenon_core_copies(void) { return 1; }
#endif
