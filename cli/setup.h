/* Setup: what every command that judges needs before it reads an input: configuration, facts,
 * rules as graded, platform. The options that decide it are rows for the command's own table, whose
 * struct begins with SetupOptions. */
#ifndef CLI_SETUP_H
#define CLI_SETUP_H

#include "report/opt.h"
#include "rule/config.h"
#include "rule/run.h"

typedef struct SetupOptions {
    Str config, rules, facts, kubernetes, karpenter, mode, region, now;
    Strs select, ignore;
    bool isolated, complete;
} SetupOptions;

/* clang-format off */
#define RULE_OPTIONS \
    {"select",     '\0', OPT_LIST,   offsetof(SetupOptions, select),     "ID,...",         "judge by these rules only"}, \
    {"ignore",     '\0', OPT_LIST,   offsetof(SetupOptions, ignore),     "ID,...",         "leave these rules out"}, \
    {"rules",      '\0', OPT_TEXT,   offsetof(SetupOptions, rules),      "DIR",            "add the rules of a folder to the built-in ones"}

#define SETUP_OPTIONS \
    {"config",     '\0', OPT_TEXT,   offsetof(SetupOptions, config),     "FILE",           "read this configuration instead of the nearest gpulint.yaml"}, \
    {"isolated",   '\0', OPT_SWITCH, offsetof(SetupOptions, isolated),   NULL,             "read no configuration"}, \
    {"facts",      '\0', OPT_TEXT,   offsetof(SetupOptions, facts),      "DIR",            "replace the built-in facts by those of a folder"}, \
    {"complete",   '\0', OPT_SWITCH, offsetof(SetupOptions, complete),   NULL,             "the input is the whole cluster: what is not in it is not there"}, \
    {"kubernetes", '\0', OPT_TEXT,   offsetof(SetupOptions, kubernetes), "VERSION",        "version of the cluster, as in 1.34"}, \
    {"karpenter",  '\0', OPT_TEXT,   offsetof(SetupOptions, karpenter),  "VERSION",        "version of Karpenter, as in 1.14"}, \
    {"mode",       '\0', OPT_TEXT,   offsetof(SetupOptions, mode),       "karpenter|auto", "who starts nodes: Karpenter or EKS Auto Mode"}, \
    {"region",     '\0', OPT_TEXT,   offsetof(SetupOptions, region),     "REGION",         "AWS region, for prices and zones"}, \
    {"now",        '\0', OPT_TEXT,   offsetof(SetupOptions, now),        "DATE",           "judge dates as on this day, as in 2026-10-31"}
/* clang-format on */

typedef struct Setup {
    Arena *arena;
    Diags diags;
    Loader loader;
    Config config;
    RuleSet *rules;
    RunOptions run;
} Setup;

/* `starts` are the paths from which a configuration is searched upward. False when there is
 * nothing left to do: what is wrong has been told and *code is the exit code. */
bool setup_make(Arena *a, const SetupOptions *o, const Strs *starts, Setup *out, int *code);

/* Of an option: "never" is SEVERITY_OFF; what is not given is `otherwise`. */
Severity severity_or(Str name, Severity otherwise);

#endif
