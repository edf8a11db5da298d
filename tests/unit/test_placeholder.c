#include "doc/placeholder.h"

#include <string.h>

#include "check.h"

typedef enum As { NOTHING, VALUE, KEY } As; /* KEY: as a value too */

static const struct {
    const char *text;
    As as;
} ROWS[] = {
  /* braces behind a dollar */
    {"${REGION}",                                            KEY    },
    {"${REGION}a",                                           KEY    },
    {"arn:aws:iam::${AWS::AccountId}:role/nodes",            KEY    },
    {"${indent(2, jsonencode({a = 1}))}",                    KEY    },
    {"${DB:-none}",                                          KEY    },
    {"a ${X} b",                                             KEY    },
    {"echo ${X}; sleep 1",                                   NOTHING},
    {"test -n \"${X}\" && run",                              NOTHING},
    {"#!/bin/sh\necho ${X}\n",                               NOTHING},
    {"${X}\n",                                               VALUE  },
    {"${",                                                   NOTHING},
    {"${X",                                                  NOTHING},
    {"\\${X}",                                               NOTHING},
    {"{X}",                                                  NOTHING},
 /* parentheses */
    {"$(IMAGE)",                                             KEY    },
    {"--rank=$(POD_INDEX)",                                  NOTHING},
    {"$(ADDRESS):5000",                                      NOTHING},
    {"run-$(date +%H)",                                      VALUE  },
    {"$(kubectl get nodes -o name)",                         KEY    },
    {"until [ $(cat x | wc -l) = 1 ]; do sleep 1; done",     NOTHING},
    {"$()",                                                  KEY    },
    {"$(",                                                   NOTHING},
 /* a dollar and a name */
    {"$GPU_PER_NODE",                                        KEY    },
    {"--n=$GPU_PER_NODE",                                    KEY    },
    {"$REGISTRY/app:$TAG",                                   KEY    },
    {"node-$inst",                                           VALUE  },
    {"$image",                                               VALUE  },
    {"--model $MODEL --fast",                                KEY    },
    {"for a in $LIST; do x; done",                           NOTHING},
    {"$patch",                                               VALUE  },
    {"/$1",                                                  NOTHING},
    {"^(dev|proc)($|/)",                                     NOTHING},
    {"^gpu$",                                                NOTHING},
    {"$.spec.x",                                             NOTHING},
    {"costs 5$",                                             NOTHING},
 /* templates */
    {"{{ .Values.image }}",                                  KEY    },
    {"{{x}}",                                                KEY    },
    {"gpu-{{ x }}-a",                                        KEY    },
    {"run {{ x }}; y",                                       KEY    },
    {"{{",                                                   NOTHING},
    {"a }} {{ b",                                            NOTHING},
    {"<% x %>",                                              KEY    },
    {"%{if}",                                                KEY    },
    {"%{ if x }a%{ endif }",                                 KEY    },
    {"%{if x}",                                              KEY    },
    {"%{VERSION}",                                           NOTHING},
    {"%{http_code}",                                         NOTHING},
 /* angle brackets */
    {"<CR_ID>",                                              KEY    },
    {"<your-image>",                                         KEY    },
    {"<YOUR TOKEN HERE>",                                    KEY    },
    {"<path:secret/data#key>",                               KEY    },
    {"s3://<BUCKET>/x",                                      KEY    },
    {"gcr.io/<project>/<name>:v1",                           KEY    },
    {"formatted as <organization>/<name>",                   NOTHING},
    {"aws s3 cp s3://<bucket>/a b && c",                     NOTHING},
    {"a < b",                                                NOTHING},
    {"a<b && c>d",                                           NOTHING},
    {"(?P<name>[a-z]+)",                                     NOTHING},
    {"(?<name>[a-z]+)",                                      NOTHING},
    {"<1>",                                                  NOTHING},
    {"<>",                                                   NOTHING},
    {"x -> y",                                               NOTHING},
    {"<a href=\"x\">text</a>",                               NOTHING},
 /* fences */
    {"__IMAGE__",                                            KEY    },
    {"repo/__IMAGE__:v1",                                    KEY    },
    {"__main__",                                             NOTHING},
    {"__meta_kubernetes_pod_name",                           NOTHING},
    {"____",                                                 NOTHING},
    {"@@TAG@@",                                              KEY    },
    {"@TAG@",                                                KEY    },
    {"v@TAG@",                                               KEY    },
    {"me@EXAMPLE",                                           NOTHING},
    {"al2023@latest",                                        NOTHING},
 /* words */
    {"PLACEHOLDER",                                          VALUE  },
    {"IMG_PLACEHOLDER",                                      VALUE  },
    {"gpu-placeholder",                                      NOTHING},
    {"YOUR_BUCKET",                                          VALUE  },
    {"s3://YOUR-BUCKET/x",                                   VALUE  },
    {"https://your-endpoint",                                VALUE  },
    {"This is your-own text",                                NOTHING},
    {"cr-xxxxxxxxxxxx",                                      VALUE  },
    {"subnet-xxxxxxxx11",                                    VALUE  },
    {"ip-xxx-xxx-xx-xxx.internal",                           VALUE  },
    {"xxlarge",                                              NOTHING},
    {"xx",                                                   NOTHING},
    {"maxxxx",                                               NOTHING},
    {"CHANGEME",                                             VALUE  },
    {"changeme",                                             VALUE  },
    {"changemeplease",                                       NOTHING},
    {"REPLACE_ME",                                           VALUE  },
    {"TODO",                                                 VALUE  },
    {"TODOS",                                                NOTHING},
    {"TBD",                                                  VALUE  },
    {"...",                                                  VALUE  },
    {"1...2",                                                NOTHING},
    {"ENC[AES256_GCM,data:x,type:str]",                      VALUE  },
    {"ENC[",                                                 NOTHING},
 /* what is simply a value */
    {"",                                                     NOTHING},
    {"nvidia.com/gpu",                                       NOTHING},
    {"p5.48xlarge",                                          NOTHING},
    {"device.attributes['gpu.example.com'].x == 1 && a < 2", NOTHING},
    {"SYS_ADMIN",                                            NOTHING},
};

