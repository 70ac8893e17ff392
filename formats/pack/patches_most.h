/* patches_most.h: how many patches a run takes. */
#ifndef UFV_FORMATS_PACK_PATCHES_MOST_H
#define UFV_FORMATS_PACK_PATCHES_MOST_H

/* Kernels read the patch of a face as a byte, in which one number is that of a symmetry plane and one stays free. Packs
 * hold more, for ufv-prep --info. */
enum { PATCHES_MOST = 254 };

#endif
