# A wait within a library's function, of C++ or of Rust, stands at the line of the program
# that called it.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
[ "$(uname -m)" = x86_64 ] || unsupported "callers are known on x86-64 only"
"$GASP" doctor | grep -q 'libdw.*no' && unsupported "no libdw"
cat > prog.C <<'END'
#include <chrono>
#include <condition_variable>
#include <future>
#include <thread>

static int
slow ()
{
  std::this_thread::sleep_for (std::chrono::milliseconds (20)); /* nanosleep */
  return 3;
}

// At -O0, the header's functions are there, too.
static void
wait_in_header ()
{
  std::mutex mutex;
  std::condition_variable condition;
  std::unique_lock<std::mutex> lock (mutex);
  auto time = std::chrono::milliseconds (20);
  condition.wait_for (lock, time);	/* pthread_cond_clockwait */
  condition.wait_for (lock, time, [] { return false; }); /* pthread_cond_clockwait */
}

int
main ()
{
  std::thread first (slow);
  first.join ();			/* pthread_join 1 */
  auto second = std::async (std::launch::async, slow);
  int sum = second.get ();		/* pthread_join 2 */
  std::promise<int> promise;
  std::thread third ([&] { promise.set_value (slow ()); slow (); });
  sum += promise.get_future ().get ();	/* futex */
  third.join ();			/* pthread_join 3 */
  wait_in_header ();
  return sum == 6 ? 0 : 1;
}
END
# check SOURCE: each marked line has a wait.
check ()
{
  rm -rf profile
  run 0 "$GASP" run -q --threads=yes -o profile ./prog
  "$GASP" report --view=blocking profile > out
  sed -n "/ *[/]\* /{=;s/.*[/]\* \([a-z_]*\).*/\1/p}" "$1" | sed 'N;s/\n/ /' > wanted
  while read -r line name; do has out " $name .*$1:$line "; done < wanted
}
for compile in "g++ -O2" "g++ -O0" "$CXX -O2 --profile"; do
  run 0 $compile -g prog.C -o prog -pthread
  check prog.C
done
# In a trace, too.
run 0 "$GASP" run -q --threads=yes --trace -o traced ./prog
run 0 "$GASP" trace --format=text -o - traced
has out 'prog.C:31'

# Within a library that MPIs are built upon, too, unless there is an MPI.
cat > library.c <<'END'
#include <poll.h>
void loop (void) { poll (0, 0, 20); __asm__ (""); }
END
cat > server.c <<'END'
void loop (void);
#ifdef WITH_MPI
void MPI_Init (void) { }
#endif
int
main (void)
{
  loop ();
  return 0;
}
END
run 0 "$STOCK" -g -shared -fPIC library.c -o libevent-9.so
for mpi in "" -DWITH_MPI; do
  run 0 "$STOCK" -g $mpi -rdynamic server.c -o server -L. -levent-9 "-Wl,-rpath,$PWD"
  rm -rf profile
  run 0 "$GASP" run -q --threads=yes -o profile ./server
  "$GASP" report --view=tree --limit=0 profile > out
  if [ -z "$mpi" ]; then has out '[-]poll  '; else hasnt out '[-]poll  '; fi
done

# rustc takes seconds.
{ [ -n "$ALL" ] && command -v rustc > /dev/null; } || exit 0
cat > prog.rs <<'END'
use std::sync::{mpsc, Arc, Condvar, Mutex};
use std::io::{BufRead, BufReader, Write};
use std::{net::*, process::Command, thread, time::Duration};
fn slow() {
    thread::sleep(Duration::from_millis(20)); /* clock_nanosleep */
    print!("");
}
fn main() {
    let pair = Arc::new((Mutex::new(0), Condvar::new()));
    let other = pair.clone();
    let (send, receive) = mpsc::channel();
    let guard = pair.0.lock().unwrap();
    let thread = thread::spawn(move || {
        let mut guard = other.0.lock().unwrap(); /* futex 1 */
        slow();
        *guard = 1;
        other.1.notify_one();
        drop(guard);
        slow();
        send.send(2).unwrap();
        slow();
    });
    slow();
    let mut guard = other_wait(&pair.1, guard);
    *guard += receive.recv().unwrap(); /* futex 3 */
    thread.join().unwrap(); /* pthread_join */
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut client = TcpStream::connect(server.local_addr().unwrap()).unwrap();
    let mut line = String::new();
    let socket = server.accept().unwrap().0;
    let thread = thread::spawn(move || { slow(); client.write_all(b"2\n").unwrap() });
    BufReader::new(socket).read_line(&mut line).unwrap(); /* recv */
    thread.join().unwrap();
    Command::new("sleep").arg("0.02").status().unwrap(); /* waitpid */
    thread::park_timeout(Duration::from_millis(20)); /* futex 4 */
    std::process::exit(if *guard == 3 { 0 } else { 1 });
}
fn other_wait<'a>(full: &Condvar, guard: std::sync::MutexGuard<'a, i32>)
                  -> std::sync::MutexGuard<'a, i32> {
    full.wait(guard).unwrap() /* futex 2 */
}
END
run 0 rustc -O -g prog.rs -o prog
check prog.rs
