#include "CTenonCore.h"
#include <sys/resource.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

void tenon_forbid_dumps(void) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
#ifdef __linux__
    // Here since prctl(2) takes a variable number of arguments, which Swift does not import.
    prctl(PR_SET_DUMPABLE, 0UL, 0UL, 0UL, 0UL);
#endif
}
