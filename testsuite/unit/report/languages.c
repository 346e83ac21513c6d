/* Names of functions in some languages (languages.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <languages.c>
#include "unit.h"

static void
check (char *got, const char *wanted)
{
  CHECK_TEXT (got, wanted);
  free (got);
}

static void
test_ocaml (void)
{
  check (ocaml_name ("camlH__sum_93"), "H.sum");
  check (ocaml_name ("camlStdlib__List__map_236"), "Stdlib.List.map");
  check (ocaml_name ("camlStdlib__List.map_236"), "Stdlib.List.map");
  check (ocaml_name ("camlH__area$27_81"), "H.area'");
  check (ocaml_name ("camlH__$2b$2b_86"), "H.++");
  check (ocaml_name ("camlH__fun_482"), "H.fun_482");
  check (ocaml_name ("camlH__sum_93_code"), "H.sum");
  check (ocaml_name ("camlH__entry"), "H.entry");
  check (ocaml_name ("camlH__price_$2_7"), "H.price_$2");
  check (ocaml_name ("camlH"), NULL);
  check (ocaml_name ("caml_alloc__small"), NULL);
  check (ocaml_name ("camlH__"), "H__");
}

static void
test_haskell (void)
{
  check (haskell_name ("Main_zdwinszq_info"), "Main.$wins'");
  check (haskell_name ("ghczmbignum_GHCziNumziInteger_integerSub_info"),
	 "GHC.Num.Integer.integerSub");
  check (haskell_name ("Main_zlzpzg_info"), "Main.<+>");
  check (haskell_name ("ZCMain_main_info"), ":Main.main");
  check (haskell_name ("Main_N_con_info"), "Main.N_con");
  check (haskell_name ("stg_upd_frame_info"), NULL);
  check (haskell_name ("Main_info"), NULL);
  check (haskell_name ("H5F_get_info"), NULL);
  check (haskell_name ("Window_Resizing_info"), NULL);
  check (haskell_name ("textzm2zi0_Text_pack_info"), "Text.pack");
  check (haskell_name ("evacuate"), NULL);
  check (haskell_name ("_info"), NULL);
}

static void
test_fortran (void)
{
  check (fortran_name ("__m_MOD_f"), "m::f");
  check (fortran_name ("m_MOD_f"), NULL);
}

UNIT (test_ocaml, test_haskell, test_fortran);
