/* stall.c: the thread of each rank that looks at what its rank waits for and tells rank 0, by
 * datagrams beside MPI; rank 0's gives the run up (stall_decide.c) when one has waited too long.
 *
 * Times are those of a clock of the watch's own that counts at most two periods a look: a process that was suspended
 * (a job that makes way, a laptop that sleeps) finds no time passed. After a gap it decides nothing until the others
 * have had half the limit to report again, since what it knows of them is from before.
 *
 * Ranks other than 0 hear nothing. Each knows its own wait, and speaks when that is half as long again as the limit,
 * the lower ranks a little earlier: rank 0 would have decided by then.
 */
#include "parallel/stall.h"

#include "error.h"
#include "mem.h"
#include "text.h"
#include "timer.h"
#include "parallel/waiting.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <math.h>
#include <mpi.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MAX_ADDRESSES = 8 };

/* Where rank 0 listens; the key keeps strangers and older runs out. */
struct meeting_point {
    uint64_t key;
    int n_addresses;
    struct in_addr address[MAX_ADDRESSES]; /* the first one is the host's own, 127.0.0.1 */
    in_port_t port;
};

struct datagram {
    uint64_t key;
    int32_t from, kind, task, rank;
    int64_t iteration;
    double seconds;
};

static struct watch {
    bool running;
    int wake[2];              /* a pipe: a byte in it ends the thread */
    pthread_t thread;
    struct comm comm;
    const char *results;
    double limit, period;     /* s */
    int socket;
    in_port_t port;           /* of this rank's socket, network order */
    struct meeting_point meet;

    /* This rank; times are s of the watch's own clock, which stands still while
     * the process is suspended. */
    double clock, changed_at;
    double decide_after;      /* clock; later than now when this process was suspended alone or with all */
    struct waiting seen;

    /* Rank 0 only, [ranks]. */
    struct stall_report *report;
    double *heard_at;         /* -1: never */
    char (*host)[64];
} watch;

/* ---- sockets ---- */

/* Any free port. The pipe wakes the thread from poll() at the end. */
static int open_socket(void)
{
    struct sockaddr_in a = {.sin_family = AF_INET};
    socklen_t length = sizeof a;
    watch.socket = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (pipe2(watch.wake, O_CLOEXEC) != 0 || watch.socket < 0 ||
        bind(watch.socket, (struct sockaddr *)&a, sizeof a) != 0 ||
        getsockname(watch.socket, (struct sockaddr *)&a, &length) != 0)
        return error_set("rank %d on %s: no UDP socket to watch for stalls: %s; allow it or use [output] stall = 0",
                         watch.comm.rank, watch.comm.host, strerror(errno));
    watch.port = a.sin_port;
    return 0;
}

/* Rank 0: its IPv4 addresses, its port and a key.
 * All addresses, since rank 0 cannot know by which network the others reach it; they send to each. */
static int describe_meeting_point(void)
{
    struct meeting_point *m = &watch.meet;
    struct ifaddrs *list = NULL;
    m->port = watch.port;
    /* The loopback address comes first: it serves ranks of the same host, and hosts without any network. */
    m->address[m->n_addresses++].s_addr = htonl(INADDR_LOOPBACK);
    if (getrandom(&m->key, sizeof m->key, 0) != (ssize_t)sizeof m->key || getifaddrs(&list) != 0)
        return error_set("rank 0 on %s: finding its network addresses failed: %s; use [output] stall = 0",
                         watch.comm.host, strerror(errno));
    for (struct ifaddrs *i = list; i && m->n_addresses < MAX_ADDRESSES; i = i->ifa_next)
        if (i->ifa_addr && i->ifa_addr->sa_family == AF_INET && (i->ifa_flags & IFF_UP) &&
            !(i->ifa_flags & IFF_LOOPBACK))
            m->address[m->n_addresses++] = ((struct sockaddr_in *)(void *)i->ifa_addr)->sin_addr;
    freeifaddrs(list);
    return 0;
}

/* A lost datagram is made good by the next one. */
static void send_to(struct in_addr address, in_port_t port, const void *data, size_t bytes)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = port, .sin_addr = address};
    (void)!sendto(watch.socket, data, bytes, 0, (struct sockaddr *)&to, sizeof to);
}

/* ---- what the watch thread knows ---- */

static double own_seconds(void)
{
    return watch.clock - watch.changed_at;
}

/* changes counts marks of waiting.c: as long as it goes up the rank is alive, whatever it waits for. */
static void look_at_own_rank(void)
{
    struct waiting now = waiting_now();
    if (now.changes != watch.seen.changes)
        watch.changed_at = watch.clock;
    watch.seen = now;
}

/* Once in a period, 40 bytes to each address; no answer is expected. */
static void report_to_rank_0(void)
{
    const struct waiting *w = &watch.seen;
    struct datagram d = {watch.meet.key, watch.comm.rank, (int)w->kind, (int)w->task, w->rank, w->iteration,
                         own_seconds()};
    for (int k = 0; k < watch.meet.n_addresses; k++)
        send_to(watch.meet.address[k], watch.meet.port, &d, sizeof d);
}

/* Datagrams of other runs and of strangers are told by the key. age: of the newest report, by the watch's
 * clock.
 * All that have come are read, the newest of each rank wins; ages are made anew at each look. */
