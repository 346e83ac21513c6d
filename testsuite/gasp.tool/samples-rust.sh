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
