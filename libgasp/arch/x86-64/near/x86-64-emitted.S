/* x86-64-emitted.S - what a unit refers to that has emitted functions.

   SPDX-License-Identifier: Apache-2.0  */

#include "x86-64-kind.h"

	refer_to emitted
