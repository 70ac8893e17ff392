/* fail_write: runs a command in which the n-th call that writes below a folder fails.
 *
 *   fail_write FOLDER N MODE LOG COMMAND...
 *
 * Counts the calls of the command, its threads and its children that make or change files below FOLDER: write,
 * pwrite, writev, open for writing, mkdir, rename, link, symlink, ftruncate, fallocate, fsync, fdatasync, and close
 * of what was opened for writing. They are caught in the kernel (seccomp stops the process, this program traces it),
 * so those that the C library and HDF5 make inside count too.
 *
 * MODE   once   call N fails (ENOSPC), and no other
 *        full   from call N on the disk is full: all but rename and close fail
 *        quota  as once, with EDQUOT;    io   as once, with EIO
 *        short  of the first write from N on half is written, and then the disk is full
 *        wait   none fails; call N is made when there is a file LOG.go (for at most a minute it is waited for)
 * N = 0: none fails. A close that fails has closed the file, as the kernel does.
 *
 * LOG takes "CALLS n" and, of the call that failed first or waits, "FAILED n CALL PATH". Ends with the command's status, 128 +
 * its signal, 125 when it cannot be traced here.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CANNOT = 125 };

#ifdef __x86_64__

/* What tells which file a call changes. */
enum subject { BY_FD, BY_PATH, BY_PATH_AT, BY_SECOND_PATH, BY_SECOND_PATH_AT };

struct call {
    long number;
    const char *name;
    enum subject subject;
    int flags_at; /* argument with the flags of open: only for writing; -1: none */
    bool writes, keeps; /* takes bytes; goes on when the disk is full */
};

static const struct call calls[] = {
    {SYS_write, "write", BY_FD, -1, true, false},
    {SYS_pwrite64, "pwrite", BY_FD, -1, true, false},
    {SYS_writev, "writev", BY_FD, -1, false, false},
    {SYS_pwritev, "pwritev", BY_FD, -1, false, false},
    {SYS_fsync, "fsync", BY_FD, -1, false, false},
    {SYS_fdatasync, "fdatasync", BY_FD, -1, false, false},
    {SYS_ftruncate, "ftruncate", BY_FD, -1, false, false},
    {SYS_fallocate, "fallocate", BY_FD, -1, false, false},
    {SYS_close, "close", BY_FD, -1, false, true},
    {SYS_open, "open", BY_PATH, 1, false, false},
    {SYS_openat, "open", BY_PATH_AT, 2, false, false},
    {SYS_creat, "open", BY_PATH, -1, false, false},
    {SYS_mkdir, "mkdir", BY_PATH, -1, false, false},
    {SYS_mkdirat, "mkdir", BY_PATH_AT, -1, false, false},
    {SYS_truncate, "truncate", BY_PATH, -1, false, false},
    {SYS_rename, "rename", BY_SECOND_PATH, -1, false, true},
    {SYS_renameat, "rename", BY_SECOND_PATH_AT, -1, false, true},
    {SYS_renameat2, "rename", BY_SECOND_PATH_AT, -1, false, true},
    {SYS_link, "link", BY_SECOND_PATH, -1, false, false},
    {SYS_linkat, "link", BY_SECOND_PATH_AT, -1, false, false},
    {SYS_symlink, "symlink", BY_SECOND_PATH, -1, false, false},
    {SYS_symlinkat, "symlink", BY_PATH_AT, -1, false, false}, /* its second argument is the folder */
};
enum { N_CALLS = sizeof calls / sizeof *calls };

static struct {
    char folder[PATH_MAX];
    long n, seen, failed; /* failed: the number of the first that did, 0: none */
    bool full, split, wait;
    int reason;
    FILE *log;
    char go[PATH_MAX]; /* the file that ends a wait */
} job;

/* Results to be set where the call ends: of a close, which must happen. */
enum { MOST_THREADS = 256 };
static struct {
    pid_t pid;
    long result;
} pending[MOST_THREADS];

/* ---- the traced side ---- */

/* Stops at the calls of the table; at open only for writing, so that reading costs nothing. */
static void install_filter(void)
{
    struct sock_filter code[8 * N_CALLS + 8];
    unsigned short n = 0;
    code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (int i = 0; i < N_CALLS; i++) {
        const struct call *c = &calls[i];
        unsigned int number = (unsigned int)c->number;
        if (c->flags_at < 0) {
            code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1);
            code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
            continue;
        }
        unsigned int at = (unsigned int)(offsetof(struct seccomp_data, args) + 8 * (size_t)c->flags_at);
        code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 4);
        code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, at);
        code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT, 0, 1);
        code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
        code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    }
    code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {n, code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        _exit(CANNOT);
}

