/* face_set.h: a set of faces, each known by 64 mixed bits of its nodes, the same
 * for every order of them. (Two different faces of a mesh share them with a
 * chance of about 1e-19 times the square of the number of faces, in billions.)
 */
#ifndef UFV_FORMATS_RAW_FACE_SET_H
#define UFV_FORMATS_RAW_FACE_SET_H

#include "types.h"

struct face_set {
    uint64_t *key; /* [size] open addressing, 0: free */
    int64_t *tag;  /* [size] what the caller put there */
    uint64_t size; /* a power of two, at least twice the faces */
};

/* An empty set for at most n_faces faces. Free with face_set_free(). */
void face_set_init(struct face_set *s, int64_t n_faces);
void face_set_free(struct face_set *s);

/* What a face is known by: a key of its node[n], 0-based and each once; the same for every order of them, never 0. */
uint64_t face_key(const lid *node, int64_t n);

/* The tag of the face of that key, NULL when it is not there. May be changed; valid until face_set_free(). */
int64_t *face_set_find(const struct face_set *s, uint64_t key);

/* Adds a face that is not there; the set must have room for it. */
void face_set_add(struct face_set *s, uint64_t key, int64_t tag);

#endif
