/* names.c - what functions are called where people read of them.

   SPDX-License-Identifier: Apache-2.0

   Records have signatures: "int math::add(int, int)".  Tables, pages, timelines
   and paths say "math::add"; where the profile has others of that name, with
   their parameters, "math::add(int, int)"; and where even these are the same,
   as of static functions, with their files, "add (a.c)".  JSON and CSV have the
   signature as well, and traces as text, which programs read, have it
   alone.

   C++'s library is named as its users write it: "std::vector<std::string>".  */

#include "model/model.h"
#include "base/order.h"

#include <stdlib.h>
#include <string.h>

/* ---- The parts of a signature.  */

/* Returns where the bracket that ends before END of TEXT begins.  */
static size_t
opening (const char *text, size_t end)
{
  size_t depth = 0;
  while (end--)
    {
      depth += text[end] == ')';
      if (text[end] == '(' && !--depth)
	return end;
    }
  return 0;
}

static bool
is_of_word (char c)
{
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z')
	 || (c >= 'A' && c <= 'Z') || (c & 0x80);
}

/* Returns where the parameters of SIGNATURE end, whose LENGTH is without a
   template's bindings; 0 if it has none.  After them are qualifiers, or the
   bound of an array that is returned.  */
static size_t
end_of_parameters (const char *signature, size_t length)
{
  while (length && (is_of_word (signature[length - 1])
		    || strchr (" &[]", signature[length - 1])))
    length--;
  return length && signature[length - 1] == ')' ? length : 0;
}

/* Returns where in TEXT the last operator's name begins that ends before END;
   or END.  */
static size_t
operator_before (const char *text, size_t end)
{
  static const char word[] = "operator";
  size_t length = sizeof word - 1;
  for (size_t i = end < length ? 0 : end - length + 1; i-- > 0;)
    if (!strncmp (text + i, word, length)
	&& (!i || !is_of_word (text[i - 1]))
	&& !is_of_word (text[i + length]))
      return i;
  return end;
}

/* Returns where the name that ends before END of TEXT begins: after its
   type.  */
static size_t
start_of_name (const char *text, size_t end)
{
  size_t start = operator_before (text, end);
  for (size_t depth = 0; start; start--)
    {
      char before = text[start - 1];
      depth += before == '>' || before == ')';
      if (!depth && strchr (" *&", before))
	break;
      depth -= depth && (before == '<' || before == '(');
    }
  return start;
}

/* A name is SIGNATURE[START] to SIGNATURE[END - 1]; the text after it says
   which function of that name it is.  Both are 0 if there are no
   parameters.  */
struct span { size_t start, end; };

/* Returns whether the bracket that TEXT begins with at FROM and that ends
   before TO contains a pointer or a reference.  */
static bool
is_declarator (const char *text, size_t from, size_t to)
{
  return to > from + 2 && (text[from + 1] == '*' || text[from + 1] == '&');
}

static struct span
name_span (const char *text, size_t length)
{
  /* A function has no more.  */
  enum { MOST_LEVELS = 8 };
  size_t from = 0, open = 0;
  for (int level = 0; level < MOST_LEVELS; level++)
    {
      const char *rest = text + from;
      size_t end = end_of_parameters (rest, length);
      open = end ? opening (rest, end) : 0;
      /* "void (* f(int))(int)" and "int (& f(int))[3]": it is inside.  */
      size_t close = open && rest[open - 1] == ')' ? open : end;
      size_t inner = close ? opening (rest, close) : 0;
      if (!is_declarator (rest, inner, close))
	break;
      from += inner + 1;
      length = close - inner - 2;
    }
  /* In debugging information, operator() has no parameters after it.  */
  size_t operator = open ? operator_before (text + from, open) : 0;
  bool is_call = open && operator + strlen ("operator") == open
		 && text[from + open + 1] == ')';
  open += is_call ? strlen ("()") : 0;
  return (struct span) { from + start_of_name (text + from, open),
			 open ? from + open : 0 };
}

