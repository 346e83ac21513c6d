# Every spelling that other implementations and their tools use.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.c <<'END'
#include <gasp.h>
#include <gasp_upc.h>
#define SAME(a, b) typedef char same_##a[(a) == (b) ? 1 : -1]
SAME (GASP_VERSION, 20051101);
SAME (GASP_LANG_UPC, 0); SAME (GASP_LANG_TITANIUM, 1); SAME (GASP_LANG_CAF, 2);
SAME (GASP_LANG_MPI, 3); SAME (GASP_LANG_SHMEM, 4); SAME (GASP_MODEL_UPC, 0);
SAME (GASP_MODEL_SHMEM, 4);
SAME (GASP_START, 0); SAME (GASP_END, 1); SAME (GASP_ATOMIC, 2);
SAME (GASP_C_FUNC, 1); SAME (GASP_C_MALLOC, 2); SAME (GASP_C_REALLOC, 3);
SAME (GASP_C_FREE, 4); SAME (GASP_UPC_COLLECTIVE_EXIT, 5);
SAME (GASP_UPC_NONCOLLECTIVE_EXIT, 6); SAME (GASP_COLLECTIVE_EXIT, 5);
SAME (GASP_NONCOLLECTIVE_EXIT, 6); SAME (GASP_UPC_MEMGET, 23);
SAME (GASP_UPC_MEMPUT, 24); SAME (GASP_UPC_MEMSET, 25); SAME (GASP_UPC_GET, 26);
SAME (GASP_UPC_PUT, 27); SAME (GASP_UPC_USEREVT_START, 1000);
SAME (GASP_UPC_USEREVT_END, 1999); SAME (GASP_USEREVT_START, 1000);
SAME (GASP_USEREVT_END, 1999); SAME (GASP_UPC_REDUCE_LD, GASP_UPC_REDUCTION_LD);
#if GASP_UPC_BARRIER != 9 || GASP_UPC_FORALL != 11
#error events that are raised are not defined
#endif
#if !defined GASP_UPC_VERSION
#error GASP_UPC_VERSION
#endif
gasp_lang_t lang; gasp_model_t model; gasp_context_t context;
gasp_upc_PTS_t *one; gasp_upc_pts_t *two; gasp_upc_lock_t *lock;
gasp_upc_nb_handle_t handle = GASP_NB_TRIVIAL; gasp_upc_nb_handle_t other = GASP_UPC_NB_TRIVIAL;
gasp_upc_reduction_t r; gasp_upc_reduc_t s;
gasp_context_t (*f1) (gasp_lang_t, int *, char ***) = gasp_init;
void (*f2) (gasp_context_t, unsigned int, gasp_evttype_t, const char *, int, int, ...) = gasp_event_notify;
void (*f3) (gasp_context_t, unsigned int, gasp_evttype_t, const char *, int, int, va_list) = gasp_event_notifyVA;
int (*f4) (gasp_context_t, int) = gasp_control;
unsigned int (*f5) (gasp_context_t, const char *, const char *) = gasp_create_event;
int (*f6) (gasp_context_t) = gasp_control_query;
int main (void) { return f6 (0) == 0; }
END
run 0 $STOCK -Wall -Wextra -Werror -I"$BUILD/include" -c a.c
run 0 $STOCKXX -x c++ -Wall -Wextra -Werror -I"$BUILD/include" -c a.c
run 0 "$CC" --profile a.c -o prog
run 0 ./prog
