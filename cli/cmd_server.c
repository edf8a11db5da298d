#include <limits.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/cmd.h"

#define SERVER "gpulint-server"

/* Where this program lies; "" when the system does not say. */
static Str own_folder(char *path, size_t size)
{
    ssize_t len = readlink("/proc/self/exe", path, size);
    if (len <= 0 || (size_t)len >= size)
        return STR("");
    Str all = {path, (size_t)len};
    return str_slice(all, 0, str_rfind_char(all, '/'));
}

int cmd_server(Arena *a, char *const *argv)
{
    char path[PATH_MAX];
    Str folder = own_folder(path, sizeof path);
    Str beside = path_join(a, folder, STR(SERVER));
    Str installed = path_join(a, folder, STR("../libexec/" SERVER));
    Str server = file_kind(beside, true) == FILE_REGULAR ? beside : installed;
    size_t count = 0;
    while (argv[count])
        count++;
    char **args = arena_array(a, char *, count + 2);
    args[0] = (char *)(uintptr_t)SERVER;
    for (size_t i = 0; i < count; i++)
        args[i + 1] = argv[i];
    (void)execv(arena_copy(a, server).ptr, args);
    return cmd_usage("cannot run %.*s: it belongs beside gpulint, or in ../libexec",
                     STR_ARG(server));
}
