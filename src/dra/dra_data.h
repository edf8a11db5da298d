/* What the files behind dra.h and answer.h share. */
#ifndef DRA_DRA_DATA_H
#define DRA_DRA_DATA_H

#include "dra/answer.h"

/* All that is known of one claim; NULL: not asked yet. */
typedef struct ClaimState {
    const Question *question;
    bool asked, nearest_asked; /* the question was made; the nearest was looked for */
    const ClaimAnswer *answer;
    const ClaimNearest *nearest;
    const ClaimMisses *misses;
    const ClaimReads *reads;
} ClaimState;

struct Dra {
    Arena *arena;
    const Fleet *fleet;
    CelEnv *env;        /* NULL: not made yet */
    Matcher *matcher;   /* the same */
    Map selectors;      /* by the node that holds them -> DeviceSelectors */
    Map known_classes;  /* by name -> DeviceSelectors of a class that the facts tell */
    Map class_reads;    /* by class -> ClaimReads */
    Map answers;        /* by the words of a claim -> ClaimAnswer */
    bool shared;        /* a node class says that claims share devices; set with the matcher */
    ClaimState *claims; /* by Claim.index */
};

Matcher *dra_matcher(Dra *d);
ClaimState *dra_state(Dra *d, const Claim *c);
/* What is wrong with a name that attribute_row does not find. */
ReadFault attribute_fault(const Facts *f, AttributeName n);

#endif