static void become(char **command)
{
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
        _exit(CANNOT);
    raise(SIGSTOP);
    install_filter();
    execvp(command[0], command);
    fprintf(stderr, "fail_write: %s: %s\n", command[0], strerror(errno));
    _exit(CANNOT);
}

/* ---- what a call is about ---- */

static long argument(const struct user_regs_struct *r, int i)
{
    const unsigned long long a[] = {r->rdi, r->rsi, r->rdx, r->r10, r->r8, r->r9};
    return (long)a[i];
}

static bool read_link(pid_t pid, const char *what, long fd, char path[PATH_MAX])
{
    char link[64];
    snprintf(link, sizeof link, fd >= 0 ? "/proc/%d/%s/%ld" : "/proc/%d/%s", (int)pid, what, fd);
    ssize_t n = readlink(link, path, PATH_MAX - 1);
    path[n < 0 ? 0 : n] = '\0';
    return n > 0;
}

static void read_text(pid_t pid, long from, char text[PATH_MAX])
{
    struct iovec here = {text, PATH_MAX - 1}, there = {(void *)from, PATH_MAX - 1};
    memset(text, 0, PATH_MAX);
    if (process_vm_readv(pid, &here, 1, &there, 1, 0) > 0)
        return;
    for (size_t i = 0; i < PATH_MAX - 8; i += 8) { /* near the end of a page */
        errno = 0;
        long word = ptrace(PTRACE_PEEKDATA, pid, (char *)from + i, NULL);
        memcpy(text + i, &word, 8);
        if (errno != 0 || memchr(&word, 0, 8))
            return;
    }
}

/* A path that the process gives, seen from its folder or the one that a descriptor names. */
static void path_of(pid_t pid, long text, long folder, char path[PATH_MAX])
{
    char given[PATH_MAX], base[PATH_MAX];
    read_text(pid, text, given);
    if (given[0] == '/')
        base[0] = '\0';
    else
        read_link(pid, (int)folder == AT_FDCWD ? "cwd" : "fd", (int)folder == AT_FDCWD ? -1 : folder, base);
    if (snprintf(path, PATH_MAX, "%s%s%s", base, base[0] ? "/" : "", given) >= PATH_MAX)
        path[0] = '\0';
}

