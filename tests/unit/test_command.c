/* Programs and options of a pod's containers. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include "kube/command.h"

#define POD(container)                                                                    \
    "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n    - {name: " \
    "c, " container "}\n"

static const struct {
    const char *what, *text;
    Tri runs, has; /* of `scaler` and --mode */
    const char *value;
} ROWS[] = {
    {"an image",            POD("image: 'registry.example:5000/x/scaler:v1'"),               TRI_YES, TRI_NO,      ""    },
    {"an image by digest",  POD("image: 'x/scaler@sha256:00'"),                              TRI_YES, TRI_NO,      ""    },
    {"a longer name",       POD("image: x/scaler-addon"),                                    TRI_NO,  TRI_NO,      ""    },
    {"a path of the image", POD("image: scaler/other"),                                      TRI_NO,  TRI_NO,      ""    },
    {"a command",           POD("image: x, command: [./scaler, --mode=a]"),                  TRI_YES, TRI_YES,     "a"   },
    {"a line for a shell",  POD("image: x, command: [sh, -c, 'exec ./scaler --mode=a -v']"), TRI_YES,
     TRI_YES,                                                                                                      "a"   },
    {"args of one dash",    POD("image: x, args: ['-mode=a']"),                              TRI_NO,  TRI_YES,     "a"   },
    {"a value on its own",  POD("image: x, args: ['--mode', b]"),                            TRI_NO,  TRI_YES,     "b"   },
    {"no value",            POD("image: x, args: ['--mode', '--other=c']"),                  TRI_NO,  TRI_YES,     "true"},
    {"the last word",       POD("image: x, args: ['--mode']"),                               TRI_NO,  TRI_YES,     "true"},
    {"the first of two",    POD("image: x, args: ['--mode=a', '--mode=b']"),                 TRI_NO,  TRI_YES,     "a"   },
    {"another option",      POD("image: x, args: ['--modes=a', mode]"),                      TRI_NO,  TRI_NO,      ""    },
    {"a placeholder",       POD("image: x, args: ['${ARGS}']"),                              TRI_NO,  TRI_UNKNOWN, ""    },
    {"a value to fill in",  POD("image: x, args: ['--mode=${MODE}']"),                       TRI_NO,  TRI_UNKNOWN,
     "${MODE}"                                                                                                           },
    {"no list",             POD("image: x, args: text"),                                     TRI_NO,  TRI_UNKNOWN, ""    },
};

TEST(test_commands)
{
    Platform platform = try_platform();
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Pods pods = {0};
        Flag flag;
        pods_of(&arena, facts_builtin(), &platform, try_object(&arena, ROWS[i].text, 0), &pods);
        const Pod *p = pods.list.items[0];
        Tri runs = pod_runs(p, STR("scaler")), has = pod_flag(p, STR("mode"), &flag);
        CHECK(runs == ROWS[i].runs, "%s: runs %d", ROWS[i].what, (int)runs);
        CHECK(has == ROWS[i].has, "%s: has %d", ROWS[i].what, (int)has);
        CHECK(str_eq(flag.value, str_c(ROWS[i].value)), "%s: value %.*s", ROWS[i].what,
              STR_ARG(flag.value));
    }
}

TESTS_IN_ARENA(cmocka_unit_test(test_commands))
