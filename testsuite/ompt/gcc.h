/* gcc.h - what LLVM's tests take for granted and GCC's headers do not have.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdint.h>
#include <stdlib.h>
