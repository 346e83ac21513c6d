/* gasp-upc-access.h - accesses to shared space that may take a call.

   SPDX-License-Identifier: Apache-2.0

   A part of gasp-upc-prelude.h.  The compiler side (plugin/upc/lower/access.c)
   makes these of accesses where others' parts of shared space may have no
   address, or where accesses are events.  */

#ifndef GASP_UPC_ACCESS_H
#define GASP_UPC_ACCESS_H

#pragma GCC system_header

/* ---- Accesses by calls.  HOW is a sum: 1 strict, 2 report those to the
   thread's own part too.  */

void __upc_get (void *__dst, __upc_pts __src, __SIZE_TYPE__ __n, int __how);
void __upc_put (__upc_pts __dst, const void *__src, __SIZE_TYPE__ __n,
		int __how);
void __upc_copy (__upc_pts __dst, __upc_pts __src, __SIZE_TYPE__ __n,
		 int __how);
void __gasp_upc_get (void *__dst, __upc_pts __src, __SIZE_TYPE__ __n, int __how,
		     const char *__file, int __line, int __column);
void __gasp_upc_put (__upc_pts __dst, const void *__src, __SIZE_TYPE__ __n,
		     int __how, const char *__file, int __line, int __column);
void __gasp_upc_copy (__upc_pts __dst, __upc_pts __src, __SIZE_TYPE__ __n,
		      int __how, const char *__file, int __line, int __column);

/* Values of these sizes are passed in registers.  */
#define __UPC_SCALARS(__scalar)						\
  __scalar (1, __UINT8_TYPE__)						\
  __scalar (2, __UINT16_TYPE__)						\
  __scalar (4, __UINT32_TYPE__)						\
  __scalar (8, __UINT64_TYPE__)
#define __UPC_DECLARE(__size, __type)					\
  __type __gasp_upc_get_##__size (__upc_pts __src, int __how,		\
				  const char *__file, int __line,	\
				  int __column);			\
  void __gasp_upc_put_##__size (__upc_pts __dst, __type __value, int __how, \
				const char *__file, int __line, int __column); \
  __type __upc_get_##__size (__upc_pts __src, int __how);		\
  void __upc_put_##__size (__upc_pts __dst, __type __value, int __how);	\
  typedef __type __upc_any_##__size					\
    __attribute__ ((__may_alias__, __aligned__ (1)));
__UPC_SCALARS (__UPC_DECLARE)
#undef __UPC_DECLARE

/* ---- Accesses where parts may have no address: those that have, in line.  */

/* Returns whether an access to P, in mode HOW, can be done here and now.  Loops
   are unswitched by whether all threads are near, and have no tests if they
   are.  */
__UPC_INLINE int
__upc_near (__upc_pts __p, int __how)
{
  return (!(__how & 1)
	  && (__upc_all_near
	      || (unsigned int) __upc_thread (__p) - __upc_near_first
		 < __upc_near_count));
}

__UPC_ACCESS void
__upc_get_near (void *__dst, __upc_pts __src, __SIZE_TYPE__ __n, int __how)
{
  if (__upc_near (__src, __how))
    __builtin_memcpy (__dst, __upc_local_phaseless (__src), __n);
  else
    __upc_get (__dst, __src, __n, __how);
}

__UPC_ACCESS void
__upc_put_near (__upc_pts __dst, const void *__src, __SIZE_TYPE__ __n,
		int __how)
{
  if (__upc_near (__dst, __how))
    __builtin_memcpy (__upc_local_phaseless (__dst), __src, __n);
  else
    __upc_put (__dst, __src, __n, __how);
}

