/* cell_loads.c: which cells have loads, found while a flow is created. */
#include "scheme/cell_loads.h"

#include "backend/convert.h"
#include "error.h"
#include "mem.h"
#include "scheme/flow.h"
#include "scheme/flow_parts.h"

/* Who has cells so far; on the host. */
struct cell_loads {
    int n;             /* owners */
    const char **name; /* owned; [n], the names themselves borrowed */
    uint8_t *owner;    /* owned; [n_owned] 0: none; else the number of the owner */
};

void cell_loads_begin(struct flow *f)
{
    double *none;
    if (!f->load)
        return;
    MEM_NEW_ZERO(f->loads, 1);
    MEM_NEW_ZERO(f->loads->owner, f->domain->view.n_owned);
    MEM_NEW_ZERO(none, N_ACTUATOR_NUMBERS * f->domain->view.n_owned);
    cell_loads_set(f, none);
    mem_free(none);
}

int cell_loads_add(struct flow *f, const char *name)
{
    struct cell_loads *l = f->loads;
    if (l->n == UINT8_MAX)
        FATAL("no place for the loads of %s: %d have some already", name, l->n);
    MEM_GROW(l->name, l->n + 1);
    l->name[l->n++] = name;
    return l->n;
}

const char *cell_loads_take(struct flow *f, int owner, lid cell)
{
    struct cell_loads *l = f->loads;
    if (l->owner[cell] > 0)
        return l->name[l->owner[cell] - 1];
    l->owner[cell] = (uint8_t)owner;
    return NULL;
}

void cell_loads_set(struct flow *f, const double *load)
{
    convert_upload(f->domain->backend, f->load, load, N_ACTUATOR_NUMBERS * (int64_t)f->domain->view.n_owned,
                   sizeof *f->load);
}

void cell_loads_finish(struct flow *f)
{
    struct cell_loads *l = f->loads;
    if (!l)
        return;
    f->domain->backend->upload(f->disk, l->owner, (size_t)f->domain->view.n_owned * sizeof *l->owner);
    mem_free(l->name);
    mem_free(l->owner);
    MEM_FREE(f->loads);
}
