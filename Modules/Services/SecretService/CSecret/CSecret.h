// The library for the Secret Service of the desktop, as Debian packages it (libsecret-1-dev).
#ifndef TENON_CSECRET_H
#define TENON_CSECRET_H

#include <libsecret/secret.h>

#endif
