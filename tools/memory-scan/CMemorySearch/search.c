#define _GNU_SOURCE
#include "CMemorySearch.h"
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

static uint8_t box[256];
static const uint8_t round_constants[11] = {0,    0x01, 0x02, 0x04, 0x08, 0x10,
                                            0x20, 0x40, 0x80, 0x1B, 0x36};

/// The substitution of FIPS 197: the inverse in GF(2^8), and an affine map.
__attribute__((constructor)) static void make_box(void) {
    uint8_t p = 1, q = 1;
    do {
        p = (uint8_t)(p ^ (p << 1) ^ (p & 0x80 ? 0x1B : 0));
        q ^= (uint8_t)(q << 1);
        q ^= (uint8_t)(q << 2);
        q ^= (uint8_t)(q << 4);
        if (q & 0x80) q ^= 0x09;
        uint8_t x = (uint8_t)(q ^ (q << 1 | q >> 7) ^ (q << 2 | q >> 6) ^ (q << 3 | q >> 5)
                              ^ (q << 4 | q >> 4));
        box[p] = x ^ 0x63;
    } while (p != 1);
    box[0] = 0x63;
}

/// What is added to the word one key length before, to get a word of the schedule.
static void step(const uint8_t *before, size_t index, size_t key_words, uint8_t *result) {
    if (index % key_words == 0) {
        result[0] = box[before[1]] ^ round_constants[index / key_words];
        result[1] = box[before[2]];
        result[2] = box[before[3]];
        result[3] = box[before[0]];
    } else if (key_words == 8 && index % 8 == 4) {
        for (int i = 0; i < 4; i++) result[i] = box[before[i]];
    } else {
        memcpy(result, before, 4);
    }
}

/// Whether the word at `at` follows as word number `index`.
static int follows(const uint8_t *at, size_t index, size_t key_words) {
    uint8_t word[4];
    step(at - 4, index, key_words, word);
    const uint8_t *former = at - 4 * key_words;
    return at[0] == (former[0] ^ word[0]) && at[1] == (former[1] ^ word[1])
        && at[2] == (former[2] ^ word[2]) && at[3] == (former[3] ^ word[3]);
}

/// Zeros and other patterns without variety are no keys.
static int is_varied(const uint8_t *bytes, size_t count) {
    uint8_t seen[256] = {0};
    size_t different = 0;
    for (size_t i = 0; i < count; i++) different += !seen[bytes[i]]++;
    return different >= 8;
}

/// How many words of a schedule stand here, when the first is number `first`, a multiple of the key's.
static size_t words_of(const uint8_t *at, size_t most, size_t first, size_t key_words) {
    size_t total = key_words == 8 ? 60 : 44;
    size_t words = key_words;
    while (words < most && first + words < total
           && follows(at + 4 * words, first + words, key_words))
        words++;
    return words;
}

static void find_key(const uint8_t *at, size_t first, size_t key_words, uint8_t *key) {
    uint8_t window[32];
    memcpy(window, at, 4 * key_words);
    for (size_t start = first; start > 0; start--) {
        // The window is words start…; the one before it was added to the last of them.
        uint8_t last[4], word[4];
        memcpy(last, window + 4 * (key_words - 1), 4);
        memmove(window + 4, window, 4 * (key_words - 1));
        step(window + 4 * (key_words - 1), start + key_words - 1, key_words, word);
        for (int i = 0; i < 4; i++) window[i] = last[i] ^ word[i];
    }
    memcpy(key, window, 4 * key_words);
}

