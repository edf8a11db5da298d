/* Base64, RFC 4648 section 4. */
#ifndef CEL_BASE64_H
#define CEL_BASE64_H

#include "base/buf.h"

void base64_encode(Buf *out, Str bytes);
bool base64_decode(Buf *out, Str text, bool padded); /* padded: the '=' at the end must be there */

#endif
