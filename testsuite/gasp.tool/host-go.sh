# A Go program that calls C: the calls in its threads, and samples, also of Go's own
# functions, whose runtime sets a handler for each signal.  The processor time of programs
# that it starts is not its own.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/native.sh"
not_emulated "gasp runs programs of this machine"
command -v go > /dev/null || unsupported "no Go"
native_library -o libnative.so
mkdir host
cat > host/main.go <<'END'
package main

/*
#cgo CFLAGS: -I${SRCDIR}/..
#cgo LDFLAGS: -L${SRCDIR}/.. -lnative -Wl,-rpath,${SRCDIR}/..
#include "native.h"
*/
import "C"
import (
	"fmt"
	"os/exec"
)

type spinner struct{ n int }

//go:noinline
func (s *spinner) spin() int {
	sum := 0
	for i := 0; i < s.n; i++ {
		sum += i ^ sum>>3
	}
	return sum
}

func main() {
	exec.Command("./child").Run()
	odd := (&spinner{200000000}).spin() & 1
	done := make(chan float64)
	for k := 0; k < 4; k++ {
		go func() {
			sum := 0.0
			for i := 0; i < 50; i++ {
				sum += float64(C.native_work(100))
			}
			done <- sum
		}()
	}
	sum := 0.0
	for k := 0; k < 4; k++ {
		sum += <-done
	}
	fmt.Println(sum+float64(odd) > 0)
}
END
printf 'module host\n' > host/go.mod
(cd host && HOME=$PWD GOFLAGS=-mod=mod CGO_ENABLED=1 CC=gcc go build -o ../prog .) \
  > make.log 2>&1 || { cat make.log; unsupported "this Go builds nothing with C"; }
cat > child.c <<'END'
int main (void) { for (volatile long i = 0; i < 600000000; i++); }
END
"$STOCK" -O1 child.c -o child || fail "no child"
profile 0 ./prog
has out '^true$'
[ "$(figure calls 'double mix(double)')" = 20000 ] || { cat csv; fail "calls of mix"; }
"$GASP" report profile > text
has text 'Most time running is ~[89][0-9] % in main\.\(\*spinner\)\.spin'
has text '^  samples    by '
has text 'hottest .*main.go:[0-9]+ in main\.\(\*spinner\)\.spin'

# Where Go's own C is instrumented, too, its threads seem to wait in that.
(cd host && HOME=$PWD GOFLAGS=-mod=mod CGO_ENABLED=1 CC="$CC --profile" \
   go build -o ../both .) > make.log 2>&1 || { cat make.log; fail "no program"; }
rm -rf profile
run 0 "$GASP" run -q -o profile ./both
run 0 "$GASP" report profile
has out "threads? of Go's runtime waited "
hasnt out 'threads?.* waits? .* in threadentry'

# One that uses no C is static.
printf 'package main\nfunc main () {}\n' > static.go
run 0 env HOME="$PWD" CGO_ENABLED=0 go build static.go
run 0 "$GASP" run -o none ./static
has err 'static, as programs of Go are that use no C.*import "C"'

# Stripped, Go's own table names them, also where the linker put it among other data.
"$STOCK" -shared -fPIC -O1 native.c -o libnative.so || fail "no plain library"
(cd host && HOME=$PWD GOFLAGS=-mod=mod CGO_ENABLED=1 CC=gcc \
   go build -ldflags='-s -w' -o ../exe .) > make.log 2>&1 \
  || { cat make.log; fail "no stripped program"; }
objcopy --rename-section .gopclntab=.data.rel.ro exe pie || fail "no other place"
for program in exe pie; do
  rm -rf profile
  run 0 "$GASP" run -q -o profile ./$program
  run 0 "$GASP" report profile
  has out 'Most time running is ~[89][0-9] % in main\.\(\*spinner\)\.spin \(main\.go:17\)'
  has out 'hottest .*main.go:(19|20) in main\.\(\*spinner\)\.spin'
  has out '[|`]-main\.main +main\.go:2[56]$'
done

# What is inlined, of which Go 1.19 says no line, is a function of its own.
mkdir inlined
cat > inlined/main.go <<'END'
package main

import "C"

var sink int

func leaf(i int) int { return i*i%997 + i%31 }
func middle(n int) int {
	s := 0
	for i := 0; i < n; i++ {
		s += leaf(i)
	}
	return s
}
func other(n int) int {
	s := 0
	for i := 0; i < n; i++ {
		s ^= i * 7 % 13
	}
	return s
}
func main() {
	for i := 0; i < 10; i++ {
		sink += middle(4000000) + other(4000000)
	}
}
END
printf 'module inlined\n' > inlined/go.mod
(cd inlined && HOME=$PWD GOFLAGS=-mod=mod CGO_ENABLED=1 CC=gcc go build -o ../plain .) \
  > make.log 2>&1 || { cat make.log; fail "not built"; }
rm -rf profile
profile 0 ./plain
run 0 "$GASP" report --format=folded profile
has out 'main.main;main.middle;main.leaf [0-9]'
has out 'main.main;main.other [0-9]'

# The calls of a goroutine begin with it: what lies beyond is another's stack.
mkdir routines
cat > routines/main.go <<'END'
package main

import "C"
import "sync"

var lock sync.Mutex
var sum int

//go:noinline
func price(n int) int {
	s := 0
	for i := 0; i < n; i++ {
		s += i ^ s>>3
	}
	return s
}

//go:noinline
func trade(done chan int) {
	for i := 0; i < 20; i++ {
		lock.Lock()
		sum += price(5000000)
		lock.Unlock()
	}
	done <- sum
}

func main() {
	done := make(chan int)
	for i := 0; i < 3; i++ {
		go trade(done)
	}
	for i := 0; i < 3; i++ {
		<-done
	}
}
END
printf 'module routines\n' > routines/go.mod
(cd routines && HOME=$PWD GOFLAGS=-mod=mod CGO_ENABLED=1 CC=gcc \
   go build -o ../together .) > make.log 2>&1 || { cat make.log; fail "not built"; }
rm -rf profile
run 0 "$GASP" run -q -o profile ./together
run 0 "$GASP" report --format=folded profile
awk '/main\.price/ { n = $NF; all += n; if (/^([^;]*;)?main\.(main\.func1|main\.gowrap1|trade);/) good += n }
  END { print good, all; exit !(all && good > 0.95 * all) }' out || fail "called by others"
