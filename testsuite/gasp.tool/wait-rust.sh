# A thread of Rust that waits for a channel, for being unparked, or for the end of another
# thread: the call of the library stands for what is below it, and who sent, unparked, or
# was joined is known by thread and line.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
not_emulated "gasp runs programs of this machine"
[ "$(uname -m)" = x86_64 ] || unsupported "callers of waits are known on x86-64"
command -v rustc > /dev/null || unsupported "no rustc"
cat > prog.rs <<'END'
use std::{sync::mpsc, thread, time::Duration};
#[inline(never)]
fn worker(rx: mpsc::Receiver<u64>) -> u64 {
    let mut sum = 0;
    while let Ok(v) = rx.recv() { // waits recv
        sum += v;
    }
    sum
}
#[inline(never)]
fn sleeper() {
    for _ in 0..5 { thread::park(); } // waits park
}
#[inline(never)]
fn long() { // ends join
    let since = std::time::Instant::now();
    let mut n = 0u64;
    while since.elapsed() < Duration::from_millis(100) || n < 100_000_000 {
        for i in 0..1000 { n = std::hint::black_box(n + i % 3); }
    }
}
fn main() {
    let (tx, rx) = mpsc::channel();
    let w = thread::spawn(move || worker(rx));
    let p = thread::spawn(|| sleeper());
    for i in 0..5 {
        thread::sleep(Duration::from_millis(20));
        tx.send(i).unwrap(); // wakes recv
        p.thread().unpark(); // wakes park
    }
    drop(tx);
    let l = thread::spawn(long);
    l.join().unwrap(); // waits join
    println!("{}", w.join().unwrap());
    p.join().unwrap();
}
END
run 0 rustc -O -g prog.rs -o prog
run 0 "$GASP" run -q -o profile ./prog
line () { echo "prog.rs:$(grep -n "// $1\$" prog.rs | cut -d: -f1)"; }
table blocking profile
grep "\"$(line "waits recv")\",\"std::sync::.*::recv\"" table.csv || fail "not in recv"
grep "\"$(line "waits park")\",\"std::thread::.*park\"" table.csv || fail "not in park"
table lock-blame profile blocking
grep "\"$(line "waits recv")\".*\"$(line "wakes recv")\"" table.csv || fail "not who sends"
same "who unparks" "$(field location "$(line "waits park")" holder_location)" \
  "$(line "wakes park")"
same "who is joined" "$(field location "$(line "waits join")" holder_location)" \
  "$(line "ends join")"
