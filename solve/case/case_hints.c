/* case_hints.c: the tables of case_hints.h. */
#include "case/case_hints.h"

#include "elsewhere.h"
#include "error.h"
#include "features/features.h"
#include "text.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum {
    WORDS_MOST = 32, /* of a key, compared with one that it does not take */
    HINT_SIZE = 32   /* of their letters */
};

#define N_ROWS(rows) ((int)(sizeof(rows) / sizeof *(rows)))

const char *case_hint_section(const char *section)
{
    static const struct elsewhere rows[] = {
        {"freestream free-stream farfield far-field infinity conditions flow-conditions fluid gas", "flow"},
        {"physics turbulence viscous viscosity equation equations", "model"},
        {"boundary boundaries boundary-conditions bc bcs markers marker walls wall patch", "patches"},
        {"scheme schemes numeric discretization discretisation spatial space limiter flux", "numerics"},
        {"solver iteration iterations run control march marching temporal cfl timestep time-step steps", "time"},
        {"convergence converge monitor criteria tolerance", "stop"},
        {"ref references geometry", "reference"},
        {"io write results fields history", "output"},
        {"init initialization initialisation initial-conditions ic", "initial"},
        {"mrf rotation rotating rotor", "frame"},
    };
    return elsewhere_find(rows, N_ROWS(rows), section);
}

/* Keys that other programs have in these sections, which here mean something else than [flow] or [output] do. */
static const char *hint_in_section(const char *section, const char *key)
{
    static const struct elsewhere initial[] = {
        {"velocity speed u v w uinf u-inf vinf v-inf mach alpha aoa beta density rho pressure p temperature t",
         "a run begins with the free stream of [flow], or with the results that --restart names"},
        {"turbulence turbulence-intensity intensity tu k omega nut nu-tilde",
         "turbulence begins as that of the free stream, [model] freestream_intensity and its like"},
    };
    if (strcmp(section, "initial") == 0)
        return elsewhere_find(initial, N_ROWS(initial), key);
    return features_hint(section, key);
}

const char *case_hint_key(const char *section, const char *key)
{
    /* Their velocities and frequencies are those of something else. */
    if (strcmp(section, "frame") == 0 || strcmp(section, "motion") == 0)
        return NULL;
    const char *own = hint_in_section(section, key);
    if (own || strcmp(section, "initial") == 0)
        return own;
    static const struct elsewhere rows[] = {
        {"aoa angle-of-attack incidence angle attack", "write [flow] alpha, in degrees"},
        {"aos sideslip sideslip-angle yaw", "write [flow] beta, in degrees"},
        {"velocity speed u uinf u-inf v vinf v-inf freestream-velocity velocity-infinity airspeed",
         "write [flow] mach, the velocity over the speed of sound; alpha and beta turn it"},
        {"mach-number mach-no minf m-inf mach-infinity freestream-mach reference-mach-number", "write [flow] mach"},
        {"re reynolds-number re-number", "write [flow] reynolds"},
        {"freestream-temperature temperature-infinity tinf t-inf", "write [flow] temperature, in kelvin"},
        {"freestream-pressure pressure-infinity pinf p-inf", "write [flow] pressure, in pascals"},
        {"marker-euler marker-heatflux marker-isothermal marker-far marker-sym marker-inlet marker-outlet",
         "write a line NAME = KIND in [patches] for each, such as WING = wall"},
        {"cfl-number", "write [time] cfl for explicit steps; the implicit scheme finds its CFL number itself"},
        {"conv-num-method-flow convective-flux", "write [numerics] flux"},
        {"altitude height flight-level", "write [flow] temperature and pressure of that altitude"},
        {"turbulence turbulence-model turb-model kind-turb-model model rans solver viscous inviscid physics",
         "write [model] equations = euler, laminar, sa or sst"},
        {"iterations iteration iter niter n-iter max-iter max-iterations maxiter nsteps n-steps max-steps ext-iter",
         "write [time] steps"},
        {"residual tolerance-residual convergence converge eps residual-tolerance res-tol",
         "write [stop] residual_drop, the decades by which the residual is to drop, such as 8"},
        {"walltime max-time time-limit", "write [stop] wall_time, in seconds"},
        {"timestep time-step delta-t deltat", "write [time] dt, in seconds"},
        {"chord cref c-ref mac reference-length lref l-ref ref-length", "write [reference] length, in metres"},
        {"sref s-ref aref a-ref s surface wing-area reference-area ref-area",
         "write [reference] area, in m^2"},
        {"bref b-ref semispan halfspan", "write [reference] span, in metres"},
        {"center moment-centre moment-center moment-point xref cog ref-origin-moment-x",
         "write [reference] centre, three numbers in metres"},
        {"frequency interval write-interval save-interval output-frequency write-frequency",
         "write [output] history, the steps between two rows of the history, and checkpoint, those between two "
         "checkpoints"},
        {"format formats vtk vtu tecplot paraview", "fields are put into other formats by ufv-post export"},
        {"mesh mesh-file mesh-filename grid",
         "a mesh becomes packs by ufv-prep, and ufv-solve takes their folder by --packs"},
        {"restart restart-file restart-sol", "ufv-solve takes the results of an earlier run by --restart"},
        {"ranks threads device", "it is an option of the command line: see ufv-solve --help"},
    };
    return elsewhere_find(rows, N_ROWS(rows), key);
}

