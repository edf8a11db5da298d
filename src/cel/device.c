#include "cel/device.h"

static CelValue get_driver(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const CelDevice *)self)->driver);
}

static CelValue get_attributes(CelEval *ev, const void *self)
{
    (void)ev;
    return ((const CelDevice *)self)->attributes;
}

static CelValue get_capacity(CelEval *ev, const void *self)
{
    (void)ev;
    return ((const CelDevice *)self)->capacity;
}

static CelValue get_many(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_tri(((const CelDevice *)self)->many, STR(""));
}

static const CelField FIELDS[] = {
    {"driver",                   "string",                             get_driver,     "that publishes it"          },
    {"attributes",               "map(string, map(string, dyn))",      get_attributes, "by domain, then by name"    },
    {"capacity",                 "map(string, map(string, quantity))", get_capacity,   "the same, of quantities"    },
    {"allowMultipleAllocations", "bool",                               get_many,       "several claims may share it"},
    {NULL,                       NULL,                                 NULL,           NULL                         },
};

static const CelHostType DEVICE = {"device", FIELDS, NULL, NULL, NULL};

CelEnv *cel_device_env(Arena *a)
{
    static const CelHostType *const HOSTS[] = {&DEVICE};
    CelEnv *env = cel_env_new(a, CEL_PROFILE_DRA);
    cel_env_hosts(env, HOSTS, 1);
    (void)cel_env_var(env, STR("device"), "device");
    return env;
}

CelValue cel_device(const CelDevice *d)
{
    return cel_host(0, d);
}
