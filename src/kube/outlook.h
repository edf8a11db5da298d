/* Outlook: for each accelerator workload of a fleet, whether some place takes it and why not; for
 * each place, what it can launch and cost. Pods of one shape are judged once; reasons are grouped,
 * so that they grow with the input. Belongs to one fleet; caches belong to one thread. */
#ifndef KUBE_OUTLOOK_H
#define KUBE_OUTLOOK_H

#include "kube/fleet.h"

typedef enum Verdict {
    VERDICT_FITS,
    VERDICT_NEVER, /* none of the places that it is meant for admits it, nor another one here */
    VERDICT_UNKNOWN
} Verdict;

enum { REASON_PLACES = 3 }; /* named of each reason */

/* One pod and one place. */
typedef struct Pair {
    const Place *place;
    const Fit *fit;
    Tri ok;
    const char *step; /* the first that fails or cannot be told; "" when it fits */
    Str message;      /* valid until the next pair is asked for */
} Pair;

/* Why places do not take it, or cannot be told to. */
typedef struct PodReason {
    const char *step; /* as of Pair; "places": about what is in the input */
    Str message;
    Tri ok;       /* TRI_NO: they do not */
    bool meant;   /* it is meant for them */
    size_t count; /* places */
    size_t shown; /* of them in the list */
    const Place *places[REASON_PLACES];
    const Fit *fits[REASON_PLACES];    /* NULL where the reason is about all of them */
    const Node *faults[REASON_PLACES]; /* of a pool that is never used; NULL */
    NodePlace at;                      /* in the pod: what fails; node NULL: nothing of it */
} PodReason;

typedef struct PodOutlook {
    const Pod *pod;
    Verdict verdict;
    const Place *winner; /* the one that Karpenter tries first; NULL: none, or not to be told */
    size_t fit_count;
    const Place *const *fits; /* in Karpenter's order, then node groups: at most LIMIT_PLACES */
    size_t fits_shown;
    VEC(PodReason) reasons; /* none when it fits; the nearest first */
} PodOutlook;

typedef struct Ceiling {
    Str resource;
    int64_t most; /* devices; INT64_MAX without bound, -1 not to be told */
} Ceiling;

typedef struct PlaceOutlook {
    const Place *place;
    int64_t types;          /* that it may launch; -1: not to be told */
    Str binding;            /* what stops it first: "nvidia.com/gpu", "maxSize"; "" for nothing */
    Str binding_text;       /* its value, as written */
    const Node *binding_at; /* NULL */
    VEC(Ceiling) ceilings;  /* of accelerators */
    int64_t micros;         /* USD an hour in millionths; INT64_MAX without bound, -1 unknown */
    size_t fits, unknown;   /* workloads */
} PlaceOutlook;

typedef struct PlaceTally {
    size_t fits, unknown;
} PlaceTally;

/* Which instance types satisfy a claim; told by who knows devices, a layer above. */
typedef struct ClaimTypes {
    TypeSet sure, maybe;
    bool open;          /* there may be others */
    Str nearest;        /* where nothing satisfies it: "NVIDIA H100 of p5.48xlarge: …"; "" */
    const Node *clause; /* that fails there; NULL */
} ClaimTypes;

typedef struct ClaimSource {
    ClaimTypes (*solve)(void *context, const Claim *c);
    void *context;
} ClaimSource;

typedef struct ClaimOutlook {
    const Claim *claim;
    ClaimTypes types;
} ClaimOutlook;

typedef struct Outlook {
    Fleet *fleet;
    ClaimSource source;
    VEC(ClaimOutlook) claims; /* and templates, in order of input, context left out */
    VEC(PodOutlook) pods;     /* accelerator workloads in order of input, context left out */
    VEC(PlaceOutlook) places; /* in order of input, context left out */
    size_t counts[VERDICT_UNKNOWN + 1];
    Str as_of; /* date of the oldest facts that it rests on */
    PlaceTally *by_place;
    PoolFault *faults; /* by place; text "": none */
    Arena *scratch;    /* of messages of pairs, which start at `base` */
    ArenaMark base;
} Outlook;

const char *verdict_name(Verdict v);
Outlook *outlook_of(Arena *a, Fleet *f, ClaimSource claims);
/* Every pair of a workload, one by one: the next at or after *i; false at the end. */
bool outlook_pair(const Outlook *o, const Pod *pod, size_t *i, Pair *out);
/* The part of the place that a step is about: its taint, requirement or limit; else its name. */
NodePlace outlook_against(const Pod *pod, const Place *place, const char *step, const Fit *fit);
NodePlace place_at(const Place *p); /* its name */

#endif
