/* pupc.h - user events and measurement control.

   SPDX-License-Identifier: Apache-2.0

   Sections are those of GASP 1.4.  Where a unit is compiled with
   -finstrument-gasp, these are functions of libgasp, and the compiler adds
   the position of the call.  Elsewhere they cost nothing: arguments are
   checked but not evaluated, and nothing is linked (5.3).

   Valid in C89 and later and in C++.  */

#ifndef PUPC_H
#define PUPC_H

#ifdef __GNUC__
/* A call without extra arguments does not deserve -Wpedantic.  */
#pragma GCC system_header
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Stops measuring if ON is 0, goes on if it is not (5.2).  Returns ON of the
   previous call, or nonzero if there was none.  */
extern int pupc_control (int on);

/* Registers a user event (5.3).

   NAME  what to call it
   DESC  null, or a printf format that describes the further arguments of the
	 calls below

   Returns the tag to pass to them.  Both strings must stay as they are for
   as long as the program runs.  */
extern unsigned int pupc_create_event (const char *name, const char *desc);

/* Raises that the event EVTAG begins, ends, or takes place, on this thread
   (5.3).  Further arguments are of the types that its description names.  */
extern void pupc_event_start (unsigned int evtag, ...);
extern void pupc_event_end (unsigned int evtag, ...);
extern void pupc_event_atomic (unsigned int evtag, ...);

#ifndef __UPC_PUPC_INST__
/* Never executed, so never linked: the other branch is taken.  */
#define pupc_control(on) (0 ? pupc_control (on) : 1)
#define pupc_create_event(name, desc) (0 ? pupc_create_event (name, desc) : 0u)
#define pupc_event_start(tag, ...) \
  (0 ? pupc_event_start (tag, ##__VA_ARGS__) : (void) 0)
#define pupc_event_end(tag, ...) \
  (0 ? pupc_event_end (tag, ##__VA_ARGS__) : (void) 0)
#define pupc_event_atomic(tag, ...) \
  (0 ? pupc_event_atomic (tag, ##__VA_ARGS__) : (void) 0)
#endif

#ifdef __cplusplus
}
#endif

#endif /* PUPC_H */
