# The ranks of a parallel job share a directory, are told apart in the report,
# and do without what their launcher does not tell, or tells wrongly.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
example

# job DIRECTORY SETTING...: two ranks with these, and nothing else, go there.
job ()
{
  directory=$1
  shift
  rm -rf gasp-out*
  for rank in 0 1; do
    settings=$(echo "$*" | sed "s/RANK=N/RANK=$rank/; s/PROCID=N/PROCID=$rank/")
    run 3 env $settings "$GASP" run -q ./prog
    hasnt err '^(lib)?gasp'
  done
  [ "$(echo gasp-out*)" = "$directory" ] || fail "directories: $(echo gasp-out*)"
  run 0 "$GASP" report -f json "$directory"
  has out '"rank": 1'
  for rank in 0 1; do
    run 0 "$GASP" report -f csv -v threads -p $rank "$directory"
    count 1 out '^"threads"'
  done
}

unset GASP_OUTPUT
job gasp-out.job-prterun-host-7@1 PMIX_RANK=N PMIX_NAMESPACE=prterun-host-7@1
job gasp-out.job-7 OMPI_COMM_WORLD_RANK=N PMIX_NAMESPACE=7 OMPI_MCA_ess_base_jobid=8
job gasp-out.job-8 OMPI_COMM_WORLD_RANK=N OMPI_MCA_ess_base_jobid=8
job gasp-out.job-9 MV2_COMM_WORLD_RANK=N MPISPAWN_MPIRUN_ID=9
job gasp-out.job-12.3 SLURM_PROCID=N SLURM_JOB_ID=12 SLURM_STEP_ID=3
# Without a name, the job is that of the launcher: here, of this shell.
for name in PMIX_RANK OMPI_COMM_WORLD_RANK MV2_COMM_WORLD_RANK PMI_RANK; do
  job "gasp-out.job-$$" $name=N
done
job "gasp-out.job-$$" PMI_RANK=N PMI_ID=N

# A batch job's script is none of its ranks.
for step in '' SLURM_STEP_ID=4294967291; do
  rm -rf gasp-out*
  run 3 env SLURM_PROCID=0 SLURM_JOB_ID=12 $step "$GASP" run -q ./prog
  [ "$(echo gasp-out*)" = gasp-out ] || fail "batch job: $(echo gasp-out*)"
done

# title TEXT: so a report of the directory "into" begins.
title ()
{
  run 0 "$GASP" report into
  [ "$(head -n 1 out)" = "$1" ] || fail "title: $(head -n 1 out)"
}
# of_ranks RANK... -- SETTING...: these ranks of a job of two have recorded there.
of_ranks ()
{
  ranks=
  while [ "$1" != -- ]; do ranks="$ranks $1"; shift; done
  shift
  for rank in $ranks; do
    run 3 env $(echo "$*" | sed "s/=N/=$rank/") "$GASP" run -o into ./prog
    cat err >> said
  done
}
# Each job has the directory for itself, by whatever it is told from the one before; one
# rank says where records are, and where those of the earlier job are.
again ()
{
  rm -rf into
  earlier=0
  for job in "$@"; do
    : > said
    of_ranks 0 1 -- $job
    title "GASP profile"
    run 0 "$GASP" report -f csv -v threads into
    count 2 out '^"threads",[0-9]'
    [ $earlier = 0 ] || count 1 said 'earlier run in into are now in into/earlier'
    [ "$(ls into | grep -c earlier)" = $earlier ] || fail "$job: $(ls -a into)"
    [ $earlier = 0 ] || [ "$(ls into/earlier.$earlier | wc -l)" = 2 ] || fail "$job: parts"
    earlier=$((earlier + 1))
  done
}
ompi="OMPI_COMM_WORLD_RANK=N OMPI_COMM_WORLD_SIZE=2"
again "$ompi PMIX_NAMESPACE=7" "$ompi PMIX_NAMESPACE=8" "$ompi PMIX_NAMESPACE=9"
# Open MPI's names of jobs are short: the same one comes again.
again "$ompi PMIX_NAMESPACE=7 OMPI_MCA_orte_precondition_transports=1" \
  "$ompi PMIX_NAMESPACE=7 OMPI_MCA_orte_precondition_transports=2"
