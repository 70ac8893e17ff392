/* Which rank the stall detector names, from reports made up here: who is silent,
 * who waits for whom, who computes. */
#include "check.h"
#include "parallel/stall.h"
#include "parallel/waiting.h"

#include <string.h>

enum { N = 5 };
static const char host[N][64] = {"alpha", "alpha", "beta", "beta", "gamma"};
static char sentence[512];

/* All ranks wait for a sum since `seconds` s, reported just now. */
static void all_wait(struct stall_report *r, double seconds)
{
    for (int k = 0; k < N; k++)
        r[k] = (struct stall_report){WAITING_COLLECTIVE, TASK_MARCH, -1, 70, seconds, 0.1};
}

/* Limit 10 s; a rank whose last report is older than 2.5 s is silent. */
static bool decide(const struct stall_report *r)
{
    sentence[0] = '\0';
    return stall_decide(r, N, host, 10, 2.5, sentence, sizeof sentence);
}

/* Waiting for less than the limit, and computing for any time, are no stalls. */
static void nothing_before_the_limit(void)
{
    struct stall_report r[N];
    all_wait(r, 9.9);
    r[3] = (struct stall_report){WAITING_NOT, TASK_MARCH, -1, 70, 9.9, 0.1};
    CHECK(!decide(r), "%s", sentence);
    all_wait(r, 10.1);
    for (int k = 0; k < N; k++) /* a long computation keeps nobody waiting */
        r[k].kind = WAITING_NOT;
    CHECK(!decide(r), "%s", sentence);
}

/* Silence comes before all else: who waits for a silent rank is no culprit. */
static void silent_rank_is_named(void)
{
    struct stall_report r[N];
    all_wait(r, 10.5);
    r[3].age = 11;
    CHECK(decide(r) && strstr(sentence, "rank 3 on beta does not answer"), "%s", sentence);
    CHECK(strstr(sentence, "its part of a sum over all ranks at iteration 70") != NULL, "%s", sentence);
    r[3].age = HUGE_VAL; /* never heard of */
    CHECK(decide(r) && strstr(sentence, "rank 3 on beta does not answer"), "%s", sentence);
}

/* 0 waits for 1, 1 for 2, 2 for 3, 3 for 4, which computes: the longest waiting
 * one is 3, next to the culprit; then as seen when 0 has waited longest. */
static void chain_of_messages(void)
{
    struct stall_report r[N];
    for (int k = 0; k < N; k++)
        r[k] = (struct stall_report){WAITING_EXCHANGE, TASK_MARCH, k + 1, 12, 10.1 + 0.1 * k, 0.1};
    r[4] = (struct stall_report){WAITING_NOT, TASK_MARCH, -1, 12, 10.6, 0.1};
    CHECK(decide(r) && strstr(sentence, "rank 4 on gamma is still computing: rank 3 has waited"), "%s", sentence);
    CHECK(strstr(sentence, "for its halo message at iteration 12") != NULL, "%s", sentence);
    r[0].seconds = 11;
    CHECK(decide(r) && strstr(sentence, "rank 4 on gamma is still computing: rank 0 has waited"), "%s", sentence);
    CHECK(strstr(sentence, "by way of others") != NULL, "%s", sentence);
}

/* Slow disks are the usual reason: the sentence says which setting to raise. */
static void checkpoint_is_named(void)
{
    struct stall_report r[N];
    all_wait(r, 12);
    for (int k = 0; k < N; k++)
        r[k].task = TASK_CHECKPOINT;
    r[2].kind = WAITING_NOT;
    CHECK(decide(r) && strstr(sentence, "rank 2 on beta is still writing a checkpoint"), "%s", sentence);
    CHECK(strstr(sentence, "larger [output] stall): rank 0 has waited 12 s for its part of a checkpoint") != NULL, "%s",
          sentence);
}

/* The rank that runs the detector may be the culprit, and says so. */
static void rank_0_itself(void)
{
    struct stall_report r[N];
    all_wait(r, 10.5);
    r[0].kind = WAITING_NOT;
    CHECK(decide(r) && strstr(sentence, "rank 0 on alpha is still computing: rank 1"), "%s", sentence);
}

/* No culprit: messages that do not match. The one that has waited longest is named with whom it waits for. */
static void all_wait_for_one_another(void)
{
    struct stall_report r[N];
    all_wait(r, 10.5);
    r[1].rank = 2;
    r[1].seconds = 11;
    r[1].kind = WAITING_EXCHANGE;
    CHECK(decide(r) && strstr(sentence, "all ranks wait for one another, rank 1 for rank 2"), "%s", sentence);
    all_wait(r, 10.5);
    CHECK(decide(r) && strstr(sentence, "rank 0 for a collective call at iteration 70"), "%s", sentence);
}

/* A rank stopped in the middle of its wait last said that it waits. */
static void what_a_silent_rank_said_is_old(void)
{
    struct stall_report r[N];
    all_wait(r, 10.5);
    r[1] = (struct stall_report){WAITING_COLLECTIVE, TASK_MARCH, -1, 70, 90, 5};
    CHECK(decide(r) && strstr(sentence, "rank 1 on alpha does not answer"), "%s", sentence);
    all_wait(r, 3);
    r[1] = (struct stall_report){WAITING_COLLECTIVE, TASK_MARCH, -1, 70, 90, 5};
    CHECK(!decide(r), "%s", sentence);
}

int main(void)
{
    CASE(nothing_before_the_limit);
    CASE(silent_rank_is_named);
    CASE(chain_of_messages);
    CASE(checkpoint_is_named);
    CASE(rank_0_itself);
    CASE(all_wait_for_one_another);
    CASE(what_a_silent_rank_said_is_old);
    return check_end();
}
