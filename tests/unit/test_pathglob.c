#include "tests/check.h"

#include "base/buf.h"
#include "base/pathglob.h"

static const struct {
    const char *pattern, *path;
    bool match;
} PATHS[] = {
    {"a.yaml",      "a.yaml",      true },
    {"a.yaml",      "b.yaml",      false},
    {"a.yaml",      "x/a.yaml",    false},
    {"*.yaml",      "a.yaml",      true },
    {"*.yaml",      ".yaml",       true },
    {"*.yaml",      "x/a.yaml",    false},
    {"a*b*c",       "aXbYbZc",     true },
    {"a*b*c",       "aXbYbZ",      false},
    {"?.yaml",      "a.yaml",      true },
    {"?.yaml",      "ab.yaml",     false},
    {"[a-c]x",      "bx",          true },
    {"[a-c]x",      "dx",          false},
    {"[!a-c]x",     "dx",          true },
    {"[^a-c]x",     "bx",          false},
    {"[]a]x",       "]x",          true },
    {"[a-]x",       "-x",          true },
    {"[\\]]x",      "]x",          true },
    {"[a",          "[a",          true },
    {"[",           "[",           true },
    {"\\*",         "*",           true },
    {"\\*",         "a",           false},
    {"a\\",         "a\\",         true },
    {"**/a",        "a",           true },
    {"**/a",        "x/y/a",       true },
    {"**/a",        "x/ab",        false},
    {"a/**",        "a/b/c",       true },
    {"a/**",        "a",           false},
    {"a/**/b",      "a/b",         true },
    {"a/**/b",      "a/x/y/b",     true },
    {"a/**/b/**/c", "a/b/x/b/y/c", true },
    {"a/**/b",      "a/x",         false},
    {"**",          "a/b",         true },
    {"a/*/c",       "a/b/c",       true },
    {"a/*/c",       "a/b/b/c",     false},
    {"",            "a",           false},
    {"a",           "",            false},
};

TEST(test_path)
{
    for (size_t i = 0; i < COUNT(PATHS); i++)
        CHECK(pathglob_match(str_c(PATHS[i].pattern), str_c(PATHS[i].path)) == PATHS[i].match,
              "'%s' against '%s'", PATHS[i].pattern, PATHS[i].path);
}

static const struct {
    const char *what, *lines, *path;
    bool folder;
    Tri match;
} FILES[] = {
    {"no pattern",                   "",                     "/r/a",          false, TRI_UNKNOWN},
    {"a name at any depth",          "a.yaml\n",             "/r/x/y/a.yaml", false, TRI_YES    },
    {"a slash in front anchors",     "/a.yaml\n",            "/r/x/a.yaml",   false, TRI_UNKNOWN},
    {"anchored, at its place",       "/a.yaml\n",            "/r/a.yaml",     false, TRI_YES    },
    {"a slash inside anchors",       "x/a\n",                "/r/y/x/a",      false, TRI_UNKNOWN},
    {"a slash at the end does not",  "x/\n",                 "/r/y/x",        true,  TRI_YES    },
    {"folders only",                 "x/\n",                 "/r/x",          false, TRI_UNKNOWN},
    {"the last decides",             "*.yaml\n!keep.yaml\n", "/r/keep.yaml",  false, TRI_NO     },
    {"taken back too early",         "!keep.yaml\n*.yaml\n", "/r/keep.yaml",  false, TRI_YES    },
    {"a comment",                    "# a\n",                "/r/# a",        false, TRI_UNKNOWN},
    {"an escaped #",                 "\\#a\n",               "/r/#a",         false, TRI_YES    },
    {"an escaped !",                 "\\!a\n",               "/r/!a",         false, TRI_YES    },
    {"blanks at the end",            "a  \r\n",              "/r/a",          false, TRI_YES    },
    {"an escaped blank",             "a\\ \n",               "/r/a ",         false, TRI_YES    },
    {"another folder's pattern",     "a\n",                  "/s/a",          false, TRI_UNKNOWN},
    {"a folder with the same start", "a\n",                  "/rx/a",         false, TRI_UNKNOWN},
    {"the base itself",              "r\n",                  "/r",            true,  TRI_UNKNOWN},
    {"a lone slash",                 "/\n",                  "/r/a",          true,  TRI_UNKNOWN},
    {"no line end",                  "a",                    "/r/a",          false, TRI_YES    },
};

TEST(test_file)
{
    for (size_t i = 0; i < COUNT(FILES); i++) {
        Arena a;
        arena_init(&a, SIZE_MAX);
        PathGlobs globs = {0};
        pathglobs_read(&a, &globs, STR("/r"), str_c(FILES[i].lines));
        Tri got = pathglobs_match(&globs, str_c(FILES[i].path), FILES[i].folder);
        CHECK(got == FILES[i].match, "%s: got %d", FILES[i].what, got);
        arena_free(&a);
    }
}

TEST(test_cover)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    PathGlobs globs = {0};
    CHECK(!pathglobs_cover(&globs, STR("/r/a")), "no pattern covers nothing");
    pathglobs_add(&a, &globs, STR("/r"), STR("vendor/"));
    CHECK(pathglobs_cover(&globs, STR("/r/x/vendor/y/a.yaml")), "a file below a folder");
    CHECK(!pathglobs_cover(&globs, STR("/r/vendor")), "a file of the folder's name");
    arena_free(&a);
}

/* Both stars of a hostile pattern must not multiply. */
TEST(test_time)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    Buf pattern, path;
    buf_init(&pattern, &a, SIZE_MAX);
    buf_init(&path, &a, SIZE_MAX);
    for (size_t i = 0; i < 200; i++) {
        buf_add(&pattern, STR("**/a*a*a*a*b/"));
        buf_add(&path, STR("aaaaaaaaaaaaaaaa/"));
    }
    CHECK(!pathglob_match(buf_str(&pattern), buf_str(&path)), "hostile pattern");
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_path), cmocka_unit_test(test_file), cmocka_unit_test(test_cover),
      cmocka_unit_test(test_time))
