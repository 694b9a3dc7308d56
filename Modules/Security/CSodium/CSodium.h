// libsodium, as Debian packages it (libsodium-dev): the boxes of NaCl.
#ifndef TENON_CSODIUM_H
#define TENON_CSODIUM_H

#include <sodium.h>

#endif
