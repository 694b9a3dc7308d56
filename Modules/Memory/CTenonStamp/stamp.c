#include "CTenonStamp.h"

// A section of its own, of a fixed size, so that a tool can replace what is in it once the program is
// linked: a new version compiles nothing anew.
__attribute__((used, section("tenon_version")))
static const char stamp[64] = "";

const char *tenon_stamp(void) { return stamp; }
