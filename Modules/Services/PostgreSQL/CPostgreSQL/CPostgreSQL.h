// The client library of PostgreSQL, as Debian packages it (libpq-dev).
#ifndef TENON_CPOSTGRESQL_H
#define TENON_CPOSTGRESQL_H

#include <libpq-fe.h>

#endif
