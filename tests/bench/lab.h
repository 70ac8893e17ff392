/* lab.h: the kernel laboratory's bench: a mesh, fields on it, and the plain answers
 * that every variant of a hot spot is held against.
 */
#ifndef UFV_TESTS_BENCH_LAB_H
#define UFV_TESTS_BENCH_LAB_H

#include "paper/paper.h"

struct lab {
    const struct backend *backend; /* where variants run */
    struct comm comm;
    struct case_file c;
    struct domain d;
    struct paper p;                /* on that back end; its ways are set variant by variant */
    struct flux_args f;
    long runs, colour_runs;        /* repetitions of a variant; of those of paper 3 */
    double copy_bandwidth;         /* bytes read and written per second by a plain copy */
    FILE *csv;
    int failures;

    /* Answers of the plain loops (over nodes and cells, one CPU thread), host. */
    struct lab_answers {
            real *q, *q_node[2], *gradient, *least, *most, *phi; /* q_node: [access] */
        real *q_left, *q_right, *carried_left, *carried_right; /* the cells'; reconstructed */
        real *flux, *flux_viscous, *sum, *diffusion;
        real *length;                     /* [n_stencil] volume over surface, m */
        double gradient_size[3 * NV_MAX]; /* largest value of the variable that a component is of */
    } answer;
};

/* Loads the packs and makes fields and answers. */
int lab_create(const char *packs, const struct backend *b, struct lab *l);
void lab_free(struct lab *l);

/* Gives the device the plain answers again, which variants have written over. */
void lab_restore(const struct lab *l);

/* A variant of a hot spot. */
struct variant {
    const char *paper;       /* "1", "2", "3": whose table it belongs to */
    const char *name;        /* "SF-F", "K6", "A5" */
    const char *what;        /* "loop over faces, atomics, whole" */
    void (*start)(const struct lab *l);      /* before each checked run */
    void (*run)(const struct paper *p);      /* what is timed */
    void (*finish)(const struct paper *p);   /* after a checked run; NULL: nothing */
    struct check {
        const real *device, *host; /* [components][n]; host NULL: none */
        int components;
        int64_t n;
        const real *weight; /* [n] of the differences; NULL: 1 */
        const double *size; /* [components] what they are held against; NULL: the answers' largest */
    } check[2];
    double bytes;            /* of the model */
    long runs;
};

/* Checks and times it; a row of the CSV file and a line on stdout. */
void lab_measure(struct lab *l, const struct paper *p, const struct variant *v);

/* The tables. */
void lab_paper_1(struct lab *l);
void lab_paper_2(struct lab *l);
void lab_paper_3(struct lab *l);

#endif
