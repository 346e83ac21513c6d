/* moves.c - moving pointers-to-shared, for code that is not optimised.

   SPDX-License-Identifier: Apache-2.0  */

#define __UPC_MOVE
#include "gasp-upc-macros.h"
#include "gasp-upc-prelude.h"
