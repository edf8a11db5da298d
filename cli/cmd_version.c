#include "base/version.h"
#include "cli/cmd.h"

static const OptSpec SPEC = {
    .command = "version",
    .arguments = "",
    .summary = "Prints the version.",
};

int cmd_version(Arena *a, char *const *argv)
{
    Strs rest = {0};
    int code = cmd_options(a, &SPEC, argv, NULL, &rest);
    if (code != EXIT_NOT_YET)
        return code;
    Buf out;
    buf_init(&out, a, SIZE_MAX);
    buf_add(&out, STR("gpulint " GPULINT_VERSION "\n"));
    return cmd_print(&out);
}
