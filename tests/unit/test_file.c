#include "base/file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

/* A folder with: a (3 bytes), b/, c -> a, d -> nowhere, e (a pipe), .f (empty). */
static char folder[] = "/tmp/test_file.XXXXXX";

static Str in_folder(Arena *a, const char *name)
{
    return path_join(a, str_c(folder), str_c(name));
}

static void make_file(Arena *a, const char *name, Str text)
{
    int fd = open(in_folder(a, name).ptr, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    CHECK(fd >= 0 && write(fd, text.ptr, text.len) == (ssize_t)text.len, "cannot write %s", name);
    (void)close(fd);
}

static int make_folder(void **state)
{
    Arena a;
    (void)state;
    arena_init(&a, SIZE_MAX);
    CHECK(mkdtemp(folder), "no temporary folder");
    make_file(&a, "a", STR("a\0b"));
    make_file(&a, ".f", STR(""));
    int failed = mkdir(in_folder(&a, "b").ptr, 0700) | symlink("a", in_folder(&a, "c").ptr) |
                 symlink("nowhere", in_folder(&a, "d").ptr) | mkfifo(in_folder(&a, "e").ptr, 0600);
    arena_free(&a);
    return failed;
}

static int remove_folder(void **state)
{
    static const char *const NAMES[] = {"a", ".f", "c", "d", "e"};
    Arena a;
    (void)state;
    arena_init(&a, SIZE_MAX);
    for (size_t i = 0; i < COUNT(NAMES); i++)
        (void)unlink(in_folder(&a, NAMES[i]).ptr);
    (void)rmdir(in_folder(&a, "b").ptr);
    arena_free(&a);
    return rmdir(folder);
}

static const struct {
    const char *what, *name;
    size_t most;
    bool good;
    Str text; /* or why not */
} READS[] = {
    {"a file",             "a",   100, true,  STR_INIT("a\0b")                           },
    {"as large as may be", "a",   3,   true,  STR_INIT("a\0b")                           },
    {"too large",          "a",   2,   false, STR_INIT("above 2 bytes")                  },
    {"an empty file",      ".f",  100, true,  STR_INIT("")                               },
    {"through a link",     "c",   100, true,  STR_INIT("a\0b")                           },
    {"nothing",            "x",   100, false, STR_INIT("no such file or folder")         },
    {"a link to nothing",  "d",   100, false, STR_INIT("no such file or folder")         },
    {"a folder",           "b",   100, false, STR_INIT("is a folder")                    },
    {"below a file",       "a/b", 100, false, STR_INIT("a part of the path is no folder")},
};

TEST(test_read)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    for (size_t i = 0; i < COUNT(READS); i++) {
        Str text = STR("untouched"), why = STR("");
        bool good = file_read(&a, in_folder(&a, READS[i].name), READS[i].most, &text, &why);
        CHECK(good == READS[i].good, "%s: %.*s", READS[i].what, STR_ARG(why));
        CHECK(str_eq(good ? text : why, READS[i].text), "%s: '%.*s'", READS[i].what,
              STR_ARG(good ? text : why));
        CHECK(good || str_eq(text, STR("untouched")), "%s: text was written", READS[i].what);
    }
    arena_free(&a);
}

/* What has no size beforehand: more than fits into the first piece, and more than is allowed. */
TEST(test_stream)
{
    Arena a;
    Str text, why;
    arena_init(&a, SIZE_MAX);
    CHECK(!file_read(&a, STR("/dev/zero"), 1 << 20, &text, &why), "endless");
    CHECK(str_eq(why, STR("above 1 MiB")), "%.*s", STR_ARG(why));
    int ends[2], stdin_copy = dup(STDIN_FILENO);
    char bytes[4096];
    memset(bytes, 'x', sizeof bytes);
    CHECK(pipe(ends) == 0 && write(ends[1], bytes, sizeof bytes) == sizeof bytes, "a pipe");
    (void)close(ends[1]);
    (void)dup2(ends[0], STDIN_FILENO);
    bool good = file_read(&a, STR("-"), 1 << 20, &text, &why);
    (void)dup2(stdin_copy, STDIN_FILENO);
    (void)close(ends[0]);
    (void)close(stdin_copy);
    CHECK(good && str_eq(text, (Str){bytes, sizeof bytes}), "standard input");
    arena_free(&a);
}

TEST(test_kind)
{
    static const struct {
        const char *name;
        FileKind itself, followed;
    } ROWS[] = {
        {"a", FILE_REGULAR, FILE_REGULAR},
        {"b", FILE_FOLDER,  FILE_FOLDER },
        {"c", FILE_LINK,    FILE_REGULAR},
        {"d", FILE_LINK,    FILE_NONE   },
        {"e", FILE_OTHER,   FILE_OTHER  },
        {"x", FILE_NONE,    FILE_NONE   },
    };
    Arena a;
    char name[5000];
    arena_init(&a, SIZE_MAX);
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Str path = in_folder(&a, ROWS[i].name);
        CHECK(file_kind(path, false) == ROWS[i].itself, "%s itself", ROWS[i].name);
        CHECK(file_kind(path, true) == ROWS[i].followed, "%s followed", ROWS[i].name);
    }
    memset(name, 'x', sizeof name);
    CHECK(file_kind((Str){name, sizeof name}, true) == FILE_NONE, "a name too long");
    CHECK(file_kind(STR(""), true) == FILE_NONE, "no name");
    arena_free(&a);
}

TEST(test_list)
{
    static const struct {
        const char *name;
        FileKind kind;
    } ENTRIES[] = {
        {".f", FILE_REGULAR},
        {"a",  FILE_REGULAR},
        {"b",  FILE_FOLDER },
        {"c",  FILE_LINK   },
        {"d",  FILE_LINK   },
        {"e",  FILE_OTHER  }
    };
    Arena a;
    const FolderEntry *entries = NULL;
    size_t count = 0;
    Str why;
    arena_init(&a, SIZE_MAX);
    CHECK(folder_list(&a, str_c(folder), &entries, &count, &why), "%.*s", STR_ARG(why));
    CHECK(count == COUNT(ENTRIES), "%zu entries", count);
    for (size_t i = 0; i < count; i++)
        CHECK(str_eq(entries[i].name, str_c(ENTRIES[i].name)) && entries[i].kind == ENTRIES[i].kind,
              "entry %zu is %.*s", i, STR_ARG(entries[i].name));
    CHECK(folder_list(&a, in_folder(&a, "b"), &entries, &count, &why) && count == 0, "empty");
    CHECK(!folder_list(&a, in_folder(&a, "x"), &entries, &count, &why), "nothing");
    CHECK(str_eq(why, STR("no such file or folder")), "%.*s", STR_ARG(why));
    CHECK(!folder_list(&a, in_folder(&a, "a"), &entries, &count, &why), "a file");
    arena_free(&a);
}

TEST(test_join)
{
    static const struct {
        const char *folder, *name, *path;
    } ROWS[] = {
        {"a",  "b", "a/b"},
        {"a/", "b", "a/b"},
        {"",   "b", "b"  },
        {".",  "b", "./b"},
        {"/",  "b", "/b" },
    };
    Arena a;
    arena_init(&a, SIZE_MAX);
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Str path = path_join(&a, str_c(ROWS[i].folder), str_c(ROWS[i].name));
        CHECK(str_eq(path, str_c(ROWS[i].path)), "'%s' '%s': %.*s", ROWS[i].folder, ROWS[i].name,
              STR_ARG(path));
    }
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read), cmocka_unit_test(test_stream), cmocka_unit_test(test_kind),
        cmocka_unit_test(test_list), cmocka_unit_test(test_join),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
