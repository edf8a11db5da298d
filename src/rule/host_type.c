/* Instance types. */
#include "rule/host.h"

#include "base/limits.h"
#include "rule/subject.h"

static CelValue text(CelEval *ev, const void *self, Str field)
{
    return cel_str(type_field(host_facts(ev), self, field));
}

static CelValue number(CelEval *ev, const void *self, Str field)
{
    return cel_int(type_number(host_facts(ev), self, field));
}

static CelValue get_name(CelEval *ev, const void *self)
{
    return cel_str(type_name(host_facts(ev), self));
}

static CelValue get_family(CelEval *ev, const void *self)
{
    return text(ev, self, STR("family"));
}

static CelValue get_size(CelEval *ev, const void *self)
{
    return text(ev, self, STR("size"));
}

static CelValue get_category(CelEval *ev, const void *self)
{
    return text(ev, self, STR("category"));
}

static CelValue get_generation(CelEval *ev, const void *self)
{
    return number(ev, self, STR("generation"));
}

static CelValue get_arch(CelEval *ev, const void *self)
{
    return text(ev, self, STR("arch"));
}

static CelValue get_cpu(CelEval *ev, const void *self)
{
    return number(ev, self, STR("cpu"));
}

static CelValue get_memory(CelEval *ev, const void *self)
{
    return number(ev, self, STR("memory"));
}

/* Whole GPUs of any vendor: the fractions of g6f count none. */
static CelValue get_gpus(CelEval *ev, const void *self)
{
    return number(ev, self, STR("gpus"));
}

static CelValue get_gpu_name(CelEval *ev, const void *self)
{
    return text(ev, self, STR("gpuName"));
}

static CelValue get_gpu_memory(CelEval *ev, const void *self)
{
    return number(ev, self, STR("gpuMemory"));
}

static CelValue get_neurons(CelEval *ev, const void *self)
{
    return number(ev, self, STR("neurons"));
}

static CelValue get_cores(CelEval *ev, const void *self)
{
    return number(ev, self, STR("cores"));
}

static CelValue get_efa(CelEval *ev, const void *self)
{
    return number(ev, self, STR("efa"));
}

static CelValue get_nvme(CelEval *ev, const void *self)
{
    return number(ev, self, STR("nvme"));
}

static CelValue get_resource(CelEval *ev, const void *self)
{
    int64_t count;
    return cel_str(type_device(host_facts(ev), self, &count));
}

static CelValue get_count(CelEval *ev, const void *self)
{
    int64_t count;
    (void)type_device(host_facts(ev), self, &count);
    return cel_int(count);
}

static CelValue get_vendor(CelEval *ev, const void *self)
{
    const Facts *f = host_facts(ev);
    return cel_str(facts_get(facts_table(f, STR("accelerators")), type_name(f, self), "vendor"));
}

static CelValue get_accelerated(CelEval *ev, const void *self)
{
    return cel_bool(cel_str_of(get_vendor(ev, self)).len > 0);
}

static CelValue get_architecture(CelEval *ev, const void *self)
{
    const Facts *f = host_facts(ev);
    return cel_str(
        facts_get(facts_table(f, STR("accelerators")), type_name(f, self), "architecture"));
}

static CelValue driver_cell(CelEval *ev, const void *self, const char *column)
{
    const Facts *f = host_facts(ev);
    Str gpu = type_field(f, self, STR("gpuName"));
    int64_t branch = 0;
    (void)str_int(facts_get(facts_table(f, STR("gpu-drivers")), gpu, column), &branch);
    return cel_int(branch);
}

static CelValue get_driver_first(CelEval *ev, const void *self)
{
    return driver_cell(ev, self, "first");
}

static CelValue get_driver_last(CelEval *ev, const void *self)
{
    return driver_cell(ev, self, "last");
}

/* "yes", "no"; a blank or anything else is not known. */
static CelValue get_in_blocks(CelEval *ev, const void *self)
{
    const Facts *f = host_facts(ev);
    Str cell = facts_get(facts_table(f, STR("accelerators")), type_name(f, self), "capacity_block");
    Tri sold = str_eq(cell, STR("yes"))               ? TRI_YES
               : str_eq(cell, STR("no")) || !cell.len ? TRI_NO
                                                      : TRI_UNKNOWN;
    return cel_tri(sold, STR("whether the type is sold in Capacity Blocks"));
}

static CelValue get_modelled(CelEval *ev, const void *self)
{
    const Facts *f = host_facts(ev);
    const FactTable *t = facts_table(f, STR("karpenter-dra-devices"));
    return cel_bool(facts_find(t, type_name(f, self), 0) != SIZE_MAX);
}

