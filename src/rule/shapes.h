/* Shapes: fields that hold another kind of value than the API reads (wrong-type). Which kind each
 * field has is a table of the facts. */
#ifndef RULE_SHAPES_H
#define RULE_SHAPES_H

#include "rule/run.h"

void check_shapes(Arena *a, const RunOptions *options, Run *run, const Rule *rule);

#endif