TEST(test_forms)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Str text = str_c(ROWS[i].text);
        bool value = placeholder_in_value(text), key = placeholder_in_key(text);
        CHECK(value == (ROWS[i].as != NOTHING), "'%s' as a value: %d", ROWS[i].text, value);
        CHECK(key == (ROWS[i].as == KEY), "'%s' as a key: %d", ROWS[i].text, key);
    }
}

static const struct {
    const char *text;
    size_t len;
} BRACKETED[] = {
    {"{{ a }} b",       7 },
    {"{{ {\"a\":1} }}", 13},
    {"{{ a }}}",        8 },
    {"{{ a",            0 },
    {"{{ a\n}}",        0 },
    {"${a} b",          4 },
    {"$(a b)",          6 },
    {"$(a)",            0 },
    {"@@A@@",           5 },
    {"@A@ x",           3 },
    {"%{ if x }y",      9 },
    {"<A>",             0 },
    {"$A",              0 },
};

TEST(test_bracketed)
{
    for (size_t i = 0; i < COUNT(BRACKETED); i++) {
        size_t len = placeholder_bracketed(str_c(BRACKETED[i].text));
        CHECK(len == BRACKETED[i].len, "'%s': %zu", BRACKETED[i].text, len);
    }
}

/* An opening bracket is looked for its end no further than 256 bytes, unless it is all there is. */
TEST(test_long)
{
    char text[1000];
    memset(text, 'a', sizeof text);
    memcpy(text, "{{", 2);
    memcpy(text + sizeof text - 2, "}}", 2);
    CHECK(placeholder_in_value((Str){text, sizeof text}), "the whole text");
    text[0] = 'x';
    text[1] = text[2] = '{';
    CHECK(!placeholder_in_value((Str){text, sizeof text}), "a long part");
}

TESTS(cmocka_unit_test(test_forms), cmocka_unit_test(test_bracketed), cmocka_unit_test(test_long))
