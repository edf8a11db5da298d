/* Any bytes as YAML: a sound tree or one message. */
#include "check_tree.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    (void)check_reader(yaml_load, data, size);
    return 0;
}
