// The parser for HTML of libxml2 (libxml2-dev).
#ifndef TENON_CXML2_H
#define TENON_CXML2_H

#include <libxml/xmlversion.h>
// Its headers bring those of ICU along where Debian's build uses it, and Foundation has an ICU of its own,
// of another version; nothing here speaks to either.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>

#endif
