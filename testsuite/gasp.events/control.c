/* pupc_control: nonzero at first, then what it was given last.

   SPDX-License-Identifier: Apache-2.0  */

#include <pupc.h>

int
main (void)
{
  int first = pupc_control (0);
  int second = pupc_control (7);
  int third = pupc_control (1);

  return first == 0 || second != 0 || third != 7;
}
