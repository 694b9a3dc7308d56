// prctl(2) takes a variable number of arguments, which Swift does not import.
#ifndef TENON_CPROCESSCONTROL_H
#define TENON_CPROCESSCONTROL_H

#include <sys/prctl.h>

/// Whether core dumps of this process and tracing by its own user are allowed (1) or not (0).
static inline int tenon_get_dumpable(void) {
    return prctl(PR_GET_DUMPABLE, 0UL, 0UL, 0UL, 0UL);
}

#endif
