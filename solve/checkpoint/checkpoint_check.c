/* checkpoint_check.c: what every fields file must hold before its numbers become a state. */
#include "checkpoint/checkpoint_check.h"

#include "error.h"
#include "arithmetic/variable_names.h"
#include "results/fields_folder.h"
#include "text.h"

#include <string.h>

/* In this order: files of one moment, not what a diverged run has left (which a user may have copied
 * under another name), the variables by name, then the numbers of each cell in the precision of this
 * run. A file that is sound in double may not be so in single precision, hence (real). */
int checkpoint_check(const char *folder, int rank, const struct solution *s, const struct solution *head,
                     const struct flow *f)
{
    if (s->iteration != head->iteration || s->n_ranks != head->n_ranks || strcmp(s->pack_id, head->pack_id) != 0)
        return error_set("%s/rank-%05d.h5: iteration %" PRId64 " on %" PRId64 " ranks does not belong to rank 0's file "
                         "(iteration %" PRId64 " on %" PRId64 "); restart from an older checkpoint",
                         folder, rank, s->iteration, s->n_ranks, head->iteration, head->n_ranks);
    for (int k = 0; k < s->n_extra; k++)
        if (strcmp(s->extra[k].name, fields_folder_diverged) == 0 &&
            strcmp(text_base_name(folder), fields_folder_diverged) != 0)
            return error_set(
                "%s: holds the state of a run that has diverged, although it is not named diverged; restart from a "
                "checkpoint", folder);
    for (int v = 0; v < f->n_variables; v++) {
        const char *name = variable_of(f->equations, v).name;
        if (v >= s->n_fields || strcmp(s->field[v].name, name) != 0)
            return error_set("%s/rank-%05d.h5: does not hold %s; restart from results of the same [model] equations",
                             folder, rank, name);
    }
    for (int64_t i = 0; i < s->n_cells; i++) {
        struct state q = {(real)s->field[0].value[i], (real)s->field[1].value[i], (real)s->field[2].value[i],
                          (real)s->field[3].value[i], (real)s->field[4].value[i]};
        if (!state_is_physical(q))
            return error_set("%s/rank-%05d.h5: cell %" PRI_GID " holds density %g and pressure %g; restart from an "
                             "older checkpoint",
                             folder, rank, s->cell_gid[i], (double)q.rho, (double)q.p);
    }
    return 0;
}
