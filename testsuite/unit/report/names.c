/* What functions are called in tables (names.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <names.c>
#include "unit.h"

static void
test_short_names (void)
{
  static const char *const names[][2] = {
    { "int add(int, int)", "add" },
    { "int math::add(int, int)", "math::add" },
    { "main", "" },
    { "", "" },
    { "()", "" },
    { "void f()", "f" },
    { "char* f(char*)", "f" },
    { "const std::vector<int>& A::get() const", "A::get" },
    { "A::A(int)", "A::A" },
    { "A::~A()", "A::~A" },
    { "A::operator bool() const", "A::operator bool" },
    { "bool operator<(const A&, const A&)", "operator<" },
    { "void A::operator()(int)", "A::operator()" },
    { "std::map<int, std::pair<a, b> > f(void (*)(int))", "f" },
    { "void (* f(int))(int)", "f" },
    { "int (& f(int))[3]", "f" },
    { "T max(T, T) [with T = int (*)(char)]", "max" },
    { "void std::f<T>(T) [with T = int]", "std::f<T>" },
    { "main()::<lambda(int)>", "" },
    { "int operators(int)", "operators" },
    { "int f(int) [clone .part.0]", "f" },
  };
  for (size_t i = 0; i < COUNT_OF (names); i++)
    CHECK_TEXT (short_name (names[i][0]), names[i][1]);
}

/* What is not a signature at all must not make it read outside.  */
static void
test_damaged_signatures (void)
{
  static const char *const damaged[]
      = { ")",		"((((",
	  "))))",	"f(",
	  "f)(",	"(*",
	  " (*)(int)",	"operator",
	  "operator()", "<>(",
	  "[]",		"\xff\xfe()",
	  " [with ",	"f(((((((((((((*)))))))))))))" };
  for (size_t i = 0; i < COUNT_OF (damaged); i++)
    {
      char *name = short_name (damaged[i]);
      CHECK (strlen (name) <= strlen (damaged[i]));
      free (name);
    }
}

static void
test_names_tell_apart (void)
{
  struct naming f[] = {
    { "int add(int)", "a.c", 1, NULL },	 { "int sub(int)", "a.c", 2, NULL },
    { "int add(long)", "a.c", 3, NULL }, { "void s()", "x/a.c", 4, NULL },
    { "void s()", "x/b.c", 4, NULL },	 { "void t()", "x/a.c", 4, NULL },
    { "void t()", "y/a.c", 5, NULL },	 { "main", NULL, 0, NULL },
    { "void u()", "a.c", 9, NULL },	 { "void u()", "a.c", 9, NULL }
  };
  name_functions (f, COUNT_OF (f));
  CHECK_TEXT (f[0].label, "add(int)");
  CHECK_TEXT (f[1].label, "sub");
  CHECK_TEXT (f[2].label, "add(long)");
  CHECK_TEXT (f[3].label, "s (a.c)");
  CHECK_TEXT (f[4].label, "s (b.c)");
  CHECK_TEXT (f[5].label, "t (x/a.c:4)");
  CHECK_TEXT (f[6].label, "t (y/a.c:5)");
  CHECK_TEXT (f[7].label, "main");
  CHECK_TEXT (f[8].label, "u");
  CHECK_TEXT (f[9].label, "u");
  name_functions (NULL, 0);
}

UNIT (test_short_names, test_damaged_signatures, test_names_tell_apart);
