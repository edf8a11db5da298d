/* What claims get: the types that satisfy them, what comes nearest, what their selectors read. */
#include "rule/host.h"

#include "dra/answer.h"
#include "kube/kind.h"

/* ---- types ---- */

CelValue host_claim_types(CelEval *ev, const Claim *c)
{
    const Facts *f = host_facts(ev);
    const ClaimAnswer *a = dra_answer(host_dra(ev), c);
    VEC(const void *) list = {0};
    for (size_t i = types_next(f, a->types, 0); i != SIZE_MAX; i = types_next(f, a->types, i + 1))
        *vec_push(ev->scratch, &list) = facts_type(f, i);
    return host_list(ev, HOST_TYPE, list.items, list.len, a->open);
}

/* Can a node of the place satisfy it? */
CelValue host_claim_served(CelEval *ev, const Claim *c, const Place *p)
{
    const Facts *f = host_facts(ev);
    const ClaimAnswer *a = dra_answer(host_dra(ev), c);
    if (types_overlap(f, p->types, a->types))
        return cel_bool(true);
    bool may = p->types_open || !p->types_judged || types_overlap(f, p->maybe, a->maybe);
    return may ? cel_unknown(STR("instance types")) : cel_bool(false);
}

/* ---- nearest ---- */

static CelValue nearest_type(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const ClaimNearest *)self)->type);
}

static CelValue nearest_device(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const ClaimNearest *)self)->device);
}

static CelValue nearest_reason(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const ClaimNearest *)self)->reason);
}

static CelValue nearest_kind(CelEval *ev, const void *self)
{
    static const Str KINDS[] = {[NEAREST_SELECTOR] = STR_INIT("selector"),
                                [NEAREST_COUNT] = STR_INIT("count"),
                                [NEAREST_CONSTRAINT] = STR_INIT("constraint"),
                                [NEAREST_TOGETHER] = STR_INIT("together")};
    (void)ev;
    return cel_str(KINDS[((const ClaimNearest *)self)->kind]);
}

static NodePlace nearest_place(const void *self)
{
    return (NodePlace){((const ClaimNearest *)self)->clause, STR("")};
}

static CelValue nearest_clause(CelEval *ev, const void *self)
{
    return host_at(ev, nearest_place(self));
}

static const CelField NEAREST_FIELDS[] = {
    {"kind",   "string", nearest_kind,   "selector, count, constraint or together"      },
    {"type",   "string", nearest_type,   "an instance type"                             },
    {"device", "string", nearest_device, "its device, \"\" where no single one is meant"},
    {"reason", "string", nearest_reason, "why it does not do"                           },
    {"clause", "dyn",    nearest_clause, "what it fails, within the expression"         },
    {NULL,     NULL,     NULL,           NULL                                           },
};

const CelHostType HOST_NEAREST_TYPE = {"claim_nearest", NEAREST_FIELDS, NULL, nearest_place, NULL};

CelValue host_claim_nearest(CelEval *ev, const Claim *c)
{
    const ClaimNearest *n = dra_nearest(host_dra(ev), c);
    return n ? cel_host(HOST_NEAREST, n) : cel_null();
}

/* ---- thresholds that leave out a card ---- */

static CelValue miss_device(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const ClaimMiss *)self)->device->name);
}

static CelValue miss_memory(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const ClaimMiss *)self)->memory);
}

static NodePlace miss_place(const void *self)
{
    return (NodePlace){((const ClaimMiss *)self)->at, STR("")};
}

static CelValue miss_source(CelEval *ev, const void *self)
{
    return host_at(ev, miss_place(self));
}

static const CelField MISS_FIELDS[] = {
    {"device", "string", miss_device, "the card"                  },
    {"memory", "string", miss_memory, "that its driver reports"   },
    {"source", "dyn",    miss_source, "the part of the expression"},
    {NULL,     NULL,     NULL,        NULL                        },
};

const CelHostType HOST_MISS_TYPE = {"claim_miss", MISS_FIELDS, NULL, miss_place, NULL};

CelValue host_claim_misses(CelEval *ev, const Claim *c)
{
    const ClaimMisses *m = dra_misses(host_dra(ev), c);
    return host_array(ev, HOST_MISS, HOST_ITEMS(m->list), false);
}

