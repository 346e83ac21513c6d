# Functions in other languages of GCC's, in emitted mode, by the compilers of
# compiler-path: their names and positions.  Source mode is refused.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.d <<'E2'
int fib (int n) { return n < 2 ? n : fib (n - 1) + fib (n - 2); }
struct S { int get (int x) { return x + 1; } }
int main () { S s; return fib (4) - s.get (2); }
E2
cat > a.go <<'E2'
package main
func fib(n int) int { if n < 2 { return n }; return fib(n-1) + fib(n-2) }
func main() { if fib(4) != 3 { panic ("wrong") } }
E2
cat > a.mod <<'E2'
MODULE a;
PROCEDURE fib (n: INTEGER) : INTEGER ;
BEGIN
  IF n < 2 THEN RETURN n ELSE RETURN fib (n - 1) + fib (n - 2) END
END fib ;
BEGIN
  IF fib (4) # 3 THEN HALT END
END a.
E2
cat > a.rs <<'E2'
fn fib(n: i32) -> i32 { if n < 2 { return n; } fib(n - 1) + fib(n - 2) }
fn main() -> i32 { fib(4) - 3 }
E2
cat > a.cob <<'E2'
       IDENTIFICATION DIVISION.
       PROGRAM-ID. MAIN.
       PROCEDURE DIVISION.
           CALL "SUBPROG".
           CALL "SUBPROG".
           STOP RUN.
       END PROGRAM MAIN.
       IDENTIFICATION DIVISION.
       PROGRAM-ID. SUBPROG.
       PROCEDURE DIVISION.
           DISPLAY "called".
           GOBACK.
       END PROGRAM SUBPROG.
E2
cat > h.adb <<'E2'
procedure H is
   function Fib (N : Integer) return Integer is
   begin
      if N < 2 then return N; end if;
      return Fib (N - 1) + Fib (N - 2);
   end Fib;
begin
   if Fib (4) /= 3 then raise Program_Error; end if;
end H;
E2
version=${STOCK##*-}
run 0 "$GASP" compiler-path
PATH=$(cat out):$PATH
tried=

# installed COMMAND: there is the compiler itself, beside our wrapper.
installed ()
{
  "$1" --version > out 2> err
}

# language CALLS COMMAND FILE NAME LINE [FLAG...]: fib (4) is nine calls.  LINE is
# 0 where the front end tells no positions.
language ()
{
  calls=$1 command=$2-$version file=$3 name=$4 line=$5
  shift 5
  begin=$file:$line end="$file:[1-9]"
  [ "$line" -gt 0 ] || begin=:0 end=:0
  installed $command || return 0
  tried="$tried $command"
  run 0 $command "$@" -O2 -fno-inline -fno-optimize-sibling-calls \
    -finstrument-gasp-functions=emitted $file -o prog
  run 0 under dump ./prog
  grep -F "$name" result > found || fail "no $name"
  cat found
  count $calls found "\\+ GASP_C_FUNC \\[$begin:"
  count $calls found "- GASP_C_FUNC \\[$end"
  run - $command "$@" -finstrument-gasp-functions=source -c $file
  has err 'source mode is for C, C\+\+ and Fortran'
}
language 9 gdc a.d 'int fib(int)' 1
language 9 gccgo a.go 'int main.fib(int)' 2 -fno-split-stack
language 9 gm2 a.mod 'INTEGER fib(' 3
language 9 gccrs a.rs 'fib(i32)' 1 -frust-incomplete-and-experimental-compiler-do-not-use
language 2 gcobol a.cob subprog 0
if command -v gnatmake-$version > out; then
  tried="$tried gnat"
  flags="-specs=$BUILD/lib/gasp.specs -finstrument-gasp-functions=emitted"
  run 0 gnatmake-$version -q h.adb -cargs $flags -O2 -fno-inline -largs $flags
  run 0 under dump ./h
  cat result
  count 9 result '\+ GASP_C_FUNC \[h.adb:2:.*"integer H.Fib\(integer\)"'
fi
[ -n "$tried" ] || unsupported "no other front end"
