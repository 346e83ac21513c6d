/* languages.c - what functions of some languages are called.  See languages.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/object/languages.h"
#include "base/util.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

char *
fortran_name (const char *symbol)
{
  const char *middle = strstr (symbol, "_MOD_");
  if (strncmp (symbol, "__", 2) || !middle)
    return NULL;
  return print_string ("%.*s::%s", (int) (middle - symbol - 2), symbol + 2,
		       middle + 5);
}

/* ---- OCaml: "camlStdlib__List__map_236" for Stdlib.List.map; from 5.1 on,
   "camlStdlib__List.map_236".  */

/* Returns the value of the two hexadecimal digits at TEXT; 0 if there are
   none.  */
static char
byte_of_digits (const char *text)
{
  char digits[3] = "";
  strncat (digits, text, 2);
  return (char) (strspn (digits, "0123456789abcdef") == 2
		 ? strtoul (digits, NULL, 16) : 0);
}

/* Ends NAME before its number in its module.  A function without a name, "fun",
   keeps it.  */
static void
drop_stamp (char *name)
{
  char *last = strrchr (name, '_');
  if (last && !strcmp (last, "_code"))
    {
      *last = '\0';
      last = strrchr (name, '_');
    }
  if (!last || !last[1] || last[1 + strspn (last + 1, "0123456789")])
    return;
  if (last - name < 4 || strncmp (last - 4, ".fun", 4))
    *last = '\0';
}

char *
ocaml_name (const char *symbol)
{
  enum { CAML = 4 };
  if (strncmp (symbol, "caml", CAML) || !isupper ((unsigned char) symbol[CAML])
      || (!strstr (symbol, "__") && !strchr (symbol, '.')))
    return NULL;
  char *name = copy_string (symbol + CAML), *to = name, character;
  for (const char *from = symbol + CAML; *from; from++)
    if (!strncmp (from, "__", 2) && from[2])
      {
	*to++ = '.';
	from++;
      }
    else if (*from == '$' && (character = byte_of_digits (from + 1)) != 0)
      {
	*to++ = character;
	from += 2;
      }
    else
      *to++ = *from;
  *to = '\0';
  drop_stamp (name);
  return name;
}

/* ---- Haskell: "package_ModuleziName_function_info", where "z" and "Z" come
   before letters that stand for other characters.  */

/* Returns the character that the letters PAIR stand for; 0 if none.  */
static char
decoded (const char *pair)
{
  static const char from[] = "ZLZRZMZNZCZZ" "zzzazbzczdzezgzhzizlzmznzpzqzr"
			     "zsztzuzv";
  static const char to[] = "()[]:Zz&|^$=>#.<-!+'\\/*_%";
  for (size_t i = 0; to[i]; i++)
    if (!strncmp (from + 2 * i, pair, 2))
      return to[i];
  return 0;
}

/* Returns whether SYMBOL is Haskell's: of the main module; or with a point in a
   module's name or a package's, or a version's number.  */
static bool
is_of_haskell (const char *symbol)
{
  static const char *const main_modules[] = { "Main_", "ZCMain_" };
  for (size_t i = 0; i < COUNT_OF (main_modules); i++)
    if (!strncmp (symbol, main_modules[i], strlen (main_modules[i])))
      return true;
  for (const char *z = symbol; (z = strchr (z, 'z')) != NULL; z++)
    if ((z[1] == 'i' && isupper ((unsigned char) z[2]))
	|| ((z[1] == 'i' || z[1] == 'm') && isdigit ((unsigned char) z[2])))
      return true;
  return false;
}

char *
haskell_name (const char *symbol)
{
  static const char end[] = "_info";
  size_t length = strlen (symbol), own = sizeof end - 1;
  if (length <= own || strcmp (symbol + length - own, end)
      || !is_of_haskell (symbol))
    return NULL;
  /* The module is what begins with a capital letter.  */
  const char *module = symbol;
  while (module && !isupper ((unsigned char) *module))
    {
      module = strchr (module, '_');
      module += !!module;
    }
  const char *function = module ? strchr (module, '_') : NULL;
  if (!function || function >= symbol + length - own)
    return NULL;
  char *name = copy_string (module), *to = name, character;
  for (const char *from = module; from < symbol + length - own; from++)
    if (from == function)
      *to++ = '.';
    else if ((character = decoded (from)) != 0)
      {
	*to++ = character;
	from++;
      }
    else
      *to++ = *from;
  *to = '\0';
  return name;
}