static int is_schedule(
    const uint8_t *at, size_t most, size_t key_words, struct tenon_schedule *found) {
    if (most < key_words + 8) return 0;
    const uint8_t *next = at + 4 * key_words, *before = next - 4;
    // Three bytes do not depend on the place in the schedule, and the fourth tells it.
    if (next[1] != (at[1] ^ box[before[2]]) || next[2] != (at[2] ^ box[before[3]])
        || next[3] != (at[3] ^ box[before[0]]))
        return 0;
    uint8_t constant = next[0] ^ at[0] ^ box[before[1]];
    size_t round = 1, rounds = key_words == 8 ? 7 : 10;
    while (round <= rounds && round_constants[round] != constant) round++;
    if (round > rounds) return 0;
    size_t first = (round - 1) * key_words;
    size_t words = words_of(at, most, first, key_words);
    if (words < key_words + 8 || !is_varied(at, 4 * key_words)) return 0;
    found->size = 4 * words;
    found->key_size = 4 * key_words;
    find_key(at, first, key_words, found->key);
    return 1;
}

int tenon_find_schedule(
    const uint8_t *bytes, size_t count, size_t from, struct tenon_schedule *found) {
    static const uint8_t zeros[4096];
    for (size_t offset = from; offset + 48 <= count; offset += 4) {
        // Most pages of most processes were never used.
        while (offset % 4096 == 0 && offset + 8192 <= count
               && memcmp(bytes + offset, zeros, 4096) == 0)
            offset += 4096;
        size_t most = (count - offset) / 4;
        if (is_schedule(bytes + offset, most, 8, found)
            || is_schedule(bytes + offset, most, 4, found)) {
            found->offset = offset;
            return 1;
        }
    }
    return 0;
}

struct tenon_patterns {
    const uint8_t **patterns;
    size_t *sizes;
    /// For each beginning the first pattern that may have it, and for each pattern the next; -1 ends.
    int32_t *next;
    int32_t first[1 << 16];
};

static uint32_t beginning(const uint8_t *bytes) {
    uint32_t word;
    memcpy(&word, bytes, 4);
    return (word * 2654435761u) >> 16;
}

struct tenon_patterns *tenon_patterns_make(
    const uint8_t *const *patterns, const size_t *sizes, size_t count) {
    struct tenon_patterns *made = malloc(sizeof *made);
    if (made == NULL) return NULL;
    made->patterns = calloc(count + 1, sizeof *made->patterns);
    made->sizes = calloc(count + 1, sizeof *made->sizes);
    made->next = calloc(count + 1, sizeof *made->next);
    memset(made->first, 0xFF, sizeof made->first);
    for (size_t i = 0; i < count; i++) {
        uint8_t *copy = malloc(sizes[i]);
        if (copy == NULL || made->patterns == NULL || made->sizes == NULL || made->next == NULL)
            return NULL;
        made->patterns[i] = memcpy(copy, patterns[i], sizes[i]);
        made->sizes[i] = sizes[i];
        uint32_t place = beginning(copy);
        made->next[i] = made->first[place];
        made->first[place] = (int32_t)i;
    }
    return made;
}

void tenon_patterns_release(struct tenon_patterns *patterns) {
    for (size_t i = 0; patterns->patterns[i] != NULL; i++) free((void *)patterns->patterns[i]);
    free(patterns->patterns);
    free(patterns->sizes);
    free(patterns->next);
    free(patterns);
}

int tenon_patterns_find(
    const struct tenon_patterns *patterns, const uint8_t *bytes, size_t count, size_t *offset,
    long *which) {
    for (size_t at = *offset; at + 4 <= count; at++, *which = -1) {
        int32_t candidate =
            *which < 0 ? patterns->first[beginning(bytes + at)] : patterns->next[*which];
        for (; candidate >= 0; candidate = patterns->next[candidate]) {
            size_t size = patterns->sizes[candidate];
            if (size <= count - at && memcmp(bytes + at, patterns->patterns[candidate], size) == 0) {
                *offset = at;
                *which = candidate;
                return 1;
            }
        }
    }
    return 0;
}

ssize_t tenon_read_memory(pid_t process, uint64_t address, uint8_t *target, size_t count) {
    struct iovec local = {target, count}, remote = {(void *)address, count};
    return process_vm_readv(process, &local, 1, &remote, 1, 0);
}
