/* too_hot.c: the member hot_cells of run.json, whose types anybody may have changed. */
#include "input/too_hot.h"

#include "mem.h"
#include "text.h"

char *too_hot_sentence(const struct json_value *run)
{
    const struct json_value *hot = json_member(run, "hot_cells"), *place = json_member(hot, "hottest");
    double n = json_number_of(json_member(hot, "cells")), most = json_number_of(json_member(hot, "temperature_max")),
           source = json_number_of(json_member(hot, "source_temperature"));
    if (!(n >= 1) || !(most > source) || !place || place->type != JSON_TEXT)
        return NULL;
    return text_format("%.0f cell%s far hotter than the %.5g K of the hottest stream or wall, up to %.5g K in %s: this "
                       "is not physical, so do not rely on the flow near %s; continue the run if it has not converged, "
                       "otherwise refine the mesh there or limit more (numerics.limiter, limiter_k)",
                       n, n == 1 ? " is" : "s are", source, most, place->text, n == 1 ? "it" : "them");
}
