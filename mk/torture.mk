# torture.mk - GCC's own test programs, with instrumentation and without.
#
# SPDX-License-Identifier: Apache-2.0
#
# These take hours, or minutes for a PATTERN or a SAMPLE of every Nth test;
# SUITES is another table of directories.  See testsuite/torture/torture.sh.

.PHONY: check-torture check-warnings

## check-torture: run GCC's test suites through the plugin, and compare
## check-warnings: compare GCC's warnings, in its own tests
check-torture check-warnings:
	+@$(MAKE) --no-print-directory deps
	+@$(MAKE) --no-print-directory all
	@CC='$(CC)' CXX='$(CXX)' FC='$(FC)' \
	  sh testsuite/torture/$(@:check-%=%).sh . "$(O)"

.PHONY: check-toggle

## check-toggle: switch functions off and on for minutes, under load
check-toggle: export GASP_TEST_SECONDS = 180
check-toggle:
	+@$(MAKE) --no-print-directory deps
	+@$(MAKE) --no-print-directory all
	@sh testsuite/run.sh . "$(O)" gasp.events/switch-load.sh