/* u-… types come in UltraServers: what the families' names say. */
static CelValue get_ultra_server(CelEval *ev, const void *self)
{
    Str family = type_field(host_facts(ev), self, STR("family"));
    return cel_bool(str_starts(family, STR("p6e-")) || str_starts(family, STR("trn2u")));
}

static CelValue get_price(CelEval *ev, const void *self)
{
    const Fleet *fleet = host_fleet(ev);
    int64_t price =
        type_price(host_facts(ev), self, fleet_platform(fleet, host_context(ev)->object)->region);
    return price < 0 ? cel_unknown(STR("the price of an instance type"))
                     : cel_double((double)price / 1e6);
}

static CelValue call_capacity(CelEval *ev, const void *self, const CelValue *args)
{
    return host_milli(ev, str_eq(cel_str_of(args[0]), STR("nodes"))
                              ? 1000
                              : type_capacity(host_facts(ev), self, cel_str_of(args[0])));
}

static CelValue call_allocatable(CelEval *ev, const void *self, const CelValue *args)
{
    return host_milli(ev, type_allocatable(host_facts(ev), self, cel_str_of(args[0])));
}

/* Memory as people write it; anything else is a plain number. */
static CelValue call_capacity_text(CelEval *ev, const void *self, const CelValue *args)
{
    Str resource = cel_str_of(args[0]);
    int64_t amount = type_capacity(host_facts(ev), self, resource);
    if (str_eq(resource, STR("memory")))
        return cel_str(arena_printf(ev->scratch, "%lldMi", (long long)(amount / 1000 >> 20)));
    CelValue quantity = call_capacity(ev, self, args);
    Buf b;
    buf_init(&b, ev->scratch, LIMIT_MESSAGE);
    quantity_write(&b, quantity.as.quantity);
    return cel_str(buf_str(&b));
}

static CelValue call_label(CelEval *ev, const void *self, const CelValue *args)
{
    return cel_str(type_label(host_facts(ev), self, cel_str_of(args[0])));
}

static const CelField FIELDS[] = {
    {"name",         "string", get_name,         "p5.48xlarge"                                   },
    {"family",       "string", get_family,       "p5"                                            },
    {"size",         "string", get_size,         "48xlarge"                                      },
    {"category",     "string", get_category,     "letters before the first digit: p"             },
    {"generation",   "int",    get_generation,   "the digit: 5"                                  },
    {"arch",         "string", get_arch,         "amd64 or arm64"                                },
    {"cpu",          "int",    get_cpu,          "vCPUs"                                         },
    {"memory",       "int",    get_memory,       "MiB"                                           },
    {"gpus",         "int",    get_gpus,         "whole GPUs of any vendor"                      },
    {"gpuName",      "string", get_gpu_name,     "h100; \"\" without GPU"                        },
    {"gpuMemory",    "int",    get_gpu_memory,   "MiB of one GPU"                                },
    {"neurons",      "int",    get_neurons,      "Inferentia or Trainium devices"                },
    {"cores",        "int",    get_cores,        "NeuronCores as Karpenter counts them"          },
    {"efa",          "int",    get_efa,          "EFA interfaces"                                },
    {"nvme",         "int",    get_nvme,         "GB of local disks"                             },
    {"resource",     "string", get_resource,     "the accelerator's resource, \"\" for none"     },
    {"count",        "int",    get_count,        "how many of it a node has"                     },
    {"vendor",       "string", get_vendor,       "nvidia, neuron, amd, habana or \"\""           },
    {"accelerated",  "bool",   get_accelerated,  "has an accelerator, fractions included"        },
    {"architecture", "string", get_architecture, "of the accelerator: Hopper"                    },
    {"driverFirst",  "int",    get_driver_first, "first driver branch that knows its GPU; 0: any"},
    {"driverLast",   "int",    get_driver_last,  "last driver branch that does; 0: no end"       },
    {"inBlocks",     "bool",   get_in_blocks,    "sold in Capacity Blocks"                       },
    {"modelled",     "bool",   get_modelled,     "Karpenter knows its devices for claims"        },
    {"ultraServer",  "bool",   get_ultra_server, "part of an UltraServer"                        },
    {"price",        "double", get_price,        "USD an hour on demand"                         },
    {NULL,           NULL,     NULL,             NULL                                            },
};

static const CelMethod METHODS[] = {
    {"capacity",     "(string) -> quantity", call_capacity,      "what limits count of a resource"          },
    {"allocatable",  "(string) -> quantity", call_allocatable,   "what pods can get of a resource"          },
    {"capacityText", "(string) -> string",   call_capacity_text, "the capacity for messages"                },
    {"label",        "(string) -> string",   call_label,         "value of a well-known label, \"\" without"},
    {NULL,           NULL,                   NULL,               NULL                                       },
};

const CelHostType HOST_TYPE_TYPE = {"instance_type", FIELDS, METHODS, NULL, NULL};