slurm="SLURM_PROCID=N SLURM_STEP_NUM_TASKS=2 SLURM_JOB_ID=12"
again "$slurm SLURM_STEP_ID=3" "$slurm SLURM_STEP_ID=4" \
  "$slurm SLURM_STEP_ID=4 SLURM_RESTART_COUNT=1"
# MPICH's launchers have no name for a job: what they start has its own shells, maybe.
cat > proxy.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/wait.h>
int
main (int argc, char **argv)
{
  char rank[] = "0";
  for (; *rank < '2'; ++*rank)
    if (fork () == 0)
      {
	setenv ("PMI_RANK", rank, 1);
	setenv ("PMI_SIZE", "2", 1);
	execl ("/bin/sh", "sh", "-c", argv[argc - 1], (char *) NULL);
	_exit (1);
      }
    else if (getenv ("SERIALLY"))
      wait (NULL);
  while (wait (NULL) > 0)
    ;
  return 0;
}
END
run 0 $STOCK proxy.c -o proxy
for how in '--control-port host:123' ''; do
  rm -rf into gasp-out*
  for i in 1 2; do
    run 0 ./proxy $how "'$GASP' run -o into ./prog; true"
    count 1 err '^gasp: recorded 2 processes in into'
    title "GASP profile"
    has out '^  measured   2 processes'
  done
  [ "$(ls into/earlier.1 | wc -l)" = 2 ] || fail "$(ls -R into)"
  [ "$(ls -A into | grep -c job)" = 0 ] || fail "left: $(ls -A into)"
  run 0 ./proxy $how "'$GASP' run ./prog; true"
  [ "$(echo gasp-out* | wc -w)" = 1 ] || fail "$(echo gasp-out*)"
done
# Two runs of each rank in one job are added up, and that is said.
rm -rf into
run 0 ./proxy "for i in 1 2; do '$GASP' run -o into ./prog; done; true"
title "GASP profile of 2 runs, added up"
# So it is if the earlier one is still there.
rm -rf into
run 3 "$GASP" run -o into ./prog
mkdir kept
mv into/*.gasp kept
run 3 "$GASP" run -o into ./prog
title "GASP profile"
mv kept/*.gasp into
title "GASP profile of 2 runs, added up"
run 0 "$GASP" report -f html -o page.html into
has page.html '"kind":"GASP profile of 2 runs, added up"'
run 3 "$GASP" run -o into ./prog
title "GASP profile"

# Names that are none for a directory, and ranks that are none.
long=$(head -c 5000 /dev/zero | tr '\0' x)
strange=$(printf '../\033[31m\n\377')
for name in "$long" "$strange" . ..; do
  rm -rf gasp-out*
  run 3 env PMIX_RANK=1 PMIX_NAMESPACE="$name" "$GASP" run ./prog
  count 1 err '^gasp: recorded 1 process in gasp-out.job-'
  [ "$(ls gasp-out.job-*/*.gasp | grep -c "gasp$")" = 1 ] \
    || fail "not one record"
  if ls | grep -q "$(printf '[\001-\037]')"; then fail "$(ls -b)"; fi
done
for rank in -1 1x x 99999999999999999999 2147483648 "$long" "$strange"; do
  rm -rf gasp-out*
  run 3 env PMIX_RANK="$rank" "$GASP" run -q ./prog
  run 0 "$GASP" report -f csv -v threads
  count 1 out '^"threads"'
  run 0 "$GASP" report -f json
  hasnt out '"rank": [0-9]'
done
# None at all.
rm -rf gasp-out*
run 3 env PMIX_RANK= "$GASP" run -q ./prog
[ -d gasp-out ] || fail "$(echo gasp-out*) instead of gasp-out"
