#include "tests/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "rule/config.h"

enum { PATH_ROOM = 256 };

typedef struct Folder {
    Arena arena;
    char path[PATH_ROOM];
} Folder;

static int setup(void **state)
{
    static Folder folder;
    arena_init(&folder.arena, SIZE_MAX);
    (void)snprintf(folder.path, sizeof folder.path, "/tmp/gpulint-config-XXXXXX");
    *state = &folder;
    return mkdtemp(folder.path) ? 0 : -1;
}

static int teardown(void **state)
{
    Folder *folder = *state;
    (void)unlink(arena_printf(&folder->arena, "%s/gpulint.yaml", folder->path).ptr);
    (void)rmdir(folder->path);
    arena_free(&folder->arena);
    return 0;
}

/* Writes text as the folder's configuration and loads it. */
static bool load(Folder *folder, const char *text, Diags *d, Config *out)
{
    Arena *a = &folder->arena;
    Str path = arena_printf(a, "%s/gpulint.yaml", folder->path);
    FILE *file = fopen(path.ptr, "w");
    CHECK(file != NULL, "cannot write %s", path.ptr);
    (void)fputs(text, file);
    (void)fclose(file);
    Loader loader;
    loader_init(&loader, a);
    diags_init(d, a);
    return config_load(&loader, path, STR("gpulint.yaml"), d, out);
}

TEST(test_all)
{
    Config c;
    Diags d;
    bool good =
        load(*state,
             "sets:\n"
             "  - {name: prod, include: clusters/prod/**}\n"
             "  - {name: dev, include: [clusters/dev/**, common.yaml], platform: {mode: auto}}\n"
             "platform: {kubernetes: 1.34, karpenter: \"1.14\", mode: karpenter,\n"
             "  region: us-west-2, dra: true, extended-resource-toleration: false}\n"
             "complete: true\n"
             "fail-on: warning\n"
             "include: [k8s/**]\n"
             "exclude: vendor/\n"
             "context: [pools]\n"
             "rules:\n"
             "  one: off\n"
             "  two: error\n"
             "  three: {severity: info, params: {minGib: 200}}\n"
             "  four: {params: {}}\n"
             "values: [{path: charts/gpu.yaml, chart: gpu-operator}]\n"
             "reservations:\n"
             "  - {id: cr-1, instanceType: p5.48xlarge, zone: us-west-2a, type: default,\n"
             "     end: 2026-10-31}\n",
             &d, &c);
    CHECK(good, "%.*s", STR_ARG(d.list.items[0].message));
    CHECK(c.platform.kubernetes_minor == 34, "kubernetes %d", c.platform.kubernetes_minor);
    CHECK(c.platform.karpenter_minor == 14, "karpenter %d", c.platform.karpenter_minor);
    CHECK(c.platform.mode == MODE_KARPENTER, "mode");
    CHECK(str_eq(c.platform.region, STR("us-west-2")), "region");
    CHECK(c.platform.dra == TRI_YES && c.platform.extended_resource_toleration == TRI_NO, "tri");
    CHECK(c.complete && c.fail_on == SEVERITY_WARNING, "complete, fail-on");
    CHECK(c.include.len == 1 && c.exclude.len == 1 && c.context.len == 1, "lists");
    CHECK(str_eq(c.exclude.items[0], STR("vendor/")), "a list of one without brackets");
    CHECK(c.rules.len == 4, "%zu rules", c.rules.len);
    CHECK(c.rules.items[0].graded && c.rules.items[0].severity == SEVERITY_OFF, "off");
    CHECK(c.rules.items[1].severity == SEVERITY_ERROR && !c.rules.items[1].params, "error");
    CHECK(c.rules.items[2].severity == SEVERITY_INFO && c.rules.items[2].params->len == 1, "both");
    CHECK(!c.rules.items[3].graded, "parameters alone");
    CHECK(c.sets.len == 2 && str_eq(c.sets.items[1].name, STR("dev")), "sets");
    CHECK(c.sets.items[0].platform.mode == MODE_KARPENTER, "a set has the file's platform");
    CHECK(c.sets.items[1].platform.mode == MODE_AUTO, "and its own where it says so");
    CHECK(c.sets.items[1].platform.kubernetes_minor == 34, "and only there");
    CHECK(c.values.len == 1 && str_eq(c.values.items[0].chart, STR("gpu-operator")), "values");
    CHECK(c.platform.reservations.len == 1, "reservations");
    CHECK(str_eq(c.platform.reservations.items[0].end, STR("2026-10-31T23:59:59Z")), "end %.*s",
          STR_ARG(c.platform.reservations.items[0].end));
}

TEST(test_defaults)
{
    Config c;
    Diags d;
    CHECK(load(*state, "# nothing yet\n", &d, &c), "a file of comments");
    CHECK(c.platform.mode == MODE_UNKNOWN && c.platform.dra == TRI_UNKNOWN, "unknown platform");
    CHECK(c.platform.extended_resource_toleration == TRI_YES, "EKS admits with tolerations");
    CHECK(c.fail_on == SEVERITY_ERROR && !c.complete, "fail-on, complete");
    CHECK(load(*state, "fail-on: never\n", &d, &c) && c.fail_on == SEVERITY_OFF, "never");
}

