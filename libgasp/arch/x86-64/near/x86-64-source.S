/* x86-64-source.S - what a unit refers to that has functions of the source.

   SPDX-License-Identifier: Apache-2.0  */

#include "x86-64-kind.h"

	refer_to source
