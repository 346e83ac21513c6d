/* go-table.c - reads the table of functions and lines of a program of Go.  See
   go-table.h.

   SPDX-License-Identifier: Apache-2.0

   A header; a pair of numbers for each function, which are where it begins,
   from the start of all code, and where its record is; and the records, which
   say where its name is, and where its files and lines by address are: deltas,
   in as few bytes as each needs.  */

#include "base/object/go-table.h"
#include "search.h"

#include <string.h>

/* The first number of the table, of Go 1.18 and of 1.20 and later.  */
static const unsigned char magics[][6] = {
  { 0xf0, 0xff, 0xff, 0xff, 0, 0 }, { 0xf1, 0xff, 0xff, 0xff, 0, 0 }
};

/* The header is the magic number, the quantum, the size of an address and eight
   numbers of that size.  */
enum { QUANTUM = 6, WORD_SIZE = 7, NUMBERS = 8, WORD = 8,
       HEADER = NUMBERS + 8 * WORD };

/* A function's record has numbers of four bytes; the last, since Go 1.20.  */
enum { ENTRY, NAME, ARGUMENTS, DEFERS, STACK, FILES, LINES, DATA, UNIT,
       FIRST_LINE, RECORD_NUMBERS };

static bool
is_table (const unsigned char *data)
{
  for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
    if (!memcmp (data, magics[i], sizeof *magics))
      return data[QUANTUM] && data[QUANTUM] <= 4 && data[WORD_SIZE] == WORD;
  return false;
}

/* Returns the number SIZE bytes long at OFFSET of TABLE; 0 if that is outside
   of it.  */
static uint64_t
number_at (const struct go_table *table, uint64_t offset, size_t size)
{
  uint64_t number = 0;
  if (offset <= table->size && size <= table->size - offset)
    memcpy (&number, table->data + offset, size);
  return number;
}

/* Returns the text at OFFSET of TABLE, or null.  */
static const char *
text_at (const struct go_table *table, uint64_t offset)
{
  return offset < table->size
	 && memchr (table->data + offset, '\0', table->size - offset)
	 ? (const char *) table->data + offset : NULL;
}

/* Returns where the pair of numbers of function NUMBER is.  */
static uint64_t
pair_at (const struct go_table *table, uint64_t number)
{
  return table->functions + number * 8;
}

static struct go_table
read_header (const unsigned char *data, size_t size)
{
  struct go_table table = { .data = data, .size = size,
			    .quantum = data[QUANTUM],
			    .has_first_lines = *data == *magics[1] };
  uint64_t numbers[8];
  memcpy (numbers, data + NUMBERS, sizeof numbers);
  table.function_count = numbers[0];
  table.text = numbers[2];
  table.names = numbers[3];
  table.units = numbers[4];
  table.files = numbers[5];
  table.values = numbers[6];
  table.functions = numbers[7];
  if (table.functions >= size
      || table.function_count > (size - table.functions) / 8)
    return (struct go_table) { 0 };
  return table;
}

/* Returns where the code begins of the program whose table is at ADDRESS, as
   linked, by the record that Go's runtime has of it; 0: there is none.  */
static uint64_t
text_of_module (const struct elf *elf, uint64_t address)
{
  /* The numbers in that record.  */
  enum { TABLE = 0, TEXT = 22, MODULE_NUMBERS };
  const ElfW (Shdr) *section = elf_section_called (elf, ".go.module");
  uint64_t numbers[MODULE_NUMBERS];
  const void *data
    = section && section->sh_size >= sizeof numbers
      ? elf_at (elf, section->sh_offset, sizeof numbers) : NULL;
  if (!data)
    return 0;
  memcpy (numbers, data, sizeof numbers);
  return numbers[TABLE] == address ? numbers[TEXT] : 0;
}

