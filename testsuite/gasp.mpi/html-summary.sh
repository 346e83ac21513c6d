# The first screen of the HTML report of ranks: what stands out leads to where ranks wait and
# to why; MPI's own memory is not the program's; the hottest line is not where MPI polls.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
one_mpi
cat > prog.c <<'END'
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
static volatile long sink;
static void
solver (int times)
{
  for (int i = 0; i < times; i++)
    sink += i;
}
int
main (int argc, char **argv)
{
  int rank;
  double x = 1, y;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 10; i++)
    {
      memset (malloc (20000), 1, 20000);
      solver (rank == 1 ? 20000000 : 0);
      MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
  MPI_Finalize ();
  return 0;
}
END
run 0 mpicc -g -O1 -w --profile prog.c -o prog
# On a busy machine, memory would be sampled, and ranks that are kept from the processor
# may wait little for others.
for attempt in 1 2 3 4 5 6; do
  rm -rf profile
  run 0 mpirun -n 4 "$GASP" run -q --exact -o profile ./prog
  run 0 "$GASP" report profile
  ! grep -q 'wait for one another' out || break
done
has out '^  hottest  *prog.c:[89] in solver'
run 0 "$GASP" report --format=html --output=report.html profile

. "$HERE/../lib/browser.sh"
ask '' '
  const all = (what, root) => [...(root || document).querySelectorAll (what)];
  const links = all ("#findings li.waiting-for-processes a");
  seen.push (links.map (a => a.textContent).join ());
  const card = all (".card").find (c => /^Not freed/.test (c.textContent));
  seen.push (card.querySelector ("h2").textContent.replace (/\u202f/g, " "));
  seen.push (all (".what", card)[0].textContent);
  const figure = name => all ("#figures div").find (d => d.textContent.startsWith (name));
  seen.push (/^.* allocated; ~?78[12] KiB not freed, .* more by libraries$/
             .test (figure ("Peaks").querySelector (".note").textContent));
  seen.push (figure ("Hottest").querySelector ("dd").textContent);
  links[1].click (); await wait (200); seen.push (at ());
  links[3].click (); await wait (200); seen.push (at ());
'
line 1 'prog.c:22,prog.c:6,Barriers,Why MPI ranks are late'
grep -q '^Not freed: ~*78[12] KiB all$' seen || fail "the card"
line 3 main
line 4 true
grep -q '^prog.c:[89]$' seen || fail "the hottest line"
line 6 '#Sources?at=prog.c:6'
line 7 '#Communication?table=delays'
