/* What a node starts from: its image, its volumes. */
#include "rule/host.h"

#include "rule/subject.h"

/* ---- image ---- */

#define AMI ((const Ami *)self)

static CelValue ami_kind(CelEval *ev, const void *self)
{
    (void)ev;
    if (AMI->kind == AMI_UNKNOWN)
        return cel_unknown(STR("the image of a node class"));
    return cel_str(AMI->kind == AMI_CUSTOM ? STR("custom") : AMI->family);
}

static CelValue ami_family(CelEval *ev, const void *self)
{
    (void)ev;
    return AMI->family.len ? cel_str(AMI->family) : cel_unknown(STR("the family of an image"));
}

static CelValue ami_alias(CelEval *ev, const void *self)
{
    (void)ev;
    return AMI->kind == AMI_UNKNOWN ? cel_unknown(STR("the image of a node class"))
                                    : cel_str(AMI->alias);
}

static CelValue ami_version(CelEval *ev, const void *self)
{
    (void)ev;
    return AMI->kind == AMI_UNKNOWN ? cel_unknown(STR("the image of a node class"))
                                    : cel_str(AMI->version);
}

static CelValue ami_known(CelEval *ev, const void *self)
{
    return AMI->kind == AMI_UNKNOWN ? cel_unknown(STR("the image of a node class"))
                                    : cel_bool(ami_family_known(host_facts(ev), AMI));
}

static CelValue ami_moves(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_tri(AMI->moves, STR("the image of a node class"));
}

static CelValue ami_last(CelEval *ev, const void *self)
{
    return cel_int(ami_last_kubernetes(host_facts(ev), AMI));
}

static CelValue driver(CelEval *ev, const Ami *ami, bool most)
{
    Str first, last;
    if (!ami_driver(host_facts(ev), ami, &first, &last))
        return cel_unknown(STR("the driver of an image"));
    return cel_str(most ? last : first);
}

static CelValue ami_driver_least(CelEval *ev, const void *self)
{
    return driver(ev, AMI, false);
}

static CelValue ami_driver_most(CelEval *ev, const void *self)
{
    return driver(ev, AMI, true);
}

static CelValue call_first_release(CelEval *ev, const void *self, const CelValue *args)
{
    int32_t minor = fleet_platform(host_fleet(ev), host_context(ev)->object)->kubernetes_minor;
    Str release = ami_first_release(host_facts(ev), minor, cel_str_of(args[0]));
    (void)self;
    return release.len ? cel_str(release) : cel_unknown(STR("images of the Kubernetes version"));
}

static CelValue call_predates(CelEval *ev, const void *self, const CelValue *args)
{
    (void)ev;
    return cel_tri(ami_predates(AMI, cel_str_of(args[0])), STR("the release of an image"));
}

static CelValue ami_source(CelEval *ev, const void *self)
{
    (void)ev;
    return host_node(AMI->node);
}

static NodePlace ami_place(const void *self)
{
    return (NodePlace){AMI->node, STR("")};
}

static const CelField AMI_FIELDS[] = {
    {"kind",           "string", ami_kind,         "family of its alias (al2023, bottlerocket, …) or custom"},
    {"family",         "string", ami_family,       "amiFamily, also of custom images"                         },
    {"alias",          "string", ami_alias,        "al2023@v20260801; \"\" without"                           },
    {"version",        "string", ami_version,      "latest, v20260801; \"\" without"                          },
    {"known",          "bool",   ami_known,        "the family of its alias exists"                           },
    {"moves",          "bool",   ami_moves,        "a newer image is taken by itself"                         },
    {"lastKubernetes", "int",    ami_last,         "last minor version with images of its family; 0: no end"  },
    {"driverLeast",    "string", ami_driver_least, "NVIDIA driver of the pinned release: 570.133.20"          },
    {"driverMost",     "string", ami_driver_most,  "the highest, where Kubernetes versions differ"            },
    {"source",         "dyn",    ami_source,       "the alias or the term"                                    },
    {NULL,             NULL,     NULL,             NULL                                                       },
};

static const CelMethod AMI_METHODS[] = {
    {"firstRelease", "(string) -> string", call_first_release,
     "first with standard, nvidia or neuron images for platform.kubernetes"                               },
    {"predates",     "(string) -> bool",   call_predates,      "the pinned release is older than that one"},
    {NULL,           NULL,                 NULL,               NULL                                       },
};

const CelHostType HOST_AMI_TYPE = {"ami", AMI_FIELDS, AMI_METHODS, ami_place, NULL};

/* ---- volume ---- */

#define VOLUME ((const Volume *)self)

static CelValue volume_device(CelEval *ev, const void *self)
{
    (void)ev;
    return VOLUME->device_unknown ? cel_unknown(STR("the device of a volume"))
                                  : cel_str(VOLUME->device);
}

static CelValue volume_size(CelEval *ev, const void *self)
{
    return VOLUME->bytes < 0 ? cel_unknown(STR("the size of a volume"))
                             : host_quantity(ev, quantity_of(VOLUME->bytes));
}

static CelValue volume_minimum(CelEval *ev, const void *self)
{
    return host_quantity(ev, quantity_of(VOLUME->image_minimum));
}

static CelValue volume_text(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(VOLUME->text);
}

static CelValue volume_root(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_tri(VOLUME->root, STR("rootVolume"));
}

static CelValue volume_default(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(VOLUME->is_default);
}

static NodePlace volume_place(const void *self)
{
    return VOLUME->at;
}

static CelValue volume_source(CelEval *ev, const void *self)
{
    return host_at(ev, VOLUME->at);
}

static const CelField VOLUME_FIELDS[] = {
    {"device",       "string",   volume_device,  "/dev/xvda"                                    },
    {"size",         "quantity", volume_size,    "bytes"                                        },
    {"imageMinimum", "quantity", volume_minimum, "of the image's own snapshot; 0 when not known"},
    {"text",         "string",   volume_text,    "the size as written"                          },
    {"root",         "bool",     volume_root,    "it says rootVolume: true"                     },
    {"byDefault",    "bool",     volume_default, "the manifest does not say"                    },
    {"source",       "dyn",      volume_source,  "where the size is, or would be"               },
    {NULL,           NULL,       NULL,           NULL                                           },
};

const CelHostType HOST_VOLUME_TYPE = {"volume", VOLUME_FIELDS, NULL, volume_place, NULL};
