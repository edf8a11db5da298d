#include "kube/agent.h"

#include "kube/kind.h"

static bool runs(const Pod *p, Str image)
{
    for (size_t i = 0; i < p->containers.list.len; i++) {
        const Node *n = node_field(p->containers.list.items[i]->node, STR("image"));
        if (n && image_is(node_str(n), image))
            return true;
    }
    return false;
}

Agent *agent_of(Arena *a, const Facts *f, const Pod *p)
{
    const FactTable *t = facts_table(f, STR("startup-agents"));
    for (size_t row = 0; row < t->rows; row++) {
        bool once = str_eq(cell_text(t, row, "operator"), STR("yes"));
        if (p->daemon == once || !runs(p, cell_text(t, row, "image")))
            continue;
        Agent *agent = arena_new(a, Agent);
        *agent = (Agent){.pod = p,
                         .what = cell_text(t, row, "what"),
                         .taint = cell_text(t, row, "taint"),
                         .effect = cell_text(t, row, "effect"),
                         .sets = str_eq(cell_text(t, row, "sets"), STR("yes"))};
        return agent;
    }
    return NULL;
}
