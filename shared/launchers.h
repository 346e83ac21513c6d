/* launchers.h - environment variables by which launchers of parallel jobs tell a process who
   it is.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_LAUNCHERS_H
#define GASP_LAUNCHERS_H

#include <stdlib.h>

/* The number of the process, from 0; how many there are; the job's identifier, and the
   step's.  Null where a launcher has none that all processes have in common.  */
struct launcher { const char *rank, *ranks, *job, *step; };

static const struct launcher launchers[] = {
  { "PMIX_RANK", "SLURM_STEP_NUM_TASKS", "PMIX_NAMESPACE", 0 },
  { "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMIX_NAMESPACE", 0 },
  { "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_MCA_ess_base_jobid", 0 },
  { "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE", "MPISPAWN_MPIRUN_ID", 0 },
  { "SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_JOB_ID", "SLURM_STEP_ID" },
  { "PMI_RANK", "PMI_SIZE", 0, 0 },
  /* GCC's images; without NUM_IMAGES, they are as many as processors.  */
  { "GFORTRAN_IMAGE_NUM", "GFORTRAN_NUM_IMAGES", "GFORTRAN_SHMEM_PID", 0 },
};

/* The value of the environment variable NAME, which may be null, or "".  */
static inline const char *
launcher_variable (const char *name)
{
  const char *value = name ? getenv (name) : NULL;
  return value ? value : "";
}

#endif /* GASP_LAUNCHERS_H */
