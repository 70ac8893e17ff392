/* fake_h5_io.h: formats/h5/h5_io.h in memory, with damage. What is written is kept;
 * what is read comes back with changes that the fuzzer asks for. Checksums agree
 * with anything. Linked in place of formats/h5/h5_io.c.
 *
 * Changes are records of 8 bytes: item (1, modulo their number), what (1: enum
 * fake_change), place (2), value (4, signed).
 */
#ifndef UFV_TESTS_FAKE_H5_IO_H
#define UFV_TESTS_FAKE_H5_IO_H

#include "h5/h5_io.h"

enum fake_change {
    FAKE_SET,     /* number or character at place = value */
    FAKE_ADD,     /* += value */
    FAKE_FAR,     /* 64-bit numbers: value in the upper half; doubles: value times 1e300 */
    FAKE_RESIZE,  /* the array says it has that many items; further ones are zeros */
    FAKE_LOSE,    /* the item is missing */
    FAKE_BREAK,   /* the item cannot be read */
    FAKE_N_CHANGES
};

/* Damages a file as `data` says; what was damaged before is whole again. file: its name with that of its
 * folder, "packs/rank-00000.h5"; one that was not written has no items. obliging: arrays have the size that the
 * file's counts call for. */
void fake_h5_io_damage(const char *file, const uint8_t *data, size_t size, bool obliging);

/* How many items of an array the counts call for, -1 when that is not known; set by
 * the harness. */
extern int64_t (*fake_h5_io_called_for)(const struct h5_io *f, const char *name);

#endif
