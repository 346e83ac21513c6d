/* trace-otf2.h - between trace-otf2.c and trace-rma.c.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef REPORT_TRACE_OTF2_H
#define REPORT_TRACE_OTF2_H

#include "trace.h"

#if !defined WITHOUT_OTF2 && defined __has_include
#if __has_include (<otf2/otf2.h>)
#define WITH_OTF2 1
#endif
#endif

#ifdef WITH_OTF2

#include <otf2/otf2.h>

#define OTF2_FUNCTIONS(f) \
  f (OTF2_Archive_Open) f (OTF2_Archive_Close) \
  f (OTF2_Archive_SetFlushCallbacks) \
  f (OTF2_Archive_SetSerialCollectiveCallbacks) \
  f (OTF2_Archive_OpenEvtFiles) f (OTF2_Archive_CloseEvtFiles) \
  f (OTF2_Archive_OpenDefFiles) f (OTF2_Archive_CloseDefFiles) \
  f (OTF2_Archive_GetEvtWriter) f (OTF2_Archive_CloseEvtWriter) \
  f (OTF2_Archive_GetDefWriter) f (OTF2_Archive_CloseDefWriter) \
  f (OTF2_Archive_GetGlobalDefWriter) \
  f (OTF2_GlobalDefWriter_WriteClockProperties) \
  f (OTF2_GlobalDefWriter_WriteParadigm) \
  f (OTF2_GlobalDefWriter_WriteString) \
  f (OTF2_GlobalDefWriter_WriteRegion) \
  f (OTF2_GlobalDefWriter_WriteSystemTreeNode) \
  f (OTF2_GlobalDefWriter_WriteLocationGroup) \
  f (OTF2_GlobalDefWriter_WriteLocation) \
  f (OTF2_GlobalDefWriter_WriteGroup) f (OTF2_GlobalDefWriter_WriteComm) \
  f (OTF2_GlobalDefWriter_WriteRmaWin) \
  f (OTF2_EvtWriter_Enter) f (OTF2_EvtWriter_Leave) \
  f (OTF2_EvtWriter_MeasurementOnOff) f (OTF2_EvtWriter_GetNumberOfEvents) \
  f (OTF2_EvtWriter_RmaWinCreate) f (OTF2_EvtWriter_RmaWinDestroy) \
  f (OTF2_EvtWriter_RmaPut) f (OTF2_EvtWriter_RmaGet) \
  f (OTF2_EvtWriter_RmaAtomic) f (OTF2_EvtWriter_RmaOpTest) \
  f (OTF2_EvtWriter_RmaOpCompleteBlocking) \
  f (OTF2_EvtWriter_RmaOpCompleteNonBlocking) \
  f (OTF2_EvtWriter_RmaCollectiveBegin) f (OTF2_EvtWriter_RmaCollectiveEnd) \
  f (OTF2_EvtWriter_RmaRequestLock) f (OTF2_EvtWriter_RmaAcquireLock) \
  f (OTF2_EvtWriter_RmaTryLock) f (OTF2_EvtWriter_RmaReleaseLock) \
  f (OTF2_Error_GetDescription) f (OTF2_Error_RegisterCallback)

/* The library's functions, once it is loaded.  */
extern struct otf2 {
#define OTF2_MEMBER(name) __typeof__ (name) *name;
  OTF2_FUNCTIONS (OTF2_MEMBER)
} otf2;

struct otf2_writer {
  const struct trace *trace;
  OTF2_Archive *archive;
  OTF2_GlobalDefWriter *definitions;
  OTF2_StringRef strings;	/* defined so far */
  OTF2_ErrorCode error;		/* the first */
  uint64_t end;			/* of the latest event */
  struct rma_jobs *jobs;	/* trace-rma.c's */
};

extern void otf2_note_error (struct otf2_writer *w, OTF2_ErrorCode code);
extern OTF2_StringRef otf2_define_string (struct otf2_writer *w,
					  const char *text);

/* ---- trace-rma.c: what UPC threads do to each other, as RMA.  */

/* Find the UPC programs in the trace.  */
extern void rma_find_jobs (struct otf2_writer *w);
extern void rma_define (struct otf2_writer *w);
extern void rma_forget_jobs (struct otf2_writer *w);

/* A location, as its events are written.  */
struct rma;

/* THREAD's, written to OUT; null if it is no UPC thread.  */
extern struct rma *rma_begin (struct otf2_writer *w,
			      const struct trace_thread *thread,
			      OTF2_EvtWriter *out);
/* M, which is behind the enter of what it enters, and before the leave of what it
   leaves.  RMA may be null.  */
extern void rma_moment (struct rma *rma, const struct trace_moment *m);
/* There are no more.  */
extern void rma_end (struct rma *rma);

#endif

#endif /* REPORT_TRACE_OTF2_H */
