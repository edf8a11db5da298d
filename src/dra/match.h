/* Match: what selectors say of the devices of a model. Each selector is evaluated once for a
 * device, whatever types have it and whatever claims ask. */
#ifndef DRA_MATCH_H
#define DRA_MATCH_H

#include "dra/device.h"
#include "dra/selector.h"

typedef enum MatchAnswer {
    MATCH_NO,
    MATCH_YES,
    MATCH_UNKNOWN,
    MATCH_ERROR /* the device lacks what is read, or it is of another type */
} MatchAnswer;

/* What one selector says of one device. */
typedef struct Match {
    uint8_t answer; /* MatchAnswer */
    bool asked;
    uint32_t clause;   /* that decided, when it is no */
    CelErrorCode code; /* of an error */
    Span at;           /* the same, in the expression */
    Str message;       /* the same */
} Match;

typedef struct Matcher {
    Arena *arena;
    Arena *scratch; /* of evaluations */
    const DeviceModel *model;
    uint64_t steps; /* spent since the owner set it to 0 */
    uint64_t limit; /* beyond it everything is unknown */
} Matcher;

void matcher_init(Matcher *m, Arena *a, const DeviceModel *model);
Match match_device(Matcher *m, DeviceSelector *s, const DraDevice *d);
/* The same of the device with some value for all that it is known to publish: only errors mean
 * anything. Not kept. */
Match match_types(Matcher *m, const DeviceSelector *s, const DraDevice *d);
/* Whether it would be true of the device if that had as much memory as its name says. */
bool match_sold(Matcher *m, const DeviceSelector *s, const DraDevice *d);
/* Whether a clause asks for so little memory that it must have lost its unit. */
bool match_unitless(Matcher *m, const DeviceSelector *s, const DraDevice *d, size_t clause);
/* The value of a path in the device as known, for a message; "" when there is none. */
Str match_value(Matcher *m, const DraDevice *d, const CelPath *path);

#endif