CelValue host_claim_unitless(CelEval *ev, const Claim *c)
{
    const ClaimMisses *m = dra_misses(host_dra(ev), c);
    return host_array(ev, HOST_MISS, HOST_ITEMS(m->unitless), false);
}

/* ---- reads ---- */

#define READ ((const ClaimRead *)self)
#define READ_TEXT(name)                                        \
    static CelValue read_##name(CelEval *ev, const void *self) \
    {                                                          \
        (void)ev;                                              \
        return cel_str(READ->name);                            \
    }
READ_TEXT(driver)
READ_TEXT(domain)
READ_TEXT(name)
READ_TEXT(type)
READ_TEXT(known)
READ_TEXT(error)
READ_TEXT(device)

static CelValue read_suggestion(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(READ->meant.name);
}

static CelValue read_meant_domain(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(READ->meant.domain);
}

static CelValue read_kind(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(READ->kind == CAPACITY ? STR("capacity") : STR("attribute"));
}

static CelValue read_asks(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(READ->asks);
}

static CelValue read_everywhere(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(READ->everywhere);
}

static CelValue read_fault(CelEval *ev, const void *self)
{
    static const Str FAULTS[] = {
        [READ_FINE] = STR_INIT(""),         [READ_OTHER_KIND] = STR_INIT("other-kind"),
        [READ_DOMAIN] = STR_INIT("domain"), [READ_NAME] = STR_INIT("name"),
        [READ_LACKS] = STR_INIT("lacks"),   [READ_TYPE] = STR_INIT("type"),
        [READ_NEVER] = STR_INIT("never")};
    (void)ev;
    return cel_str(FAULTS[READ->fault]);
}

static CelValue read_class(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_host(HOST_DEVICE_CLASS, READ->device_class);
}

static NodePlace read_place(const void *self)
{
    return (NodePlace){READ->at, STR("")};
}

static CelValue read_source(CelEval *ev, const void *self)
{
    return host_at(ev, read_place(self));
}

static const CelField READ_FIELDS[] = {
    {"driver",      "string",       read_driver,       "of the request's class"                               },
    {"domain",      "string",       read_domain,       "first key"                                            },
    {"name",        "string",       read_name,         "second key"                                           },
    {"kind",        "string",       read_kind,         "attribute or capacity"                                },
    {"type",        "string",       read_type,         "by the facts: string, int, bool, version, quantity"   },
    {"known",       "string",       read_known,
     "before launch: yes, match-only, no, annotation; \"\" where no driver is known to publish it"            },
    {"asks",        "bool",         read_asks,         "has(), `in` or a '?'"                                 },
    {"fault",       "string",       read_fault,        "other-kind, domain, name, lacks, type, never, or \"\""},
    {"everywhere",  "bool",         read_everywhere,   "it fails on every known device of the class"          },
    {"error",       "string",       read_error,        "what the expression says then"                        },
    {"suggestion",  "string",       read_suggestion,   "a name that is published, or \"\""                    },
    {"meantDomain", "string",       read_meant_domain, "under which that is published"                        },
    {"device",      "string",       read_device,       "on which it fails"                                    },
    {"class",       "device_class", read_class,        "whose devices are read"                               },
    {"source",      "dyn",          read_source,       "the name in the expression"                           },
    {NULL,          NULL,           NULL,              NULL                                                   },
};

const CelHostType HOST_READ_TYPE = {"claim_read", READ_FIELDS, NULL, read_place, NULL};

CelValue host_claim_reads(CelEval *ev, const Claim *c)
{
    const ClaimReads *r = dra_reads(host_dra(ev), c);
    return host_array(ev, HOST_READ, HOST_ITEMS(r->list), r->open);
}

CelValue host_claim_matches(CelEval *ev, const Claim *c)
{
    const ClaimReads *r = dra_matches(host_dra(ev), c);
    return host_array(ev, HOST_READ, HOST_ITEMS(r->list), r->open);
}

CelValue host_claim_capacities(CelEval *ev, const Claim *c)
{
    const ClaimReads *r = dra_capacities(host_dra(ev), c);
    return host_array(ev, HOST_READ, HOST_ITEMS(r->list), r->open);
}

CelValue host_class_reads(CelEval *ev, const DeviceClass *c)
{
    const ClaimReads *r = dra_class_reads(host_dra(ev), c);
    return host_array(ev, HOST_READ, HOST_ITEMS(r->list), r->open);
}