static const struct {
    const char *text;
    uint32_t line, column;
    const char *message;
} WRONG[] = {
    {"platfrom: {}\n",                         1, 1,  "'platfrom' is no key of the configuration; did you mean 'platform'?"},
    {"speed: fast\n",                          1, 1,  "'speed' is no key of the configuration"                             },
    {"complete: sometimes\n",                  1, 11, "expected true or false, found a string"                             },
    {"platform:\n  kubernets: '1.34'\n",       2, 3,
     "'kubernets' is no key of platform; did you mean 'kubernetes'?"                                                       },
    {"platform: {kubernetes: new}\n",          1, 24, "expected a version like \"1.34\", found a string"                   },
    {"platform: {mode: manual}\n",             1, 18, "'manual' is none of karpenter, auto"                                },
    {"fail-on: off\n",                         1, 10, "'off' is none of error, warning, info, never"                       },
    {"rules: [a]\n",                           1, 8,  "expected a map of rules, found a list"                              },
    {"rules:\n  a: fatal\n",                   2, 6,  "'fatal' is none of error, warning, info, off"                       },
    {"rules:\n  a: {level: error}\n",          2, 7,  "'level' is no key of a rule"                                        },
    {"rules:\n  a: {params: 3}\n",             2, 15, "expected a map, found an integer"                                   },
    {"include: {a: b}\n",                      1, 10, "expected a string, found a map"                                     },
    {"sets:\n  - {include: a}\n",              2, 5,  "a set needs 'name'"                                                 },
    {"sets: prod\n",                           1, 7,  "expected a list, found a string"                                    },
    {"values: [{path: a}]\n",                  1, 10, "a values file needs 'chart'"                                        },
    {"reservations: [{id: a, end: soon}]\n",   1, 29,
     "expected a date like 2026-10-31, found a string"                                                                     },
    {"complete: true\ncomplete: false\n",      2, 1,  "'complete' is here twice"                                           },
    {"complete: true\n---\ncomplete: false\n", 3, 1,  "a configuration is one document"                                    },
    {"- a\n",                                  1, 1,  "expected the configuration, found a list"                           },
};

TEST(test_wrong)
{
    for (size_t i = 0; i < COUNT(WRONG); i++) {
        Config c;
        Diags d;
        CHECK(!load(*state, WRONG[i].text, &d, &c), "%s: is accepted", WRONG[i].text);
        CHECK(d.count == 1, "%s: %zu messages", WRONG[i].text, d.count);
        const Diag *diag = &d.list.items[0];
        LineColumn at = source_place(diag->source, diag->at.off);
        CHECK(str_eq(diag->message, str_c(WRONG[i].message)), "%s: '%.*s'", WRONG[i].text,
              STR_ARG(diag->message));
        CHECK(at.line == WRONG[i].line && at.column == WRONG[i].column, "%s: at %u:%u",
              WRONG[i].text, at.line, at.column);
    }
}

TEST(test_find)
{
    Folder *folder = *state;
    Arena *a = &folder->arena;
    Config c;
    Diags d;
    Str root = str_c(folder->path), inner = path_join(a, root, STR("a/b"));
    CHECK(load(folder, "complete: true\n", &d, &c), "load");
    Str found = config_find(a, inner);
    CHECK(str_eq(found, path_join(a, root, CONFIG_NAME)), "above: '%.*s'", STR_ARG(found));
    CHECK(str_eq(c.folder, root), "its folder: '%.*s'", STR_ARG(c.folder));
    Str repository = path_join(a, root, STR("a"));
    CHECK(mkdir(repository.ptr, 0700) == 0, "mkdir");
    CHECK(mkdir(path_join(a, repository, STR(".git")).ptr, 0700) == 0, "mkdir");
    CHECK(str_eq(repository_of(a, inner), repository), "the repository");
    CHECK(!config_find(a, inner).len, "not above the repository");
    (void)rmdir(path_join(a, repository, STR(".git")).ptr);
    (void)rmdir(repository.ptr);
}

/* The example of README.md is a configuration that holds. */
TEST(test_readme)
{
    Folder *folder = *state;
    Str text, why, block, rest;
    CHECK(file_read(&folder->arena, STR("README.md"), SIZE_MAX, &text, &why), "README.md");
    text = str_skip(text, str_find(text, STR("```yaml\nplatform:")) + sizeof "```yaml");
    block = str_slice(text, 0, str_find(text, STR("```")));
    CHECK(str_starts(block, STR("platform:")), "no configuration in README.md");
    rest = arena_copy(&folder->arena, block);
    Config c;
    Diags d;
    bool good = load(folder, rest.ptr, &d, &c);
    CHECK(good, "README.md: %.*s", STR_ARG(d.list.items[0].message));
    good = config_apply(&c, ruleset_builtin(&folder->arena), &d);
    CHECK(good, "README.md: %.*s", STR_ARG(d.list.items[0].message));
}

TESTS(cmocka_unit_test_setup_teardown(test_all, setup, teardown),
      cmocka_unit_test_setup_teardown(test_defaults, setup, teardown),
      cmocka_unit_test_setup_teardown(test_wrong, setup, teardown),
      cmocka_unit_test_setup_teardown(test_find, setup, teardown),
      cmocka_unit_test_setup_teardown(test_readme, setup, teardown))
