/* export.h: ufv-post export: fields on the volume or on the boundary for viewers.
 *
 *   vtu      PATH.pvtu and one PATH-RRRRR.vtu a rank
 *   tecplot  PATH (.dat), one zone a rank
 */
#ifndef UFV_POST_EXPORT_H
#define UFV_POST_EXPORT_H

#include "results.h"

struct export_options {
    const char *format; /* "vtu" or "tecplot" */
    const char *out;    /* with or without the ending */
    bool surface;       /* the boundary faces instead of the cells */
    bool quiet;
};

int export_command(const struct results *r, const struct export_options *o);

#endif
