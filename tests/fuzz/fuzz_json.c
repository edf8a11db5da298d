/* Any bytes as JSON: a sound tree or one message; and what is JSON to us is JSON to cJSON. */
#include <cjson/cJSON.h>

#include "check_tree.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    (void)check_reader(doc_load, data, size);
    if (check_reader(json_load, data, size)) {
        Str text = {(const char *)data, size};
        if (str_starts(text, STR("\xEF\xBB\xBF"))) /* which cJSON knows before long texts only */
            text = str_skip(text, 3);
        cJSON *other = cJSON_ParseWithLength(text.ptr, text.len);
        MUST(other);
        cJSON_Delete(other);
    }
    return 0;
}
