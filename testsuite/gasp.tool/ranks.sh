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
job gasp-out.job-12 SLURM_PROCID=N SLURM_JOB_ID=12
job gasp-out.job-12.3 SLURM_PROCID=N SLURM_JOB_ID=12 SLURM_STEP_ID=3
# Without a name, the job is that of the launcher: here, of this shell.
for name in PMIX_RANK OMPI_COMM_WORLD_RANK MV2_COMM_WORLD_RANK PMI_RANK; do
  job "gasp-out.job-$$" $name=N
done
job "gasp-out.job-$$" PMI_RANK=N PMI_ID=N

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