static void take_reports(void)
{
    struct datagram d;
    ssize_t n;
    while ((n = recv(watch.socket, &d, sizeof d, 0)) >= 0) {
        /* Anyone may send to a UDP port: only what this run has made counts. */
        if (n != (ssize_t)sizeof d || d.key != watch.meet.key || d.from < 1 || d.from >= watch.comm.size)
            continue;
        watch.report[d.from] = (struct stall_report){d.kind, d.task, d.rank, d.iteration, d.seconds, 0};
        watch.heard_at[d.from] = watch.clock;
    }
    const struct waiting *w = &watch.seen;
    watch.report[0] = (struct stall_report){(int)w->kind, (int)w->task, w->rank, w->iteration, own_seconds(), 0};
    for (int k = 1; k < watch.comm.size; k++)
        watch.report[k].age = watch.heard_at[k] < 0 ? HUGE_VAL : watch.clock - watch.heard_at[k];
}

/* ---- the end ---- */

/* From the watch thread, while the host thread hangs: nothing here may wait for it. The sentence is printed
 * before MPI_Abort, which may not return. */
static void end_all_ranks(const char *sentence)
{
    char *latest = watch.results ? text_join_path(watch.results, "latest") : NULL;
    bool restart = latest && access(latest, R_OK) == 0;
    fprintf(stderr, "ufv-solve: %s; all ranks end%s%s\n", sentence,
            restart ? ", go on with --restart " : ", no checkpoint was written yet", restart ? watch.results : "");
    fflush(NULL);
    alarm(10); /* should MPI_Abort hang as well, the launcher ends the others when this process dies */
    MPI_Abort(MPI_COMM_WORLD, EXIT_BAD);
    _exit(EXIT_BAD);
}

/* silence: a quarter of the limit, five reports at the least. */
static void decide(void)
{
    char sentence[512];
    if (stall_decide(watch.report, watch.comm.size, (const char(*)[64])watch.host, watch.limit, watch.limit / 4,
                     sentence, sizeof sentence))
        end_all_ranks(sentence);
}

/* Not rank 0: when the decision is overdue, rank 0 is gone. The lowest rank that
 * waits speaks first. */
static void decide_without_rank_0(void)
{
    char sentence[512];
    /* Rank 0 decides at the limit and says so; a period for each lower rank, so that one alone speaks. */
    double overdue = 1.5 * watch.limit + watch.period * (1 + watch.comm.rank);
    if (watch.seen.kind == WAITING_NOT || own_seconds() < overdue)
        return;
    snprintf(sentence, sizeof sentence,
             "rank 0 on %s does not answer (stopped, or its host is down): rank %d has waited %.0f s at iteration "
             "%" PRId64,
             watch.host[0], watch.comm.rank, own_seconds(), watch.seen.iteration);
    end_all_ranks(sentence);
}

/* poll() returns 0 after each period, and otherwise when the pipe is written: the end.
 * The clock counts two periods a look at most: of a gap (a suspended process) no more counts than of a
 * slow look. */
static void *watch_ranks(void *unused)
{
    (void)unused;
    double last = timer_now();
    struct pollfd wake = {.fd = watch.wake[0], .events = POLLIN};
    while (poll(&wake, 1, (int)(1e3 * watch.period)) == 0) {
        double now = timer_now();
        watch.clock += fmin(now - last, 2 * watch.period);
        if (now - last > watch.limit / 4) /* what the others say is from before the gap */
            watch.decide_after = watch.clock + watch.limit / 2;
        last = now;
        look_at_own_rank();
        if (watch.comm.rank == 0)
            take_reports();
        else
            report_to_rank_0();
        if (watch.clock >= watch.decide_after)
            watch.comm.rank == 0 ? decide() : decide_without_rank_0();
    }
    return NULL;
}

/* ---- start and stop ---- */

/* One thread a rank, asleep in poll() but for its looks. */
static int start_thread(void)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* signals are for the host thread */
    int status = pthread_create(&watch.thread, NULL, watch_ranks, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    watch.running = status == 0;
    return status == 0 ? 0 : error_set("rank %d on %s: no thread to watch for stalls: %s", watch.comm.rank,
                                       watch.comm.host, strerror(status));
}

/* Collective. A run of one rank has nobody to wait for. period: a twentieth of the limit, at most 1 s. */
int stall_start(const struct comm *comm, double limit, const char *results)
{
    if (comm->size == 1 || limit <= 0)
        return 0;
    memset(&watch, 0, sizeof watch);
    watch.comm = *comm;
    watch.limit = limit;
    watch.period = fmin(1, limit / 20);
    watch.results = results;
    watch.socket = watch.wake[0] = watch.wake[1] = -1;
    TRY(comm_agree(open_socket()));
    TRY(comm_agree(comm->rank == 0 ? describe_meeting_point() : 0));
    comm_broadcast(&watch.meet, (int)sizeof watch.meet, 0);
    MEM_NEW_ZERO(watch.host, comm->size);
    comm_gather(comm->host, (int)sizeof comm->host, watch.host);
    comm_broadcast(watch.host, (int)sizeof *watch.host, 0); /* rank 0's own, all that the others need */
    if (comm->rank == 0) {
        MEM_NEW_ZERO(watch.report, comm->size);
        MEM_NEW(watch.heard_at, comm->size);
        for (int k = 0; k < comm->size; k++)
            watch.heard_at[k] = -1;
    }
    return comm_agree(start_thread());
}

/* Before MPI_Finalize(), since ranks that are done wait for nothing any more and would be taken for silent.
 * host is there once stall_start() has come so far that files are numbers of ours and not the zeros of
 * a cleared struct. */
void stall_stop(void)
{
    if (watch.running) {
        /* Wakes the thread out of its wait for reports. */
        (void)!write(watch.wake[1], "", 1);
        pthread_join(watch.thread, NULL);
    }
    for (int k = 0; k < 3; k++) {
        int file = k < 2 ? watch.wake[k] : watch.socket;
        if (watch.host && file >= 0)
            close(file);
    }
    mem_free(watch.report);
    mem_free(watch.heard_at);
    mem_free(watch.host);
    memset(&watch, 0, sizeof watch);
}
