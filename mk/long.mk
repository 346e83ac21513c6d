# long.mk - tests of the sample tool's records that take long.
#
# SPDX-License-Identifier: Apache-2.0

.PHONY: check-kills check-fuzz

## check-kills: kill programs 1,000 times, and see that no record is lost
## check-fuzz: feed the report damaged records for an hour  (SECONDS=3600)
SECONDS = 3600
check-kills check-fuzz:
	+@$(MAKE) --no-print-directory deps
	+@$(MAKE) --no-print-directory all
	@CC='$(CC)' sh testsuite/$(@:check-%=%)/$(@:check-%=%).sh . "$(O)" \
	  $(if $(filter check-fuzz,$@),$(SECONDS))

## check-packages: build real packages instrumented, and run their own tests
.PHONY: check-packages
check-packages:
	+@$(MAKE) --no-print-directory deps
	+@$(MAKE) --no-print-directory all
	@CC='$(CC)' CXX='$(CXX)' FC='$(FC)' \
	  sh testsuite/packages/packages.sh . "$(O)"
