/* Every limit of the program, each with its reason. A limit ends in a clear message, never in a
 * crash, and is tested beside the module that keeps it. */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

enum {
    LIMIT_FILE = 64 << 20,      /* a rendered chart of thousands of objects; spans are 32-bit */
    LIMIT_FILE_NODES = 4 << 20, /* values of one file: 64 MiB of real manifests have half of them */
    LIMIT_REQUEST =
        7 << 20, /* object and oldObject, 3 MiB each by the API server's limit, and the envelope */
    LIMIT_REQUEST_MOST =
        16 << 20, /* what LIMIT_REQUEST may be configured to: JSON escapes grow bodies */
    LIMIT_REQUEST_NODES =
        200000,        /* nodes of one request: a 3 MiB object of tiny values has about as many */
    LIMIT_DEPTH = 128, /* nesting of YAML, JSON and CEL alike; manifests stay under 20 */
    LIMIT_ALIAS_FACTOR = 10, /* nodes made from aliases per node written: no billion laughs */
    LIMIT_ALIAS_FREE = 1000, /* alias nodes that are always allowed; yaml.v2 has the same */
    LIMIT_DIRECTIVES =
        100, /* %TAG lines of a YAML text; manifests have none, libyaml is quadratic in them */
    LIMIT_EXPRESSION = 64 << 10, /* bytes of one expression */
    LIMIT_CEL_STEPS = 1000000,   /* per rule and object; the API server's own limit for a call */
    LIMIT_CEL_OBJECT = 10000000, /* per object over all rules; the API server's for a policy */
    LIMIT_CLAIM_STEPS = 1000000, /* of one device claim: its selectors on all known devices, and the
                                    search for them on every type; real claims need thousands */
    LIMIT_CEL_NESTED = 512,      /* levels of expressions inside `let`s inside others: four of the
                                    deepest, on 1 MiB of stack */
    LIMIT_CEL_MEMORY = 16 << 20, /* bytes of one evaluation's values */
    LIMIT_MESSAGE = 5 << 10,     /* the API server's own for a messageExpression */
    LIMIT_DENY = 4 << 10,        /* bytes of a deny message: it ends up in one line of kubectl */
    LIMIT_REQ_KEYS =
        1000, /* label keys of one set of requirements: Karpenter's CRD allows 100 entries */
    LIMIT_REQ_VALUES = 2000,    /* values of one key: there are about 1,400 instance types */
    LIMIT_SUGGESTIONS = 100,    /* of a list of wrong values: each looks at every known one */
    LIMIT_RESPONSE = 256 << 10, /* of an AdmissionReview answer: its parts below add up to less */
    LIMIT_WARNING = 256,        /* characters of one warning: what the API server cuts to */
    LIMIT_WARNINGS = 4096,      /* characters of all warnings: the API server drops the rest */
    LIMIT_AUDIT = 4 << 10,      /* bytes of one audit annotation; they go to a log */
    LIMIT_AUDITS = 32,          /* audit annotations of one answer */
    LIMIT_CAUSES = 16,          /* status.details.causes: for programs, which may ask again */
    LIMIT_REQUEST_MEMORY =
        256 << 20, /* arena of one request: 16 MiB of JSON in full nodes, twice */
    LIMIT_REQUESTS_HELD =
        64 << 20,                /* bodies in memory of all connections; more are told to retry */
    LIMIT_REVIEW_MS = 2500,      /* for one review, whatever longer timeout the client offers */
    LIMIT_REVIEW_SPARE_MS = 200, /* of the client's timeout, left for the way back */
    LIMIT_QUEUE_MS = 1000,       /* wait for a core; then the client may try another replica */
    LIMIT_STOP_MS = 10000,       /* wait for requests in flight when told to stop */
    LIMIT_IDLE_REQUEST = 15,     /* seconds without a byte, from connecting to the answer */
    LIMIT_IDLE_CONNECTION = 180, /* seconds between requests; the API server closes after 90 */
    LIMIT_CONNECTIONS = 512,     /* at 72 KB and a thread each */
    LIMIT_CONNECTIONS_IP = 256,  /* API servers on the host network share few addresses */
    LIMIT_CONNECTION_MEMORY = 64 << 10, /* request line and headers */
    LIMIT_THREAD_STACK = 1 << 20,       /* 128 levels of nesting in a sanitizer's large frames */
    LIMIT_RELATED = 64, /* budgets or quotas of one pod that are kept: two are a fault already */
    LIMIT_RIVALS = 64,  /* pods of higher priority that are compared with one: one is a fault */
    LIMIT_COMMAND = 64 << 10,     /* bytes of a pod's commands that are read for its role */
    LIMIT_USER_DATA = 64 << 10,   /* bytes of one userData that are read; EC2 takes 16 KB */
    LIMIT_USER_DATA_NODES = 4096, /* YAML nodes in it; a NodeConfig has some dozens */
    LIMIT_FINDING_RELATED = 32, /* related places that one list of a finding gives: a pool can name
                                   every workload, and nobody reads on */
    LIMIT_FILE_PLACES =
        64,              /* places of a file that its pods are meant for because they stand in it:
                            one with more is a dump of a cluster, which says nothing of the kind */
    LIMIT_DEFAULTS = 16, /* resources that LimitRanges give one container: clusters have a dozen */
    LIMIT_ZONES = 64,    /* of one node class: a region has some tens with its local ones */
    LIMIT_PLACES = 100,  /* named for one workload: output grows with the input, not with pairs */
    LIMIT_PLUGIN_CONFIGS = 64,    /* texts of one ConfigMap that are read for how GPUs are shared */
    LIMIT_OUTPUT = 256 << 20,     /* one report: what no tool that reads them takes any more */
    LIMIT_CHART_PARAMETERS = 256, /* of one release: each looks for its place among the values */
    LIMIT_DIAGS = 100             /* messages about one input; more help nobody */
};

#endif