#define __UPC_NEAR(__size, __type)					\
  __UPC_ACCESS void							\
  __upc_get_near_##__size (void *__dst, __upc_pts __src, int __how)	\
  {									\
    if (__upc_near (__src, __how))					\
      *(__upc_any_##__size *) __dst					\
	= *(__upc_any_##__size *) __upc_local_phaseless (__src);	\
    else								\
      *(__upc_any_##__size *) __dst = __upc_get_##__size (__src, __how); \
  }									\
  __UPC_ACCESS void							\
  __upc_put_near_##__size (__upc_pts __dst, const void *__src, int __how) \
  {									\
    if (__upc_near (__dst, __how))					\
      *(__upc_any_##__size *) __upc_local_phaseless (__dst)		\
	= *(const __upc_any_##__size *) __src;				\
    else								\
      __upc_put_##__size (__dst, *(const __upc_any_##__size *) __src, __how); \
  }
__UPC_SCALARS (__UPC_NEAR)
#undef __UPC_NEAR

/* *P = *P OP VALUE, by the thread that has it.  OP is the operator.  KIND is
   'i' or 'l', an integer of 4 or 8 bytes, or 'f' or 'd'; VALUE is as it is in
   memory.  */
void __upc_update_far (__upc_pts __p, int __kind, __UINT64_TYPE__ __value,
		       int __op);

#define __UPC_UPDATE(__name, __type, __kind, __others)			\
  __UPC_ACCESS void							\
  __upc_update_##__name (__upc_pts __p, __type __value, int __op)	\
  {									\
    typedef __type __attribute__ ((__may_alias__)) __any;		\
    __any *__here = (__any *) __upc_local_phaseless (__p);		\
    if (!__upc_near (__p, 0))						\
      {									\
	__UINT64_TYPE__ __bytes = 0;					\
	__builtin_memcpy (&__bytes, &__value, sizeof __value);		\
	__upc_update_far (__p, __kind, __bytes, __op);			\
      }									\
    else if (__op == '+')						\
      *__here += __value;						\
    else if (__op == '-')						\
      *__here -= __value;						\
    else if (__op == '*')						\
      *__here *= __value;						\
    __others								\
  }
#define __UPC_BITWISE							\
    else if (__op == '&')						\
      *__here &= __value;						\
    else if (__op == '|')						\
      *__here |= __value;						\
    else								\
      *__here ^= __value;
__UPC_UPDATE (4, unsigned int, 'i', __UPC_BITWISE)
__UPC_UPDATE (8, unsigned long, 'l', __UPC_BITWISE)
__UPC_UPDATE (float, float, 'f', )
__UPC_UPDATE (double, double, 'd', )
#undef __UPC_UPDATE
#undef __UPC_BITWISE

__UPC_ACCESS void
__upc_copy_near (__upc_pts __dst, __upc_pts __src, __SIZE_TYPE__ __n,
		 int __how)
{
  if (__upc_near (__dst, __how) && __upc_near (__src, __how))
    __builtin_memmove (__upc_local_phaseless (__dst),
		       __upc_local_phaseless (__src), __n);
  else
    __upc_copy (__dst, __src, __n, __how);
}

/* ---- The same in a loop through elements that stay near, or do not.  TOLD
   says whether all of them are near; the loop is unswitched by it, so that it
   has no tests if they are.  FROM is a place, and LOCAL its address in this
   process if TOLD: GCC would compute that anew in the loop, and load
   __upc_base.  The element is in the object whose proxy is at PROXY if that is
   not null.  */

__UPC_INLINE __upc_pts
__upc_tell (int __told, __upc_pts __from)
{
  return __told ? __UPC_PAGE (__upc_base) + __from : 0;
}

__UPC_INLINE void *
__upc_local_told (__upc_pts __p, __upc_pts __from, __upc_pts __local,
		  const void *__proxy)
{
  __upc_pts __address = __local + (__p - __from);
  if (__proxy)
    return (char *) __proxy + (__address - (__upc_pts) __proxy);
  return (void *) __address;
}

__UPC_ACCESS void
__upc_get_told (void *__dst, __upc_pts __src, __SIZE_TYPE__ __n, int __how,
		int __told, __upc_pts __from, __upc_pts __local,
		const void *__proxy)
{
  if (__told)
    __builtin_memcpy (__dst, __upc_local_told (__src, __from, __local, __proxy),
		      __n);
  else
    __upc_get_near (__dst, __src, __n, __how);
}

__UPC_ACCESS void
__upc_put_told (__upc_pts __dst, const void *__src, __SIZE_TYPE__ __n,
		int __how, int __told, __upc_pts __from, __upc_pts __local,
		const void *__proxy)
{
  if (__told)
    __builtin_memcpy (__upc_local_told (__dst, __from, __local, __proxy), __src,
		      __n);
  else
    __upc_put_near (__dst, __src, __n, __how);
}

#define __UPC_TOLD(__size, __type)					\
  __UPC_ACCESS void							\
  __upc_get_told_##__size (void *__dst, __upc_pts __src, int __how,	\
			   int __told, __upc_pts __from,		\
			   __upc_pts __local, const void *__proxy)	\
  {									\
    if (__told)								\
      *(__upc_any_##__size *) __dst					\
	= *(__upc_any_##__size *) __upc_local_told (__src, __from, __local, \
						    __proxy);		\
    else								\
      __upc_get_near_##__size (__dst, __src, __how);			\
  }									\
  __UPC_ACCESS void							\
  __upc_put_told_##__size (__upc_pts __dst, const void *__src, int __how, \
			   int __told, __upc_pts __from,		\
			   __upc_pts __local, const void *__proxy)	\
  {									\
    if (__told)								\
      *(__upc_any_##__size *) __upc_local_told (__dst, __from, __local,	\
						__proxy)		\
	= *(const __upc_any_##__size *) __src;				\
    else								\
      __upc_put_near_##__size (__dst, __src, __how);			\
  }
__UPC_SCALARS (__UPC_TOLD)
#undef __UPC_TOLD

/* ---- The same where they may be events  */

/* Returns whether an access to P, in mode HOW, can be done here and now,
   unseen.  */
__UPC_INLINE int
__upc_unseen (__upc_pts __p, int __how)
{
  return ((__how == 0 && __upc_thread (__p) == __upc_mythread)
	  || (!(__how & 1) && !*__upc_watched));
}

__UPC_ACCESS void
__upc_get_profiled (void *__dst, __upc_pts __src, __SIZE_TYPE__ __n, int __how,
		    const char *__file, int __line, int __column)
{
  if (__upc_unseen (__src, __how))
    __builtin_memcpy (__dst, __upc_local (__src), __n);
  else
    __gasp_upc_get (__dst, __src, __n, __how, __file, __line, __column);
}

__UPC_ACCESS void
__upc_put_profiled (__upc_pts __dst, const void *__src, __SIZE_TYPE__ __n,
		    int __how, const char *__file, int __line, int __column)
{
  if (__upc_unseen (__dst, __how))
    __builtin_memcpy (__upc_local (__dst), __src, __n);
  else
    __gasp_upc_put (__dst, __src, __n, __how, __file, __line, __column);
}

#define __UPC_PROFILED(__size, __type)					\
  __UPC_ACCESS void							\
  __upc_get_profiled_##__size (void *__dst, __upc_pts __src, int __how,	\
			       const char *__file, int __line, int __column) \
  {									\
    if (__upc_unseen (__src, __how))					\
      *(__upc_any_##__size *) __dst					\
	= *(__upc_any_##__size *) __upc_local (__src);			\
    else								\
      *(__upc_any_##__size *) __dst					\
	= __gasp_upc_get_##__size (__src, __how, __file, __line, __column); \
  }									\
  __UPC_ACCESS void							\
  __upc_put_profiled_##__size (__upc_pts __dst, const void *__src, int __how, \
			       const char *__file, int __line, int __column) \
  {									\
    if (__upc_unseen (__dst, __how))					\
      *(__upc_any_##__size *) __upc_local (__dst)			\
	= *(const __upc_any_##__size *) __src;				\
    else								\
      __gasp_upc_put_##__size (__dst, *(const __upc_any_##__size *) __src, \
			       __how, __file, __line, __column);	\
  }
__UPC_SCALARS (__UPC_PROFILED)
#undef __UPC_PROFILED

__UPC_ACCESS void
__upc_copy_profiled (__upc_pts __dst, __upc_pts __src, __SIZE_TYPE__ __n,
		     int __how, const char *__file, int __line, int __column)
{
  if (__upc_unseen (__dst, __how) && __upc_unseen (__src, __how))
    __builtin_memmove (__upc_local (__dst), __upc_local (__src), __n);
  else
    __gasp_upc_copy (__dst, __src, __n, __how, __file, __line, __column);
}

#endif /* GASP_UPC_ACCESS_H */
