#include "out_file.h"

#include "error.h"
#include "h5_io.h"
#include "mem.h"
#include "text.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

int out_file_open(const char *path, struct out_file *o)
{
    o->path = text_format("%s", path);
    o->temporary = text_format("%s.tmp", path);
    o->file = fopen(o->temporary, "wb+");
    if (o->file)
        return 0;
    error_set("%s: cannot be written: %s; does its folder exist?", o->temporary, strerror(errno));
    MEM_FREE(o->temporary);
    MEM_FREE(o->path);
    return 1;
}

int out_file_finish(struct out_file *o, int status)
{
    int bad = ferror(o->file);
    bad |= fclose(o->file);
    if (bad && status == 0)
        status = error_set("%s: cannot be written: %s; is the disk full?", o->temporary, strerror(errno));
    if (status == 0)
        status = h5_io_publish(o->temporary, o->path);
    if (status != 0)
        unlink(o->temporary);
    MEM_FREE(o->temporary);
    MEM_FREE(o->path);
    return status;
}
