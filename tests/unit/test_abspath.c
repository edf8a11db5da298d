#include "tests/check.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/abspath.h"

static const struct {
    const char *path, *absolute, *parent, *relative;
} ROWS[] = {
  /* seen from /usr/lib */
    {"a.yaml",        "/usr/lib/a.yaml", "/usr/lib",     "a.yaml"     },
    {"./a/./b//c",    "/usr/lib/a/b/c",  "/usr/lib/a/b", "a/b/c"      },
    {"a/../b",        "/usr/lib/b",      "/usr/lib",     "b"          },
    {".",             "/usr/lib",        "/usr",         "."          },
    {"..",            "/usr",            "/",            ".."         },
    {"../x",          "/usr/x",          "/usr",         "../x"       },
    {"/usr/libx",     "/usr/libx",       "/usr",         "../libx"    },
    {"/",             "/",               "",             "../.."      },
    {"/etc/a",        "/etc/a",          "/etc",         "../../etc/a"},
    {"../../../../a", "/a",              "/",            "../../a"    },
};

TEST(test_paths)
{
    CHECK(chdir("/usr/lib") == 0, "chdir");
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Arena a;
        arena_init(&a, SIZE_MAX);
        Str absolute = path_absolute(&a, str_c(ROWS[i].path));
        CHECK(str_eq(absolute, str_c(ROWS[i].absolute)), "%s: absolute '%.*s'", ROWS[i].path,
              STR_ARG(absolute));
        CHECK(str_eq(path_parent(absolute), str_c(ROWS[i].parent)), "%s: parent", ROWS[i].path);
        Str relative = path_relative(&a, absolute);
        CHECK(str_eq(relative, str_c(ROWS[i].relative)), "%s: relative '%.*s'", ROWS[i].path,
              STR_ARG(relative));
        arena_free(&a);
    }
}

TESTS(cmocka_unit_test(test_paths))
