/* Values in the form of the CEL case files, an object with one key that names the type:
 *   {"int": "-1"} {"uint": "1"} {"double": 1.5} {"double": "NaN"} {"string": "a"} {"bool": true}
 *   {"bytes": BASE64} {"null": true} {"type": "int"} {"list": [VALUE …]}
 *   {"map": [[VALUE, VALUE] …]} {"defaultmap": the same, a missing key reads as an empty map}
 *   {"duration": "1.5s"} {"timestamp": RFC 3339} {"optional": VALUE or null}
 *   {"quantity": "1Gi"} {"semver": "1.2.3"} */
#ifndef TESTS_CEL_DATA_H
#define TESTS_CEL_DATA_H

#include "cel/cel.h"

/* A string as the case means it: U+E000 stands for NUL, which the JSON reader refuses. */
Str data_text(Arena *a, const Node *n);
bool data_value(Arena *a, const Node *n, CelValue *out); /* false: not of that form */
/* Equal and of the same types; maps without order; NaN is NaN. */
bool data_same(CelValue a, CelValue b);

#endif
