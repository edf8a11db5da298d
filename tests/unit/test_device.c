#include "cel/device.h"

#include <string.h>

#include "base/quantity.h"
#include "cel/opaque.h"
#include "cel_try.h"
#include "check.h"

/* As the API server answers: a domain that is not there reads as an empty map, a name does not. */
static const struct {
    const char *expr, *result;
} ROWS[] = {
    {"device.driver == 'gpu.example.com'",                                           "true"                                        },
    {"device.attributes['gpu.example.com'].model == 'H100'",                         "true"                                        },
    {"device.attributes['other.example.com'].model == 'H100'",                       "error: no such key 'model'"                  },
    {"'other.example.com' in device.attributes",                                     "false"                                       },
    {"size(device.attributes)",                                                      "1"                                           },
    {"device.attributes.all(d, d == 'gpu.example.com')",                             "true"                                        },
    {"device.attributes['other.example.com'] == {}",                                 "true"                                        },
    {"device.allowMultiple",                                                         "refused: device has no field 'allowMultiple'"},
    {"device.attribute['x']",
     "refused: device has no field 'attribute', did you mean 'attributes'?"                                                        },
    {"device.capacity['gpu.example.com'].memory > quantity('1Gi')",
     "refused: found no '>' for (quantity, quantity)"                                                                              },
    {"has(device.attributes.other)",                                                 "true"                                        },
    {"device.attributes[?'other.example.com'].?model.hasValue()",                    "false"                                       },
    {"device.attributes['other.example.com'].?model.orValue('none')",                "\"none\""                                    },
    {"device.attributes['gpu.example.com'].firmware.isGreaterThan(semver('9.0.0'))", "true"                                        },
    {"device.capacity['gpu.example.com'].memory.compareTo(quantity('40Gi')) >= 0",   "true"                                        },
    {"device.capacity['gpu.example.com'].cores",                                     "error: no such key 'cores'"                  },
    {"device.allowMultipleAllocations",                                              "true"                                        },
    {"cel.bind(d, device.attributes['gpu.example.com'], d.model)",                   "\"H100\""                                    },
};

static CelValue map_of(const CelValue *pairs, uint32_t count)
{
    return (CelValue){.kind = CEL_MAP, .len = count, .as.pairs = pairs};
}

TEST(test_device)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    const char *why;
    Quantity memory;
    Semver firmware;
    CHECK(quantity_parse(STR("80Gi"), &memory, &why) && semver_parse(STR("9.1.0"), &firmware, &why),
          "%s", why);
    const CelValue names[] = {cel_str(STR("model")), cel_str(STR("H100")), cel_str(STR("firmware")),
                              cel_opaque(OPAQUE_SEMVER, &firmware)};
    const CelValue amounts[] = {
        cel_str(STR("memory")), {.kind = CEL_QUANTITY, .as.quantity = &memory}
    };
    const CelValue attributes[] = {cel_str(STR("gpu.example.com")), map_of(names, 2)};
    const CelValue capacity[] = {cel_str(STR("gpu.example.com")), map_of(amounts, 1)};
    const CelDevice device = {STR("gpu.example.com"), cel_default_map(attributes, 1),
                              cel_default_map(capacity, 1), TRI_YES};
    CelTry t = {.arena = &a, .env = cel_device_env(&a)};
    t.slots[0] = cel_device(&device);
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        const char *result = try_expr(&t, ROWS[i].expr);
        CHECK(strcmp(result, ROWS[i].result) == 0, "%s: got %s", ROWS[i].expr, result);
    }
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_device))
