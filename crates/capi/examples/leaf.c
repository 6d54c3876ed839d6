/* Reads positions, a SFEN on each line, and says of each whether the side to move mates.
 *
 *   cargo build --release -p tsumugi-capi
 *   cc -I crates/capi/include crates/capi/examples/leaf.c -o leaf -L target/release -ltsumugi_capi -Wl,-rpath,target/release
 *   ./leaf < positions.txt
 */
#include <stdio.h>
#include <string.h>

#include "tsumugi.h"

int main(void)
{
    if (tsumugi_abi() != TSUMUGI_ABI) {
        fprintf(stderr, "the library is another than the header\n");
        return 2;
    }
    tsumugi_solver *solver = tsumugi_new((size_t)16 << 20);
    if (!solver) {
        fprintf(stderr, "there is no solver\n");
        return 2;
    }
    char line[512];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\t\r\n")] = 0;
        tsumugi_answer answer;
        switch (tsumugi_solve(solver, line, 5000, &answer)) {
        case TSUMUGI_MATE:
            printf("mate %s within %u, %llu nodes\n", answer.move, (unsigned)answer.plies, (unsigned long long)answer.nodes);
            break;
        case TSUMUGI_NO_MATE:
            printf("no mate, %llu nodes\n", (unsigned long long)answer.nodes);
            break;
        case TSUMUGI_UNKNOWN:
            printf("unknown\n");
            break;
        default:
            printf("error %d\n", (int)answer.verdict);
        }
        /* Independent positions: what was learned from one does not help with the next. */
        tsumugi_clear(solver);
    }
    tsumugi_free(solver);
    return 0;
}
