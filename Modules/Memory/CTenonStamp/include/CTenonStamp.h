#ifndef TENON_STAMP_H
#define TENON_STAMP_H

/// The version that was written into this program after it was linked; empty when none was.
const char *tenon_stamp(void);

#endif
