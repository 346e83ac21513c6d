/* words.h - parameters that are as wide as a register, whatever their types.

   SPDX-License-Identifier: Apache-2.0

   Numbers, handles and pointers are passed alike by the processors'
   conventions.  A function of N such parameters has PARAMS_N, which are called
   ARGS_N.  */

#pragma once

typedef unsigned long word;

#define PARAMS_0 void
#define PARAMS_1 word a1
#define PARAMS_2 PARAMS_1, word a2
#define PARAMS_3 PARAMS_2, word a3
#define PARAMS_4 PARAMS_3, word a4
#define PARAMS_5 PARAMS_4, word a5
#define PARAMS_6 PARAMS_5, word a6
#define PARAMS_7 PARAMS_6, word a7
#define PARAMS_8 PARAMS_7, word a8
#define PARAMS_9 PARAMS_8, word a9
#define PARAMS_10 PARAMS_9, word a10
#define PARAMS_11 PARAMS_10, word a11
#define PARAMS_12 PARAMS_11, word a12
#define PARAMS_13 PARAMS_12, word a13
#define PARAMS_14 PARAMS_13, word a14
#define PARAMS_15 PARAMS_14, word a15
#define PARAMS_16 PARAMS_15, word a16
#define PARAMS_17 PARAMS_16, word a17
#define PARAMS_18 PARAMS_17, word a18
#define PARAMS_19 PARAMS_18, word a19
#define PARAMS_20 PARAMS_19, word a20
#define PARAMS_21 PARAMS_20, word a21
#define PARAMS_22 PARAMS_21, word a22
#define ARGS_0
#define ARGS_1 a1
#define ARGS_2 ARGS_1, a2
#define ARGS_3 ARGS_2, a3
#define ARGS_4 ARGS_3, a4
#define ARGS_5 ARGS_4, a5
#define ARGS_6 ARGS_5, a6
#define ARGS_7 ARGS_6, a7
#define ARGS_8 ARGS_7, a8
#define ARGS_9 ARGS_8, a9
#define ARGS_10 ARGS_9, a10
#define ARGS_11 ARGS_10, a11
#define ARGS_12 ARGS_11, a12
#define ARGS_13 ARGS_12, a13
#define ARGS_14 ARGS_13, a14
#define ARGS_15 ARGS_14, a15
#define ARGS_16 ARGS_15, a16
#define ARGS_17 ARGS_16, a17
#define ARGS_18 ARGS_17, a18
#define ARGS_19 ARGS_18, a19
#define ARGS_20 ARGS_19, a20
#define ARGS_21 ARGS_20, a21
#define ARGS_22 ARGS_21, a22

/* Expands a kind in a table of functions, with the call of the real
   function.  */
#define APPLY(call, kind, ...) kind (call, ##__VA_ARGS__)
