/* Answer: which instance types satisfy a claim, and where none does, what comes nearest. Worked
 * out once for each claim; claims with the same words share it. */
#ifndef DRA_ANSWER_H
#define DRA_ANSWER_H

#include "dra/dra.h"
#include "dra/question.h"

typedef struct ClaimAnswer {
    TypeSet types;  /* that surely satisfy it */
    TypeSet maybe;  /* of which that cannot be told */
    bool open;      /* there may be others: maybe is not empty, or types beyond the facts */
    bool never;     /* nothing known to us satisfies it */
    uint64_t steps; /* that it took */
} ClaimAnswer;

const ClaimAnswer *dra_answer(Dra *d, const Claim *c);

typedef enum NearestKind {
    NEAREST_SELECTOR,   /* no device is selected */
    NEAREST_COUNT,      /* too few devices of a kind */
    NEAREST_CONSTRAINT, /* no devices agree as asked */
    NEAREST_TOGETHER    /* each request alone could be served */
} NearestKind;

/* What comes nearest to a claim that nothing satisfies. */
typedef struct ClaimNearest {
    NearestKind kind;
    Str type, device; /* names; device "" where no single one is meant */
    Str reason;
    const Node *clause; /* where it is asked: a part of an expression, a count, a constraint */
} ClaimNearest;

/* NULL unless the answer is never. */
const ClaimNearest *dra_nearest(Dra *d, const Claim *c);

/* A memory threshold that leaves out a card by its name's size: "80Gi" and an H100. */
typedef struct ClaimMiss {
    const DraDevice *device;
    Str memory;     /* what the driver reports */
    const Node *at; /* the clause */
} ClaimMiss;

typedef struct ClaimMisses {
    VEC(ClaimMiss) list;
    VEC(ClaimMiss) unitless; /* instead, thresholds of a few bytes: every card has more */
} ClaimMisses;

const ClaimMisses *dra_misses(Dra *d, const Claim *c);

/* What is wrong with a name that a request's selectors read of its devices. */
typedef enum ReadFault {
    READ_FINE,
    READ_OTHER_KIND, /* it is a capacity, not an attribute, or the reverse */
    READ_DOMAIN,     /* the devices have nothing under that domain */
    READ_NAME,       /* no version of the driver that we know publishes it */
    READ_LACKS,      /* devices of another kind, or of some types only, have it */
    READ_TYPE,       /* an operation that its type does not have */
    READ_NEVER       /* compared with a value of another type: never equal */
} ReadFault;

typedef struct ClaimRead {
    const DeviceClass *device_class; /* whose devices are read */
    Str driver, domain, name;
    AttributeKind kind;
    Str type, known; /* by the facts; known before launch: yes, match-only, no, annotation */
    bool asks;       /* that it may be absent is seen to */
    ReadFault fault;
    bool everywhere;     /* it fails on every device of the class */
    Str error;           /* what the expression says then */
    AttributeName meant; /* that is published; a name of "" */
    Str device;          /* on which it fails */
    const Node *at;
} ClaimRead;

typedef struct ClaimReads {
    VEC(ClaimRead) list;
    bool open;
} ClaimReads;

const ClaimReads *dra_reads(Dra *d, const Claim *c);
/* Names outside of expressions that the devices do not have: of constraints, of
 * capacity.requests. */
const ClaimReads *dra_matches(Dra *d, const Claim *c);
const ClaimReads *dra_capacities(Dra *d, const Claim *c);
/* The same of the selectors of a class itself. */
const ClaimReads *dra_class_reads(Dra *d, const DeviceClass *c);

/* The question behind a claim; NULL where it is too large. */
const Question *dra_question(Dra *d, const Claim *c);

#endif
