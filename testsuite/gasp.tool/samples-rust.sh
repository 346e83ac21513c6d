# Rust's functions in samples: what the standard library inlines is its callers', as of
# C++'s headers, and methods have the names that compilers and other tools write.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
not_emulated "gasp runs programs of this machine"
command -v rustc > /dev/null || unsupported "no rustc"
cat > prog.rs <<'END'
use std::collections::HashMap;
struct Words { text: String }
impl Clone for Words {
    #[inline(never)]
    fn clone(&self) -> Words {
        let mut text = String::new();
        for _ in 0..200 { text = std::hint::black_box(self.text.clone()); }
        Words { text }
    }
}
fn main() {
    let word = Words { text: "a word".to_string() };
    let mut counts: HashMap<String, usize> = HashMap::new();
    for i in 0..300000 {
        *counts.entry(format!("{}", i % 50000)).or_insert(0) += 1;
        if i % 30 == 0 { std::hint::black_box(word.clone()); }
    }
    println!("{}", counts.len());
}
END
run 0 rustc -O -g -C symbol-mangling-version=v0 prog.rs -o prog
run 0 "$GASP" run -q -o profile ./prog
table flat profile
grep '"<prog::Words as core::clone::Clone>::clone"' table.csv || fail "no method"
! grep '{impl#' table.csv || fail "methods without their types"
! grep 'hashbrown.*{{closure}}' table.csv || fail "inlined functions of the library"

# The library's files are without the directory of a commit, and the program's own line and
# function are beside them.
cat > sums.rs <<'END'
#[inline(never)]
fn dot(a: &[f64], b: &[f64]) -> f64 { a.iter().zip(b.iter()).map(|(x, y)| x * y).sum() }
#[inline(never)]
fn order(a: &mut Vec<u64>) { a.sort(); }
fn main() {
    if std::env::args().count() == 1 {
        let a: Vec<f64> = (0..2000).map(|i| i as f64).collect();
        let mut sum = 0.0;
        for _ in 0..100000 { sum += dot(std::hint::black_box(&a), &a); }
        println!("{}", sum);
    } else {
        for i in 0..3000 { order(&mut (0..2000u64).map(|x| x * (7919 + i) % 2003).collect()); }
    }
}
END
run 0 rustc -O -g sums.rs -o sums
run 0 "$GASP" run -q -o dots ./sums
run 0 "$GASP" report dots
# That line has the function, and a closure that is inlined there.
has out '^  hottest  *library/core/.*; of its own source, sums.rs:2 in sums::dot(::\{\{closure\}\})?, '
hasnt out /rustc/
run 0 "$GASP" run -q -o sorts ./sums sort
run 0 "$GASP" report sorts
has out 'Most time .*in (sums::order \(sums.rs:4\), with|core::.*called from sums::order \(sums.rs:4\))'
