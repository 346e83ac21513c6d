/* A unit without any function.

   SPDX-License-Identifier: Apache-2.0  */

int no_function_here;
