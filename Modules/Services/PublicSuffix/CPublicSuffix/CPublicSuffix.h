// The public suffix list (libpsl-dev) and names in other scripts than Latin (libidn2-dev).
#ifndef TENON_CPUBLICSUFFIX_H
#define TENON_CPUBLICSUFFIX_H

#include <idn2.h>
#include <libpsl.h>

#endif
