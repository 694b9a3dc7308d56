// prctl(2) takes a variable number of arguments, which Swift does not import.
#ifndef TENON_CPROCESSCONTROL_H
#define TENON_CPROCESSCONTROL_H

#include <sys/prctl.h>

/// Forbids (0) or allows (1) core dumps of this process and tracing by its own user.
static inline int tenon_set_dumpable(int value) {
    return prctl(PR_SET_DUMPABLE, (unsigned long)value, 0UL, 0UL, 0UL);
}

/// Returns what `tenon_set_dumpable` set, or -1.
static inline int tenon_get_dumpable(void) {
    return prctl(PR_GET_DUMPABLE, 0UL, 0UL, 0UL, 0UL);
}

#endif
