/* fake_cgio.h: the functions of the CGNS library's node interface that the importer
 * calls, over a tree in memory instead of a file. Linked in place of the library. */
#ifndef UFV_TESTS_FAKE_CGIO_H
#define UFV_TESTS_FAKE_CGIO_H

#include "tree_code.h"

/* The tree that the next cgio_open_file() opens; borrowed. */
void fake_cgio_set(const struct tree *t);

#endif
