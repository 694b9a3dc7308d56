// The reference implementation of RFC 9106, as Debian packages it (libargon2-dev).
#ifndef TENON_CARGON2_H
#define TENON_CARGON2_H

#include <argon2.h>

#endif
