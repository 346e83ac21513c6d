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
    { "operator()", "operator()" },
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

static void
test_library_names (void)
{
#define ALLOCATED_ONLY "std::allocator<std::pair<A const, B*> >"
#define ALLOCATED(type) #type ", std::allocator<" #type ">"
  static const char *const names[][2] = {
    { "f<int>", "f<int>" },
    { "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >::size",
      "std::string::size" },
    { "std::vector<" ALLOCATED (std::vector<int>) " >::at", "std::vector<std::vector<int>>::at" },
    { "std::map<int, std::vector<int, std::allocator<int> >, std::less<int>, "
      "std::allocator<std::pair<int const, std::vector<int, std::allocator<int> > > > >::find",
      "std::map<int, std::vector<int>, std::less<int>>::find" },
    { "std::unique_ptr<A, std::default_delete<A> >::get", "std::unique_ptr<A>::get" },
    { "std::f<std::basic_string_view<char, std::char_traits<char> > >",
      "std::f<std::string_view>" },
    { "std::allocator<int>::allocate", "std::allocator<int>::allocate" },
    { "std::f<int, std::allocator<int>, int>", "std::f<int, std::allocator<int>, int>" },
    { "std::_Hashtable<A, std::pair<A const, B*>, " ALLOCATED_ONLY
      ", std::__detail::_Select1st, std::equal_to<A>, std::hash<A>, "
      "std::__detail::_Mod_range_hashing, std::__detail::_Hashtable_traits<true, false, true> "
      ">::_M_emplace", "std::_Hashtable<A, std::pair<A const, B*>>::_M_emplace" },
    { "std::__detail::_Map_base<A, B, " ALLOCATED_ONLY ", std::hash<A>, true>::at",
      "std::__detail::_Map_base<A, B>::at" },
    { "std::f<A, std::hash<A>, C>", "std::f<A, std::hash<A>, C>" },
    { "std::f<A, true>", "std::f<A, true>" },
    { "std::filesystem::__cxx11::path::begin", "std::filesystem::path::begin" },
    { "std::f<int, std::allocator<", "std::f<int, std::allocator<" },
    { "std::f<int, std::allocator<>", "std::f<int, std::allocator<>" },
    { "std::__cxx11::", "std::" }, { "std:: ", "std:: " }, { "", "" }
  };
  for (size_t i = 0; i < COUNT_OF (names); i++)
    {
      char *name = copy_string (names[i][0]);
      shorten_library_names (name);
      CHECK_TEXT (name, names[i][1]);
      free (name);
    }
}

UNIT (test_short_names, test_damaged_signatures, test_names_tell_apart, test_library_names);