/* Was a descriptor opened for writing? */
static bool is_for_writing(pid_t pid, long fd)
{
    char name[64], line[128];
    unsigned flags = 0;
    snprintf(name, sizeof name, "/proc/%d/fdinfo/%ld", (int)pid, fd);
    FILE *f = fopen(name, "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "flags: %o", &flags) == 1)
            break;
    if (f)
        fclose(f);
    return (flags & O_ACCMODE) != O_RDONLY;
}

static void find_path(pid_t pid, const struct call *c, const struct user_regs_struct *r, char path[PATH_MAX])
{
    path[0] = '\0';
    switch (c->subject) {
    case BY_FD:
        if (c->number != SYS_close || is_for_writing(pid, argument(r, 0)))
            read_link(pid, "fd", (int)argument(r, 0), path);
        break;
    case BY_PATH: path_of(pid, argument(r, 0), AT_FDCWD, path); break;
    case BY_PATH_AT:
        path_of(pid, argument(r, c->number == SYS_symlinkat ? 2 : 1), argument(r, c->number == SYS_symlinkat), path);
        break;
    case BY_SECOND_PATH: path_of(pid, argument(r, 1), AT_FDCWD, path); break;
    case BY_SECOND_PATH_AT: path_of(pid, argument(r, 3), argument(r, 2), path); break;
    }
}

static bool is_below(const char *path)
{
    size_t n = strlen(job.folder);
    return strncmp(path, job.folder, n) == 0 && (path[n] == '/' || path[n] == '\0');
}

/* ---- failing ---- */

static void note(const struct call *c, const char *path)
{
    if (job.failed == 0) {
        job.failed = job.seen;
        fprintf(job.log, "FAILED %ld %s %s\n", job.seen, c->name, path);
    }
}

/* The call is not made and gives this result. */
static void skip_call(pid_t pid, struct user_regs_struct *r, long result)
{
    r->orig_rax = (unsigned long long)-1;
    r->rax = (unsigned long long)result;
    ptrace(PTRACE_SETREGS, pid, NULL, r);
}

/* True: the process is to stop where the call ends. */
static bool fail_at_end(pid_t pid, long result)
{
    for (int i = 0; i < MOST_THREADS; i++)
        if (pending[i].pid == 0) {
            pending[i].pid = pid;
            pending[i].result = result;
            return true;
        }
    return false;
}

/* Others do meanwhile what they like. */
static void wait_for_go(void)
{
    const struct timespec pause = {0, 10 * 1000 * 1000};
    fflush(job.log);
    for (int i = 0; i < 60000 && access(job.go, F_OK) != 0; i++)
        nanosleep(&pause, NULL);
}

/* A call of the table. True: as fail_at_end(). */
static bool judge(pid_t pid)
{
    struct user_regs_struct r;
    char path[PATH_MAX];
    int i = 0;
    if (ptrace(PTRACE_GETREGS, pid, NULL, &r) != 0)
        return false;
    while (i < N_CALLS && calls[i].number != (long)r.orig_rax)
        i++;
    if (i == N_CALLS)
        return false;
    const struct call *c = &calls[i];
    find_path(pid, c, &r, path);
    if (!is_below(path))
        return false;
    job.seen++;
    if (job.n == 0 || job.seen < job.n || (!job.full && job.seen > job.n) || (job.full && job.seen > job.n && c->keeps))
        return false;
    if (job.split && (!c->writes || r.rdx < 2) && job.failed == 0)
        return false;
    bool half = job.split && job.failed == 0;
    note(c, path);
    if (job.wait) {
        wait_for_go();
        return false;
    }
    if (half) {
        r.rdx /= 2;
        ptrace(PTRACE_SETREGS, pid, NULL, &r);
        return false;
    }
    if (c->number == SYS_close)
        return fail_at_end(pid, -job.reason);
    skip_call(pid, &r, -job.reason);
    return false;
}

static void end_call(pid_t pid)
{
    struct user_regs_struct r;
    for (int i = 0; i < MOST_THREADS; i++)
        if (pending[i].pid == pid && ptrace(PTRACE_GETREGS, pid, NULL, &r) == 0) {
            r.rax = (unsigned long long)pending[i].result;
            ptrace(PTRACE_SETREGS, pid, NULL, &r);
            pending[i].pid = 0;
        }
}

/* ---- following ---- */

static pid_t first;

/* One stop of a traced thread. */
static void handle_stop(pid_t pid, int status)
{
    int signal = WSTOPSIG(status), event = status >> 16;
    enum __ptrace_request how = PTRACE_CONT;
    if (event == PTRACE_EVENT_SECCOMP) {
        how = judge(pid) ? PTRACE_SYSCALL : PTRACE_CONT;
        signal = 0;
    } else if (signal == (SIGTRAP | 0x80)) {
        /* with PTRACE_SYSCALL after a seccomp stop comes the end of the call */
        end_call(pid);
        signal = 0;
    } else if (event != 0 || signal == SIGTRAP) {
        signal = 0;
    } else if (signal == SIGSTOP) {
        signal = 0; /* how a new thread begins; nobody stops the command meanwhile */
    }
    ptrace(how, pid, NULL, (void *)(long)signal);
}

/* The status of the command, when all of its processes have ended. */
static int follow(void)
{
    int status, end = CANNOT;
    for (;;) {
        pid_t pid = waitpid(-1, &status, __WALL);
        if (pid < 0 && errno == EINTR)
            continue;
        if (pid < 0)
            return end;
        if (WIFSTOPPED(status))
            handle_stop(pid, status);
        else if (pid == first)
            end = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
}

static int run(char **command)
{
    int status;
    const long options = PTRACE_O_TRACESECCOMP | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE |
                         PTRACE_O_TRACEEXEC | PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL;
    first = fork();
    if (first == 0)
        become(command);
    if (first < 0 || waitpid(first, &status, 0) != first || !WIFSTOPPED(status) ||
        ptrace(PTRACE_SETOPTIONS, first, NULL, (void *)options) != 0)
        return CANNOT;
    ptrace(PTRACE_CONT, first, NULL, NULL);
    return follow();
}

static bool take_mode(const char *mode)
{
    job.full = strcmp(mode, "full") == 0 || strcmp(mode, "short") == 0;
    job.split = strcmp(mode, "short") == 0;
    job.wait = strcmp(mode, "wait") == 0;
    job.reason = strcmp(mode, "quota") == 0 ? EDQUOT : strcmp(mode, "io") == 0 ? EIO : ENOSPC;
    return job.full || job.wait || job.reason != ENOSPC || strcmp(mode, "once") == 0;
}

int main(int argc, char **argv)
{
    if (argc < 6 || !realpath(argv[1], job.folder) || !take_mode(argv[3]) || !(job.log = fopen(argv[4], "we"))) {
        fprintf(stderr, "usage: fail_write FOLDER N once|full|quota|io|short|wait LOG COMMAND...\n");
        return CANNOT;
    }
    job.n = strtol(argv[2], NULL, 10);
    snprintf(job.go, sizeof job.go, "%s.go", argv[4]);
    int status = run(argv + 5);
    fprintf(job.log, "CALLS %ld\n", job.seen);
    return fclose(job.log) == 0 ? status : CANNOT;
}

#else

int main(void)
{
    fprintf(stderr, "fail_write: knows the registers of x86-64 only\n");
    return CANNOT;
}

#endif
