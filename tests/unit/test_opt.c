#include "tests/check.h"

#include "report/opt.h"

typedef struct Sample {
    bool quiet;
    Str name, mode;
    Strs ids, globs;
} Sample;

static const Opt OPTIONS[] = {
    {"quiet",          'q',    OPT_SWITCH, offsetof(Sample,   quiet),                 NULL,               "say less"},
    {"name",                '\0',                 OPT_TEXT,        offsetof(Sample, name), "NAME",              "a name"},
    {"mode",        'm',              OPT_TEXT,                   offsetof(Sample,                          mode),                           "fast|slow","how"},
    {"id",     '\0',      OPT_LIST,                offsetof(Sample,                              ids),                  "ID,...",                         "some ids"},
    {"glob",            '\0',          OPT_MANY,          offsetof(Sample,globs),"GLOB","repeatable"},
    {NULL, 0, OPT_SWITCH,0,    NULL,                             NULL                                                                   },
};

static const OptSpec SPEC = {
    .command = "sample",
    .arguments = "[PATH]",
    .summary = "Does a thing.",
    .options = OPTIONS,
    .most = 2,
    .notes = "and more\n",
};

static Str joined(Arena *a, const Strs *list)
{
    Buf out;
    buf_init(&out, a, SIZE_MAX);
    for (size_t i = 0; i < list->len; i++)
        buf_printf(&out, "%s%.*s", i ? "+" : "", STR_ARG(list->items[i]));
    return buf_str(&out);
}

enum { ARGS_MOST = 6 };

static const struct {
    const char *what;
    const char *args[ARGS_MOST];
    OptResult result;
    const char *name, *mode, *ids, *globs, *rest;
    bool quiet;
    const char *why;
} ROWS[] = {
    {"nothing",                  {NULL},                        OPT_OK,    "",        "",     "",        "",      "",       false, ""                                                 },
    {"a switch",                 {"--quiet"},                   OPT_OK,    "",        "",     "",        "",      "",       true,  ""                                                 },
    {"its letter",               {"-q"},                        OPT_OK,    "",        "",     "",        "",      "",       true,  ""                                                 },
    {"a value behind",           {"--name", "x"},               OPT_OK,    "x",       "",     "",        "",      "",       false, ""                                                 },
    {"a value inside",           {"--name=x=y"},                OPT_OK,    "x=y",     "",     "",        "",      "",       false, ""                                                 },
    {"an empty value",
     {"--name=", "p"},
     OPT_WRONG,                                                            "",
     "",                                                                                      "",
     "",                                                                                                          "",
     false,                                                                                                                        "--name needs a value: NAME"                       },
    {"a value of blanks",
     {"--name", " "},
     OPT_WRONG,                                                            "",
     "",                                                                                      "",
     "",                                                                                                          "",
     false,                                                                                                                        "--name needs a value: NAME"                       },
    {"a list of nothing",
     {"--id", " ,"},
     OPT_WRONG,                                                            "",
     "",                                                                                      "",
     "",                                                                                                          "",
     false,                                                                                                                        "--id needs a value: ID,..."                       },
    {"a value like an option",   {"--name", "--quiet"},         OPT_OK,    "--quiet", "",     "",        "",      "",       false, ""                                                 },
    {"the last one wins",        {"--name=a", "--name=b"},      OPT_OK,    "b",       "",     "",        "",      "",       false, ""                                                 },
    {"a list",                   {"--id", "a, b,,c", "--id=d"}, OPT_OK,    "",        "",     "a+b+c+d", "",      "",       false, ""                                                 },
    {"many are not split",       {"--glob=a,b", "--glob=c"},    OPT_OK,    "",        "",     "",        "a,b+c", "",       false, ""                                                 },
    {"a choice",                 {"-m", "slow"},                OPT_OK,    "",        "slow", "",        "",      "",       false, ""                                                 },
    {"arguments between",        {"a", "-q", "b"},              OPT_OK,    "",        "",     "",        "",      "a+b",    true,  ""                                                 },
    {"a dash is an argument",    {"-"},                         OPT_OK,    "",        "",     "",        "",      "-",      false, ""                                                 },
    {"two dashes end options",   {"--", "-q"},                  OPT_OK,    "",        "",     "",        "",      "-q",     false, ""                                                 },
    {"help anywhere",            {"a", "--nonsense", "--help"}, OPT_HELP,  "",        "",     "",        "",      "",       false, ""                                                 },
    {"help behind the end",      {"--", "--help"},              OPT_OK,    "",        "",     "",        "",      "--help", false, ""                                                 },
    {"unknown",                  {"--verbose"},                 OPT_WRONG, "",        "",     "",        "",      "",       false, "unknown option '--verbose'"                       },
    {"near",
     {"--quite"},
     OPT_WRONG,                                                            "",
     "",                                                                                      "",
     "",                                                                                                          "",
     false,                                                                                                                        "unknown option '--quite'; did you mean '--quiet'?"},
    {"unknown letter",           {"-x"},                        OPT_WRONG, "",        "",     "",        "",      "",       false, "unknown option '-x'"                              },
    {"one dash too few",
     {"-quiet"},
     OPT_WRONG,                                                            "",
     "",                                                                                      "",
     "",                                                                                                          "",
     false,                                                                                                                        "unknown option '-quiet'; did you mean '--quiet'?" },
    {"a letter with two dashes",
     {"--q"},
     OPT_WRONG,                                                            "",
     "",                                                                                      "",
     "",                                                                                                          "",
     false,                                                                                                                        "unknown option '--q'"                             },
    {"no value",                 {"--name"},                    OPT_WRONG, "",        "",     "",        "",      "",       false, "--name needs a value: NAME"                       },
    {"a value too many",
     {"--quiet=yes"},
     OPT_WRONG,                                                            "",
     "",                                                                                      "",
     "",                                                                                                          "",
     false,                                                                                                                        "--quiet takes no value"                           },
    {"no such choice",
     {"--mode=medium"},
     OPT_WRONG,                                                            "",
     "",                                                                                      "",
     "",                                                                                                          "",
     false,                                                                                                                        "--mode is one of fast|slow, not 'medium'"         },
    {"arguments too many",
     {"a", "b", "c"},
     OPT_WRONG,                                                            "",
     "",                                                                                      "",
     "",                                                                                                          "a+b+c",
     false,                                                                                                                        "'c' is one argument too many"                     },
};

