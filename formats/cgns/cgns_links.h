/* cgns_links.h: what the links of a mesh file lead to, seen before a library opens it. */
#ifndef UFV_FORMATS_CGNS_CGNS_LINKS_H
#define UFV_FORMATS_CGNS_CGNS_LINKS_H

/* What is wrong with the file `file` that a link in the file at `from` names: "a FIFO", "a folder", ... when
 * such a thing stands at one of the places where it is looked for (its path as it is, from the folder of
 * `from`, and its last part there); else NULL. A static text. */
const char *cgns_link_oddity(const char *from, const char *file);

/* Fails, naming the link, unless every file that the HDF5 file at path refers to is a plain one or absent:
 * by links (CGNS's are such), by arrays that lie outside, and so on in the files that it refers to. Opening
 * anything else may wait for ever. Passes over what is no HDF5 file, and over what cannot be read: who
 * reads it will say so. */
int cgns_check_links(const char *path);

#endif
