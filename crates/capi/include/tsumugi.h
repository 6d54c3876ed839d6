/* tsumugi for programs in C: is there a mate by checks, and by which move?
 *
 * Make a solver for each thread, ask it as often as you like, free it at the end. Solvers share nothing, so any number of
 * them can search at the same time. A solver remembers what it learned; tsumugi_clear makes it forget. All memory is taken
 * when the solver is made: the table and some MiB beside it. (A line of more than 512 plies takes more, once.)
 *
 * Build the library with: cargo build --release -p tsumugi-capi
 * That makes libtsumugi_capi.so (.dylib, .dll) and libtsumugi_capi.a. crates/capi/examples/leaf.c is an example.
 */
#ifndef TSUMUGI_H
#define TSUMUGI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes when something here changes. tsumugi_abi() says which one the library has. */
#define TSUMUGI_ABI 1

/* Somebody who solves. */
typedef struct tsumugi_solver tsumugi_solver;

/* How a question ended. */
typedef enum tsumugi_verdict {
    TSUMUGI_FAILED = -3,       /* a mistake of this library; the solver has forgotten everything and can be asked again */
    TSUMUGI_BAD_ARGUMENT = -2, /* a null pointer */
    TSUMUGI_BAD_POSITION = -1, /* no SFEN, or no position that play can go on from */
    TSUMUGI_UNKNOWN = 0,       /* the limit was reached, or tsumugi_stop was called */
    TSUMUGI_MATE = 1,          /* the side to move mates by checks, whatever the other side does */
    TSUMUGI_NO_MATE = 2        /* it cannot */
} tsumugi_verdict;

/* What was found. */
typedef struct tsumugi_answer {
    tsumugi_verdict verdict;
    uint32_t plies; /* of a mate: it takes at most this many plies; not necessarily the shortest */
    uint64_t nodes; /* positions expanded */
    char move[8];   /* of a mate: its first move as USI writes it, "7g7f+" or "G*5b"; else empty. Ends with a zero. */
} tsumugi_answer;

/* The TSUMUGI_ABI that the library was built with. */
uint32_t tsumugi_abi(void);

/* A solver with this many bytes for its table, at least one mebibyte. Null if it cannot be made. */
tsumugi_solver *tsumugi_new(size_t bytes);

/* Frees a solver; null is ignored. */
void tsumugi_free(tsumugi_solver *solver);

/* Forgets what was learned, and keeps the memory. */
void tsumugi_clear(tsumugi_solver *solver);

/* Does the side to move mate? The SFEN ends with a zero. Hands are taken as they are written; the side to move may be without
 * a king, as in a problem. Gives up after this many positions expanded. The answer is written to *answer unless that is null. */
tsumugi_verdict tsumugi_solve(tsumugi_solver *solver, const char *sfen, uint64_t nodes, tsumugi_answer *answer);

/* Ends the question that the solver is working on, or else the next one, with TSUMUGI_UNKNOWN. The only function that may be
 * called from another thread while tsumugi_solve is running. */
void tsumugi_stop(tsumugi_solver *solver);

#ifdef __cplusplus
}
#endif

#endif
