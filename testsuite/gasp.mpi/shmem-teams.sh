# A PE of a team, or of a team's context, is told by its number in the program; with an
# imitation of OpenSHMEM 1.5, which has no more than this calls.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] && [ -e "$BUILD/lib/libgasp-shmem.so" ] || unsupported "OpenSHMEM is left out"
cat > shmem.h <<'END'
#include <stddef.h>
#include <stdint.h>
typedef struct team { int start, stride, size; } *shmem_team_t;
typedef struct { shmem_team_t team; } *shmem_ctx_t;
extern shmem_team_t SHMEM_TEAM_WORLD;
void shmem_init (void);
int shmem_my_pe (void), shmem_n_pes (void);
int shmem_team_split_strided (shmem_team_t, int, int, int, const void *, long, shmem_team_t *);
int shmem_team_translate_pe (shmem_team_t, int, shmem_team_t), shmem_team_n_pes (shmem_team_t);
int shmem_team_create_ctx (shmem_team_t, long, shmem_ctx_t *);
int shmem_ctx_get_team (shmem_ctx_t, shmem_team_t *);
void shmem_ctx_putmem (shmem_ctx_t, void *, const void *, size_t, int);
void shmem_putmem_signal (void *, const void *, size_t, uint64_t *, uint64_t, int, int);
int shmem_double_broadcast (shmem_team_t, double *, const double *, size_t, int);
int shmem_fcollectmem (shmem_team_t, void *, const void *, size_t);
int shmem_float_sum_reduce (shmem_team_t, float *, const float *, size_t);
float shmem_ctx_float_g (shmem_ctx_t, const float *, int);
size_t shmem_long_wait_until_any (long *, size_t, const int *, int, long);
END
cat > library.c <<'END'
#include "shmem.h"
static struct team world = { 0, 1, 8 }, odd = { 1, 2, 4 };
shmem_team_t SHMEM_TEAM_WORLD = &world;
void shmem_init (void) {}
int shmem_my_pe (void) { return 5; }
int shmem_n_pes (void) { return 8; }
int
shmem_team_split_strided (shmem_team_t of, int start, int stride, int size, const void *config,
			  long mask, shmem_team_t *team)
{
  *team = &odd;
  return 0;
}
int
shmem_team_translate_pe (shmem_team_t from, int pe, shmem_team_t to)
{
  return (from->start + pe * from->stride - to->start) / to->stride;
}
int shmem_team_n_pes (shmem_team_t team) { return team->size; }
int
shmem_team_create_ctx (shmem_team_t team, long options, shmem_ctx_t *ctx)
{
  static shmem_team_t of;
  of = team;
  *ctx = (shmem_ctx_t) &of;
  return 0;
}
int shmem_ctx_get_team (shmem_ctx_t ctx, shmem_team_t *team) { *team = ctx->team; return 0; }
void shmem_ctx_putmem (shmem_ctx_t ctx, void *d, const void *s, size_t n, int pe) {}
void shmem_putmem_signal (void *d, const void *s, size_t n, uint64_t *at, uint64_t signal,
			  int how, int pe) {}
int shmem_double_broadcast (shmem_team_t t, double *d, const double *s, size_t n, int root) { return 7; }
int shmem_fcollectmem (shmem_team_t t, void *d, const void *s, size_t n) { return 0; }
int shmem_float_sum_reduce (shmem_team_t t, float *d, const float *s, size_t n) { return 0; }
float shmem_ctx_float_g (shmem_ctx_t ctx, const float *s, int pe) { return 2.5f + pe; }
size_t shmem_long_wait_until_any (long *a, size_t n, const int *s, int how, long v) { return n - 1; }
END
cat > prog.c <<'END'
#include "shmem.h"
int
main (void)
{
  char a[64], b[64];
  double d[4];
  float f[4];
  long l[3];
  uint64_t signal = 0;
  shmem_team_t team;
  shmem_ctx_t ctx;
  shmem_init ();
  if (shmem_team_split_strided (SHMEM_TEAM_WORLD, 1, 2, 4, NULL, 0, &team)
      || shmem_team_create_ctx (team, 0, &ctx))
    return 1;
  shmem_ctx_putmem (ctx, a, b, 16, 3); /* CONTEXT */
  float g = shmem_ctx_float_g (ctx, f, 1); /* FLOAT */
  shmem_putmem_signal (a, b, 24, &signal, 1, 0, 3); /* SIGNAL */
  int r = shmem_double_broadcast (team, d, d, 4, 2); /* BROADCAST */
  shmem_fcollectmem (team, a, b, 10); /* COLLECT */
  shmem_float_sum_reduce (SHMEM_TEAM_WORLD, f, f, 4); /* SUM */
  size_t n = shmem_long_wait_until_any (l, 3, NULL, 0, 0); /* WAIT */
  return !(g == 3.5f && r == 7 && n == 2);
}
END
line () { grep -n "/\* $1 \*/" prog.c | cut -d: -f1; }
run 0 "$STOCK" -w -shared -fPIC library.c -o libshmem.so
for flags in -O0 -O2; do
  run 0 "$CC" -w $flags -finstrument-gasp prog.c -o prog -L. -lshmem -Wl,-rpath,"$PWD"
  run 0 ./prog
  run 0 under check ./prog
  hasnt result '^violation'
  run 0 under dump ./prog
  sed -n 's/^.* - GASP_GCC_SHMEM_\([A-Z_]*\) \[prog.c:\([0-9]*\):[0-9]*\]/\1 \2/p' result > all
  for wanted in "PUT $(line CONTEXT) \"shmem_ctx_putmem\" 7 16" \
		"GET $(line FLOAT) \"shmem_ctx_float_g\" 3 4" \
		"PUT $(line SIGNAL) \"shmem_putmem_signal\" 3 24" \
		"ONE_TO_ALL $(line BROADCAST) \"shmem_double_broadcast\" 5 0 32 -*[0-9]*" \
		"COLLECTIVE $(line COLLECT) \"shmem_fcollectmem\" -1 40 10 -*[0-9]*" \
		"COLLECTIVE $(line SUM) \"shmem_float_sum_reduce\" -1 16 16 -*[0-9]*" \
		"WAIT $(line WAIT) \"shmem_long_wait_until_any\""; do
    count 1 all "^$wanted\$"
  done
done