static struct span
span_of (const char *signature)
{
  static const char *const bindings[] = { " [with ", " [clone ", " requires " };
  size_t length = strlen (signature);
  for (size_t i = 0; i < COUNT_OF (bindings); i++)
    {
      const char *found = strstr (signature, bindings[i]);
      if (found && (size_t) (found - signature) < length)
	length = (size_t) (found - signature);
    }
  struct span span = name_span (signature, length);
  return span.start < span.end ? span : (struct span) { 0, 0 };
}

char *
short_name (const char *signature)
{
  struct span span = span_of (signature);
  return print_string ("%.*s", (int) (span.end - span.start),
		       signature + span.start);
}

/* ---- Names that tell functions apart.  */

/* A function that is to be named.  */
struct candidate {
  struct naming *of;
  char *name;			/* without parameters */
  const char *with;		/* with them: the rest of the signature */
};

static int
compare_text (const char *a, const char *b)
{
  return strcmp (a ? a : "", b ? b : "");
}

ORDER (by_name, struct candidate, TEXT (name) TEXT (with)
       THEN (compare_text (x->of->file, y->of->file)) RISING (of->line))

/* Returns how many of COUNT candidates, which are sorted, have the same name
   as the first; if WITH, the same parameters, too.  */
static size_t
count_alike (const struct candidate *all, size_t count, bool with)
{
  size_t alike = 1;
  while (alike < count && !strcmp (all[alike].name, all->name)
	 && (!with || !strcmp (all[alike].with, all->with)))
    alike++;
  return alike;
}

/* The parts of its file's name, and its line, that tell a function from
   others.  */
enum detail { BASE_NAME, BASE_AND_LINE, FILE_AND_LINE };

/* Returns how much distinguishes COUNT candidates with the same parameters.  */
static enum detail
detail_of (const struct candidate *all, size_t count)
{
  enum { MOST_COMPARED = 100 };
  if (count > MOST_COMPARED)
    return FILE_AND_LINE;
  enum detail most = BASE_NAME;
  for (size_t i = 0; i + 1 < count; i++)
    for (size_t j = i + 1; j < count; j++)
      {
	const char *a = all[i].of->file, *b = all[j].of->file;
	enum detail detail = compare_text (base_name (a), base_name (b))
			     || !by_name (&all[i], &all[j]) ? BASE_NAME
			     : compare_text (a, b) ? FILE_AND_LINE
			     : BASE_AND_LINE;
	if (detail > most)
	  most = detail;
      }
  return most;
}

static char *
name_by_file (const char *name, const struct naming *of, enum detail detail)
{
  if (!of->file)
    return copy_string (name);
  if (detail == BASE_NAME)
    return print_string ("%s (%s)", name, base_name (of->file));
  return print_string ("%s (%s:%u)", name, detail == BASE_AND_LINE
		       ? base_name (of->file) : of->file, of->line);
}

/* Names COUNT candidates that have all but their files in common.  */
static void
name_alike (struct candidate *all, size_t count, bool with)
{
  bool alone = !by_name (&all[0], &all[count - 1]);
  enum detail detail = alone ? BASE_NAME : detail_of (all, count);
  for (size_t i = 0; i < count; i++)
    {
      const char *name = with ? all[i].with : all[i].name;
      all[i].of->label = alone ? copy_string (name)
			 : name_by_file (name, all[i].of, detail);
    }
}

/* Names COUNT candidates of the same name.  */
static void
name_group (struct candidate *all, size_t count)
{
  bool with = count_alike (all, count, true) < count;
  for (size_t i = 0, alike; i < count; i += alike)
    {
      alike = count_alike (all + i, count - i, true);
      name_alike (all + i, alike, with);
    }
}

/* ---- Names of C++'s library.  */

/* Returns the length of the template argument that TEXT, a comma, begins
   with.  */
