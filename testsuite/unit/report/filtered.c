/* Names of Rust's and D's functions (filtered.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <filtered.c>
#include <stdlib.h>
#include "unit.h"

/* Checks that SYMBOL stands for PATH.  */
static void
check (const char *symbol, const char *wanted)
{
  char *got = rust_name (symbol);
  CHECK_TEXT (got, wanted);
  free (got);
}

static void
test_paths (void)
{
  check ("_RNvCs6GmmlP4bgsG_1r4main", "r::main");
  check ("_RNCINvNtCsjrHSEGnQ3l9_3std2rt10lang_startuE0Cs6GmmlP4bgsG_1r",
	 "std::rt::lang_start::<()>::{closure#0}");
  check ("_RNvMs_Cs6GmmlP4bgsG_1rINtB4_2SqReE4showB4_", "<r::Sq<&str>>::show");
  check ("_RNvXs1g_NtCsgEmfK2I1SDS_4core3fmtRNtNtCslNYArtu3iFV_5alloc6string6String"
	 "NtB6_5Debug3fmtCs6GmmlP4bgsG_1r",
	 "<&alloc::string::String as core::fmt::Debug>::fmt");
  check ("_RINvC1a1bKb1_E", "a::b::<true: bool>");
  check ("_RINvC1a1bKin2a_E", "a::b::<-42: isize>");
}

static void
test_types (void)
{
  check ("_RINvC1a1bTlE E", NULL);
  check ("_RINvC1a1bTlEE", "a::b::<(i32,)>");
  check ("_RINvC1a1bAhj3_E", "a::b::<[u8; 3: usize]>");
  check ("_RINvC1a1bFUKClEuE", "a::b::<unsafe extern \"C\" fn(i32)>");
  check ("_RINvC1a1bDINtC1c2FnTEEp6OutputlEL_E",
	 "a::b::<dyn c::Fn<(), Output = i32>>");
  check ("_RINvC1a1bDNtC1c2ItNtC1c1Sp4ItemlEL_E", "a::b::<dyn c::It + c::S<Item = i32>>");
}

static void
test_damaged (void)
{
  char deep[3000] = "_R";
  memset (deep + 2, 'N', sizeof deep - 3);
  check ("_RNvC1a1b\n_RNvC1a1b", NULL);
  check (deep, NULL);
  check ("_R", NULL);
  check ("_RNvC99999999999999999999a1b", NULL);
  check ("_RNvC4a", NULL);
  check ("_RB_", NULL);
  check ("_RNvB_1a", NULL);
  check ("_RINvC1a1bTB5_B5_B5_EE", NULL);
}

static void
test_older (void)
{
  const char *symbol = "_ZN4core3ptr13drop..x17h0123456789abcdefE.llvm.12";
  CHECK_NUMBER (rust_length (symbol), strlen (symbol) - strlen (".llvm.12"));
  CHECK_NUMBER (rust_length ("_ZN4core17h0123E"), 0);
  CHECK_NUMBER (rust_length ("_RNvC1a1b.llvm.12"), 9);
  check ("_ZN58_$LT$alloc..string..String$u20$as$u20$core..fmt..Debug$GT$3fmt"
	 "17h0123456789abcdefE",
	 "<alloc::string::String as core::fmt::Debug>::fmt");
  check ("_ZN1a5hello17h0123456789abcdefE", "a::hello");
}

static void
test_d (void)
{
  char *tree = d_name ("_D1h__T4TreeTlZQi6insertMFlZv");
  CHECK_TEXT (tree, "h.Tree!(long).Tree.insert(long)");
  free (tree);
  char *main = d_name ("_Dmain");
  CHECK_TEXT (main, "D main");
  free (main);
  CHECK (!d_name ("_Data"));
  CHECK (!d_name ("_D1"));
}

UNIT (test_paths, test_types, test_damaged, test_older, test_d);
