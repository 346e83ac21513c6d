/* fake-tables.c - the program has code for the devices of fake-plugin.c.

   SPDX-License-Identifier: Apache-2.0

   GCC's objects have tables of the functions and variables of target constructs, and
   crtoffloadbegin.o, which GCC links with -fopenmp, where they begin.  */

extern void *__offload_func_table[] __attribute__ ((visibility ("hidden")));
extern void *__offload_funcs_end[] __attribute__ ((visibility ("hidden")));
extern void *__offload_var_table[] __attribute__ ((visibility ("hidden")));
extern void *__offload_vars_end[] __attribute__ ((visibility ("hidden")));
extern void GOMP_offload_register_ver (unsigned int, const void *, int, const void *);
extern void GOMP_offload_unregister_ver (unsigned int, const void *, int, const void *);

static void *const tables[] = { __offload_func_table, __offload_funcs_end,
				__offload_var_table, __offload_vars_end };
enum { VERSION_OF_ALL = 1 << 16, NVIDIA = 5 };

__attribute__ ((constructor)) static void
begin (void)
{
  GOMP_offload_register_ver (VERSION_OF_ALL, tables, NVIDIA, tables);
}

__attribute__ ((destructor)) static void
end (void)
{
  GOMP_offload_unregister_ver (VERSION_OF_ALL, tables, NVIDIA, tables);
}
