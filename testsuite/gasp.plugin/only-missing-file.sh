# --profile-only without a file name is an error.
#
# SPDX-License-Identifier: Apache-2.0

run - "$CC" -c --profile-only
has err 'profile-only'
