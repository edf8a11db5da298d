/* Config: gpulint.yaml, read and checked. One file holds for a run: nothing is merged. Its paths
 * and globs are relative to its folder. Texts and nodes live in the arena it was loaded into. */
#ifndef RULE_CONFIG_H
#define RULE_CONFIG_H

#include "kube/fleet.h"
#include "rule/load.h"

#define CONFIG_NAME STR("gpulint.yaml")

/* `rules: {id: error}` or `{id: {severity: error, params: {…}}}`. */
typedef struct ConfigRule {
    Str id;
    Span at; /* of the id */
    bool graded;
    Severity severity;
    const Node *params; /* a map, or NULL */
} ConfigRule;

/* One cluster of several in one repository. */
typedef struct ConfigSet {
    Str name;
    RuleStrs include;  /* globs */
    Platform platform; /* the file's own, with what the set says otherwise */
    const Node *says;  /* its map, or NULL */
} ConfigSet;

/* A values file, and the chart that it belongs to. */
typedef struct ConfigValues {
    Str path, chart;
} ConfigValues;

typedef struct Config {
    const Source *source; /* NULL: no file, all defaults */
    const Node *root;     /* of its document; NULL */
    Str folder;           /* absolute */
    Platform platform;    /* and its reservations */
    bool complete;
    Severity fail_on; /* SEVERITY_OFF: never */
    SLICE(ConfigRule) rules;
    RuleStrs include, exclude; /* globs */
    RuleStrs context;          /* paths */
    SLICE(ConfigSet) sets;
    SLICE(ConfigValues) values;
} Config;

Config config_default(void);
/* Over the defaults; false after messages in `d`. `name` is how messages call the file. */
bool config_load(Loader *l, Str path, Str name, Diags *d, Config *out);
/* Grades and parameters of its rules; false after a message, as about an unknown rule. */
bool config_apply(const Config *c, RuleSet *rules, Diags *d);
/* Warns of charts, instance types and regions that the facts do not know. */
void config_doubt(const Config *c, const Facts *f, Diags *d);
/* The same of a region that an option names. */
void config_doubt_region(Str region, const Facts *f, Diags *d);

/* The configuration for files in an absolute folder: in it or above, up to the repository's root;
 * "" when there is none. */
Str config_find(Arena *a, Str folder);
/* The folder at or above that has a .git, or "". */
Str repository_of(Arena *a, Str folder);

#endif
