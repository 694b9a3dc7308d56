// Ciphers of other programs' files, by libgcrypt as Debian packages it (libgcrypt20-dev).
#ifndef TENON_CGCRYPT_H
#define TENON_CGCRYPT_H

#include <gcrypt.h>

// Swift cannot call functions with variable arguments. The library's own secure memory stays off:
// what is secret is kept in memory of ours, and its contexts are wiped when they are closed.
static inline int tenon_gcrypt_start(void) {
    if (gcry_check_version("1.8.0") == NULL) return 0;
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    return 1;
}

#endif
