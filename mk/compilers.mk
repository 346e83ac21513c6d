# compilers.mk - the demo and the tests with every GCC of several releases.
#
# SPDX-License-Identifier: Apache-2.0
#
# Each release of Debian is a chroot of its own (scripts/chroot), which has make
# and git and nothing else: what it takes beyond that, the targets themselves
# install, as on a newcomer's machine.
#
#   make check-compilers                                    takes hours
#   make check-compilers RELEASES=trixie COMPILERS="13 14"  a part
#   make check-compilers TARGETS="check-torture SAMPLE=20"  other targets

.PHONY: check-compilers check-debian

RELEASES = bookworm trixie unstable
# All that a release has, if not given.
COMPILERS =
TARGETS = check

## check-compilers: run demo and tests with GCC 11 to 16, in chroots of Debian
check-compilers:
	@sh scripts/deps '$(CC)' '$(CXX)' mmdebstrap
	@sh testsuite/compilers.sh . "$(O)" '$(RELEASES)' '$(COMPILERS)' '$(TARGETS)'

## check-debian: build, install and try the Debian packages in chroots of Debian
check-debian:
	@sh scripts/deps '$(CC)' '$(CXX)' mmdebstrap
	@sh testsuite/debian.sh . "$(O)" $(RELEASES)