static size_t
length_of_argument (const char *text)
{
  size_t length = 1, depth = 0;
  for (; text[length]; length++)
    if (text[length] == '<')
      depth++;
    else if (text[length] == '>' ? depth-- == 0 : text[length] == ',' && !depth)
      break;
  return text[length] ? length : 0;
}

/* Returns the length of the template arguments that TEXT begins with, if those
   are the last, and defaults of the library's, which programs leave out; else
   0.  Some are such only BEHIND others.  */
static size_t
usual_arguments (const char *text, bool behind)
{
  static const char *const usual[] = {
    "std::allocator<", "std::default_delete<", "std::hash<", "std::equal_to<",
    "std::__detail::", "std::_Select1st<", "std::_Identity<",
    "std::less<", "true", "false"
  };
  const size_t only_behind = 3;
  size_t length = 0;
  for (size_t i = 0; i < COUNT_OF (usual) - (behind ? 0 : only_behind); i++)
    if (!strncmp (text, ", ", 2)
	&& !strncmp (text + 2, usual[i], strlen (usual[i])))
      length = length_of_argument (text);
  if (!length || text[length] == '>')
    return length;
  size_t rest = usual_arguments (text + length, true);
  return rest ? length + rest : 0;
}

/* Returns the new end of the text from START to END, which has just got a
   bracket: what ends there may have a shorter name.  */
static char *
shorten_end (char *start, char *end)
{
  static const char *const names[][2] = {
    { "std::basic_string<char, std::char_traits<char>>", "std::string" },
    { "std::basic_string_view<char, std::char_traits<char>>",
      "std::string_view" },
    { "std::basic_string<wchar_t, std::char_traits<wchar_t>>", "std::wstring" },
  };
  for (size_t i = 0; i < COUNT_OF (names); i++)
    {
      size_t length = strlen (names[i][0]), shorter = strlen (names[i][1]);
      if ((size_t) (end - start) < length
	  || strncmp (end - length, names[i][0], length))
	continue;
      memcpy (end - length, names[i][1], shorter);
      return end - length + shorter;
    }
  return end;
}

/* Writes names of C++'s library in NAME as users do: "std::string".  */
static void
shorten_library_names (char *name)
{
  static const char space[] = "__cxx11::";
  const char *from = name;
  char *to = name;
  if (!strstr (name, "std::"))
    return;
  while (*from)
    {
      from += usual_arguments (from, false);
      from += *from == ' ' && from[1] == '>';
      *to++ = *from++;
      if (to[-1] == '>')
	to = shorten_end (name, to);
      if (to[-1] == ':' && !strncmp (from, space, sizeof space - 1))
	from += sizeof space - 1;
    }
  *to = '\0';
}

void
name_functions (struct naming *functions, size_t count)
{
  OWNED struct candidate *all = allocate (count + 1, sizeof *all);
  for (size_t i = 0; i < count; i++)
    {
      const char *signature = functions[i].signature;
      struct span span = span_of (signature);
      all[i] = (struct candidate) { &functions[i], NULL,
				    signature + span.start };
      all[i].name = span.end ? short_name (signature)
		    : copy_string (signature);
    }
  SORT (all, count, by_name);
  for (size_t i = 0, alike; i < count; i += alike)
    {
      alike = count_alike (all + i, count - i, false);
      name_group (all + i, alike);
    }
  for (size_t i = 0; i < count; i++)
    {
      shorten_library_names (functions[i].label);
      free (all[i].name);
    }
}

void
name_places (struct profile *profile)
{
  OWNED struct naming *functions = allocate (profile->place_count + 1,
					     sizeof *functions);
  size_t count = 0;
  for (size_t i = 0; i < profile->place_count; i++)
    {
      const struct place *p = &profile->places[i];
      if (p->kind == PLACE_FUNCTION)
	functions[count++] = (struct naming) { p->name, p->file, p->line,
					       NULL };
    }
  name_functions (functions, count);
  count = 0;
  for (size_t i = 0; i < profile->place_count; i++)
    if (profile->places[i].kind == PLACE_FUNCTION)
      profile->places[i].label = functions[count++].label;
}
