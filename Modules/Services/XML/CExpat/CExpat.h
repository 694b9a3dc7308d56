// The XML parser Expat (libexpat1-dev).
#ifndef TENON_CEXPAT_H
#define TENON_CEXPAT_H

#include <expat.h>
#include <malloc.h>

#endif
