#include "rule/rule.h"

static const Str SEVERITY_NAMES[] = {
    [SEVERITY_OFF] = STR_INIT("off"),
    [SEVERITY_INFO] = STR_INIT("info"),
    [SEVERITY_WARNING] = STR_INIT("warning"),
    [SEVERITY_ERROR] = STR_INIT("error"),
};

Str severity_name(Severity s)
{
    return SEVERITY_NAMES[s];
}

bool severity_parse(Str name, Severity *out)
{
    for (size_t i = 0; i < sizeof SEVERITY_NAMES / sizeof *SEVERITY_NAMES; i++) {
        if (str_eq(name, SEVERITY_NAMES[i])) {
            *out = (Severity)i;
            return true;
        }
    }
    return false;
}