/* Returns the table that begins in SECTION of ELF; or one without data.  */
static struct go_table
find_in (const struct elf *elf, const ElfW (Shdr) *section)
{
  uint64_t size = section->sh_size;
  const unsigned char *data
    = section->sh_type == SHT_NOBITS ? NULL
      : elf_at (elf, section->sh_offset, size);
  for (uint64_t at = 0; data && at + HEADER <= size; at += WORD)
    if (is_table (data + at))
      {
	struct go_table table = read_header (data + at, size - at);
	/* Go 1.26 and later leave it out.  */
	if (!table.text)
	  table.text = text_of_module (elf, section->sh_addr + at);
	if (table.text)
	  return table;
      }
  return (struct go_table) { 0 };
}

struct go_table
find_go_table (const struct elf *elf)
{
  const ElfW (Shdr) *section = elf_section_called (elf, ".gopclntab");
  bool is_go = section || elf_section_called (elf, ".go.buildinfo");
  /* It is there if the code may be loaded anywhere.  */
  if (!section && is_go)
    section = elf_section_called (elf, ".data.rel.ro");
  struct go_table table
    = section ? find_in (elf, section) : (struct go_table) { 0 };
  table.is_go = is_go;
  return table;
}

struct go_function
go_function_at (const struct go_table *table, uint64_t number)
{
  uint64_t pair = pair_at (table, number);
  uint64_t record = table->functions + number_at (table, pair + 4, 4);
  return (struct go_function) {
    table->text + number_at (table, pair, 4),
    table->text + number_at (table, pair + 8, 4),
    text_at (table, table->names + number_at (table, record + NAME * 4, 4)),
    table->has_first_lines
    ? (unsigned int) number_at (table, record + FIRST_LINE * 4, 4) : 0
  };
}

/* ---- Lines.  */

/* Returns the number at *OFFSET of TABLE, in groups of seven bits, the lowest
   first, and moves *OFFSET behind it.  */
static uint32_t
next_number (const struct go_table *table, uint64_t *offset)
{
  uint32_t number = 0;
  for (unsigned int shift = 0; shift < 32; shift += 7)
    {
      uint64_t byte = number_at (table, (*offset)++, 1);
      number |= (uint32_t) (byte & 0x7f) << shift;
      if (!(byte & 0x80))
	break;
    }
  return number;
}

/* Returns the value at DISTANCE bytes from a function's start of those that
   begin at OFFSET: each is the difference to the one before, the lowest bit its
   sign, and how far it holds.  -1: it has none.  */
static int32_t
value_at (const struct go_table *table, uint64_t offset, uint64_t distance)
{
  int32_t value = -1;
  for (uint64_t end = 0; offset < table->size;)
    {
      uint32_t change = next_number (table, &offset);
      if (!change && end)
	break;
      value += (int32_t) (change & 1 ? ~(change >> 1) : change >> 1);
      end += (uint64_t) next_number (table, &offset) * table->quantum;
      if (distance < end)
	return value;
    }
  return -1;
}

const char *
go_line_at (const struct go_table *table, uint64_t address, unsigned int *line)
{
  uint64_t distance = address - table->text;
  size_t count = FIRST_FROM (table->function_count, i,
			     number_at (table, pair_at (table, i), 4)
			     <= distance);
  if (!table->data || !count || address < table->text
      || address >= go_function_at (table, count - 1).end)
    return NULL;
  uint64_t pair = pair_at (table, count - 1);
  uint64_t record = table->functions + number_at (table, pair + 4, 4);
  uint64_t fields[RECORD_NUMBERS];
  for (size_t i = 0; i < RECORD_NUMBERS; i++)
    fields[i] = number_at (table, record + i * 4, 4);
  distance -= fields[ENTRY];
  int32_t file = value_at (table, table->values + fields[FILES], distance);
  int32_t found = value_at (table, table->values + fields[LINES], distance);
  if (file < 0 || found <= 0)
    return NULL;
  *line = (unsigned int) found;
  uint64_t unit = table->units + (fields[UNIT] + (uint64_t) file) * 4;
  uint64_t name = number_at (table, unit, 4);
  const char *text = name == UINT32_MAX ? NULL
		     : text_at (table, table->files + name);
  /* The compiler's own functions are in <autogenerated>.  */
  return text && *text == '<' ? NULL : text;
}
