/* Every limit of the program, each with its reason. A limit ends in a clear message, never in a
 * crash, and has a row in tests/unit/test_limits.c: just under passes, just over is told. */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

enum {
    LIMIT_FILE = 64 << 20,          /* a rendered chart of thousands of objects; spans are 32-bit */
    LIMIT_REQUEST = 7 << 20,        /* object and oldObject, 3 MiB each by the API server's limit, and the envelope */
    LIMIT_REQUEST_MOST = 16 << 20,  /* what LIMIT_REQUEST may be configured to: JSON escapes grow bodies */
    LIMIT_REQUEST_NODES = 200000,   /* nodes of one request: a 3 MiB object of tiny values has about as many */
    LIMIT_DEPTH = 128,              /* nesting of YAML, JSON and CEL alike; manifests stay under 20 */
    LIMIT_ALIAS_FACTOR = 10,        /* nodes made from aliases per node written: no billion laughs */
    LIMIT_EXPRESSION = 64 << 10,    /* bytes of one expression */
    LIMIT_CEL_STEPS = 1000000,      /* per rule and object; the API server's own limit for a call */
    LIMIT_CEL_OBJECT = 10000000,    /* per object over all rules; the API server's for a policy */
    LIMIT_CEL_MEMORY = 16 << 20,    /* bytes of one evaluation's values */
    LIMIT_MESSAGE = 5 << 10,        /* the API server's own for a messageExpression */
    LIMIT_FINDINGS = 1000,          /* of a response: it must stay readable */
    LIMIT_DENY = 4 << 10,           /* bytes of a deny message: it ends up in one line of kubectl */
    LIMIT_DIAGS = 100               /* messages about one input; more help nobody */
};

#endif