static const struct elsewhere equations[] = {
    {"inviscid none no", "write euler"},
    {"navier-stokes ns viscous n-s", "write laminar, or sa or sst for turbulent flow"},
    {"rans turbulent turbulence urans fully-turbulent", "write sa or sst"},
    {"spalart-allmaras spalart sa-neg rans-sa sa-noft2 sa-standard",
     "write sa; sa_ft2 and sa_negative are keys of [model]"},
    {"k-omega komega kw k-w kwsst kw-sst k-omega-sst komegasst menter menter-sst rans-sst sst-2003 sst-v sst-2003m",
     "write sst; [model] sst names its version"},
    {"k-epsilon kepsilon ke k-eps rsm gamma-retheta", "there is no such model; sa and sst are turbulent"},
    {"les des ddes iddes", "write sa or sst, and [model] scales = ddes or iddes"},
};
static const struct elsewhere fluxes[] = {
    {"jst central centered scalar matrix lax-friedrichs llf rusanov", "roe is the usual one; keep is central"},
    {"ausm ausm+ ausm+up ausm+-up ausm-plus-up ausmplusup slau ausmdv", "write ausm-up"},
    {"hll harten-lax-van-leer", "write hllc or hlle"},
    {"upwind godunov", "roe is the usual one"},
};
static const struct elsewhere limiters[] = {
    {"no off false 0 unlimited", "write none"},
    {"yes on true 1 minmod superbee van-leer", "write venkatakrishnan, or barth, which limits more"},
    {"venkat venkata venkatakrishnan-wang", "write venkatakrishnan"},
    {"barth-jespersen bj", "write barth"},
    {"albada vanalbada van-albada-edge", "write van-albada"},
};
static const struct elsewhere gradients[] = {
    {"green-gauss greengauss gauss gg", "write node, by values at nodes, or face"},
    {"least-squares leastsquares ls wlsq weighted-least-squares unweighted", "write lsq, or node-lsq"},
};
static const struct elsewhere schemes[] = {
    {"steady euler-implicit implicit-euler backward-euler lu-sgs lusgs newton gmres", "write implicit"},
    {"explicit rk3 rk4 rk5 runge-kutta runge-kutta-explicit euler-explicit explicit-euler euler", "write rk"},
    {"unsteady transient time-accurate bdf bdf1 bdf2 bdf2opt esdirk3 dual dts dual-time-stepping crank-nicolson",
     "write dual-time, and the method by the key method"},
};
static const struct elsewhere ups[] = {
    {"x -x -y -z", "the wind comes along x, and lift is along y or z; turn the mesh if it lies otherwise"},
};
static const struct elsewhere cfls[] = {
    {"auto automatic adaptive default", "leave the line out: the implicit scheme finds its CFL number itself"},
};
static const struct elsewhere precisions[] = {
    {"float fp32 32 f32", "write single"},
    {"fp64 64 f64", "write double"},
    {"half fp16", "write mixed or single"},
};

const char *case_hint_value(const char *section, const char *key, const char *value)
{
    static const struct {
        const char *section, *key;
        const struct elsewhere *rows;
        int n;
    } keys[] = {
        {"model", "equations", equations, N_ROWS(equations)},
        {"numerics", "flux", fluxes, N_ROWS(fluxes)},
        {"numerics", "limiter", limiters, N_ROWS(limiters)},
        {"numerics", "gradient", gradients, N_ROWS(gradients)},
        {"numerics", "precision", precisions, N_ROWS(precisions)},
        {"time", "scheme", schemes, N_ROWS(schemes)},
        {"time", "cfl", cfls, N_ROWS(cfls)},
        {"flow", "up", ups, N_ROWS(ups)},
    };
    for (int i = 0; i < N_ROWS(keys); i++)
        if (strcmp(keys[i].section, section) == 0 && strcmp(keys[i].key, key) == 0)
            return elsewhere_find(keys[i].rows, keys[i].n, value);
    return NULL;
}

const char *case_hint_range(const char *section, const char *key, double value)
{
    bool decades = strcmp(section, "stop") == 0 && strcmp(key, "residual_drop") == 0;
    return decades && value > 0 && value < 1 ? "; 8 decades are a drop by 1e-8" : "";
}

int case_refuse_word(const struct config *c, const struct config_entry *e, const char *choices)
{
    char words[WORDS_MOST][HINT_SIZE], small[HINT_SIZE];
    const char *names[WORDS_MOST], *hint = case_hint_value(e->section, e->key, e->value), *near = NULL;
    int n = 0;
    for (const char *p = choices; *p && n < WORDS_MOST; n++) {
        size_t length = strcspn(p, "|");
        text_copy(words[n], length + 1 < HINT_SIZE ? length + 1 : HINT_SIZE, p);
        names[n] = words[n];
        p += length + (p[length] == '|');
    }
    text_copy(small, sizeof small, e->value);
    for (char *p = small; *p; p++)
        *p = (char)tolower((unsigned char)*p);
    if (!hint)
        near = text_nearest(small, names, n);
    return error_set("%s = %s: not one of %s%s%s%s", config_place(c, e), e->value, choices,
                     hint || near ? "; " : "", near ? "did you mean " : "", hint ? hint : near ? near : "");
}
