// The D-Bus library of systemd, as Debian packages it (libsystemd-dev).
#ifndef TENON_CSYSTEMDBUS_H
#define TENON_CSYSTEMDBUS_H

#include <systemd/sd-bus.h>

#endif
