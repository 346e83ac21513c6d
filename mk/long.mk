# long.mk - tests that take long.
#
# SPDX-License-Identifier: Apache-2.0

.PHONY: check-all check-kills check-fuzz check-packages check-random check-sweep \
  check-ompt check-mpi check-sanitizers check-sanitizers-memory \
  check-sanitizers-threads

## check-all: run each test in all its ways, and all further tests: a day
#  EVERY names some of these; settings are joined by commas.
EVERY = check,ALL=yes check-gasp.upc,UPC_TEST=full check-kills check-toggle \
  check-fuzz,SECONDS=600 check-random check-random,MPI=yes check-sweep check-packages \
  check-ompt check-mpi check-mpi,DELAY=300 check-mpi,NODES=yes,DELAY=300 \
  check-mpi,NETWORK=ucx-tcp check-mpi,NETWORK=ucx-sm check-mpi,NETWORK=ofi-tcp \
  check-sanitizers check-warnings check-torture,SAMPLE=20 check-cross check-compilers \
  check-debian
check-all:
	+@sh testsuite/all.sh '$(MAKE)' "$(O)" $(EVERY)

## check-kills: kill programs 1,000 times, and see that no record is lost
## check-fuzz: feed damaged records, answers and programs, for an hour  (SECONDS=3600)
## check-packages: run the tests of real packages  (RECIPES=testsuite/packages/further)
## check-ompt: run LLVM's tests of OMPT with GCC  (PATTERN=worksharing)
## check-random: compare random UPC programs with C  (COUNT=100, MPI=yes)
## check-sweep: run the test programs with many settings, and attach to them
SECONDS = 3600
COUNT = 100
check-kills check-fuzz check-ompt check-packages check-random check-sweep:
	+@$(MAKE) --no-print-directory deps
	+@$(MAKE) --no-print-directory all
	@CC='$(CC)' CXX='$(CXX)' FC='$(FC)' \
	  sh testsuite/$(@:check-%=%)/$(@:check-%=%).sh . "$(O)" \
	  $(if $(filter check-fuzz,$@),$(SECONDS)) \
	  $(if $(filter check-random,$@),$(COUNT)) \
	  $(if $(filter check-ompt,$@),$(PATTERN))

## check-mpi: run the tests of UPC over each MPI that is installed
#  With DELAY=300, messages are late by so many microseconds, more or less.  With
#  NODES=yes, programs run on two machines that are network namespaces, by Open MPI,
#  and frames between them are late by DELAY.  With NETWORK=ucx-tcp and its like, MPI's
#  messages go by that (testsuite/lib/with-network.sh).
check-mpi:
	+@$(MAKE) --no-print-directory deps MPI=yes
	+@$(MAKE) --no-print-directory all
	@UPC_TEST=mpi $(if $(DELAY),UPC_TEST_SLOW=yes) $(if $(NODES),sh testsuite/lib/with-nodes.sh '$(DELAY)',\
	  $(if $(DELAY),UPC_TEST_DELAY=$(DELAY))) \
	  $(if $(NETWORK),sh testsuite/lib/with-network.sh '$(NETWORK)') \
	  sh testsuite/run.sh . "$(O)" upc

## check-sanitizers: test programs, and what records and reports, sanitised
#  The compiler's part stays plain.  Records are damaged here, too.
sanitized-tests = counts threads user-events memory fork control time \
  report-text report-json report-csv report-html report-options torn-record \
  fuzz-corpus hostile-names hostile-options trace-text trace-formats
#  Left out are programs that race themselves, or end as that sanitiser does not
#  expect.
sanitized-threads = tool/threads.sh events/thread-exit* events/thread-[kl]*
check-sanitizers: check-sanitizers-memory check-sanitizers-threads
check-sanitizers-memory: asan
	+@ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0 \
	UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 \
	FLAGS=-fsanitize=address,undefined \
	sh testsuite/run.sh . "$(O)/asan" $(sanitized-tests:%=tool/%.sh)
check-sanitizers-threads: tsan
	+@TSAN_OPTIONS="suppressions=$(CURDIR)/testsuite/tools/tsan.supp" \
	FLAGS=-fsanitize=thread \
	sh testsuite/run.sh . "$(O)/tsan" $(sanitized-threads:%='%')