TEST(test_parse)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Arena a;
        arena_init(&a, SIZE_MAX);
        Sample got = {0};
        OptRest read = {0};
        OptResult result =
            opt_parse(&a, &SPEC, (char *const *)(uintptr_t)ROWS[i].args, &got, &read);
        const Strs rest = read.words;
        Str why = read.wrong;
        CHECK(result == ROWS[i].result, "%s: result %d", ROWS[i].what, result);
        CHECK(str_eq(why, str_c(ROWS[i].why)), "%s: why '%.*s'", ROWS[i].what, STR_ARG(why));
        CHECK(str_eq(joined(&a, &rest), str_c(ROWS[i].rest)), "%s: rest '%.*s'", ROWS[i].what,
              STR_ARG(joined(&a, &rest)));
        if (result == OPT_OK) {
            CHECK(str_eq(got.name, str_c(ROWS[i].name)), "%s: name", ROWS[i].what);
            CHECK(str_eq(got.mode, str_c(ROWS[i].mode)), "%s: mode", ROWS[i].what);
            CHECK(str_eq(joined(&a, &got.ids), str_c(ROWS[i].ids)), "%s: ids", ROWS[i].what);
            CHECK(str_eq(joined(&a, &got.globs), str_c(ROWS[i].globs)), "%s: globs", ROWS[i].what);
            CHECK(got.quiet == ROWS[i].quiet, "%s: quiet", ROWS[i].what);
        }
        arena_free(&a);
    }
}

TEST(test_help)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    Buf out;
    buf_init(&out, &a, SIZE_MAX);
    opt_help(&out, &SPEC);
    Str want = STR("usage: gpulint sample [option...] [PATH]\n"
                   "\n"
                   "Does a thing.\n"
                   "\n"
                   "options:\n"
                   "  --quiet, -q           say less\n"
                   "  --name NAME           a name\n"
                   "  --mode fast|slow, -m  how\n"
                   "  --id ID,...           some ids\n"
                   "  --glob GLOB           repeatable\n"
                   "\n"
                   "and more\n");
    CHECK(str_eq(buf_str(&out), want), "help: got\n%.*s", STR_ARG(buf_str(&out)));
    buf_clear(&out);
    opt_help(&out, &(OptSpec){.command = "bare", .arguments = "", .summary = "Nothing."});
    CHECK(str_eq(buf_str(&out), STR("usage: gpulint bare\n\nNothing.\n")), "bare help: got\n%.*s",
          STR_ARG(buf_str(&out)));
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_parse), cmocka_unit_test(test_help))
