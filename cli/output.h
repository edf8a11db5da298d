/* Output: the formats that were asked for, and where each goes. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "cli/cmd.h"
#include "report/report.h"

typedef struct Output {
    const Reporter *reporter;
    Str file; /* "" is stdout */
} Output;

typedef struct Outputs {
    VEC(Output) list;
} Outputs;

/* "NAME" or "NAME=FILE" each; none is `full`. False with the reason. */
bool outputs_parse(Arena *a, const Strs *formats, Outputs *out, Str *why);
/* Writes them all; the worst of it. */
Written outputs_write(const Outputs *o, const Report *report);

#endif
