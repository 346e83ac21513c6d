!  omp_lib_tool.h - what GCC's omp_lib.h and module omp_lib lack for tools
!
!  SPDX-License-Identifier: Apache-2.0
!
!  To be included beside them, in free and in fixed form: OpenMP 5.2, 18.14.
!  A call has the code of C's omp_control_tool as its result:
!  omp_control_tool_success, or why the tool has not done it.

      integer, parameter :: omp_control_tool_kind = 4
      integer, parameter :: omp_control_tool_result_kind = 4
      integer (omp_control_tool_kind), parameter ::                     &
     &  omp_control_tool_start = 1, omp_control_tool_pause = 2,         &
     &  omp_control_tool_flush = 3, omp_control_tool_end = 4
      integer (omp_control_tool_result_kind), parameter ::              &
     &  omp_control_tool_notool = -2,                                   &
     &  omp_control_tool_nocallback = -1,                               &
     &  omp_control_tool_success = 0, omp_control_tool_ignored = 1

      interface
        function omp_control_tool (command, modifier)
          integer (4) :: omp_control_tool
          integer (4), intent (in) :: command
          integer (4), intent (in) :: modifier
        end function omp_control_tool
      end interface
