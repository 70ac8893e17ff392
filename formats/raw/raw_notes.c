/* raw_notes.c: sentences with the name of the file in front. */
#include "raw/raw_notes.h"

#include "mem.h"
#include "printable.h"
#include "raw/extrude.h"
#include "text.h"

#include <stdarg.h>

void raw_notes_say(const struct raw_notes *n, const char *format, ...)
{
    char sentence[1024];
    va_list ap;
    va_start(ap, format);
    vsnprintf(sentence, sizeof sentence, format, ap);
    va_end(ap);
    if (!n->note)
        return;
    char *text = text_format("%s: %s", n->path, sentence);
    printable_clean(text);
    n->note(n->context, text);
    mem_free(text);
}

int raw_notes_extrude(const struct raw_notes *n, struct raw_mesh *m)
{
    struct extrusion e;
    TRY(raw_mesh_extrude(m, &e));
    raw_notes_say(n, "holds a two-dimensional mesh; it becomes one layer of cells, %g m thick along %c", e.thickness,
                  "xyz"[e.axis]);
    return 0;
}
