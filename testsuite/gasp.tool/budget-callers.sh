# What goes on after a function was switched off is not shown in it: its call ended
# unseen, and it was inlined, so that the stack does not show that, either.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "it takes long"
run 0 "$CC" --profile -O2 -g "$SOURCE/examples/words.c" -o words
for turn in 1 2 3; do
  rm -rf profile
  run 0 "$GASP" run -q --budget=10% -o profile ./words
  run 0 "$GASP" report --format=csv --view=tree profile
  # These call nothing that takes time.
  rows '$1 == "tree" { name[$at["id"]] = $at["name"]; total[$at["name"]] += $at["total"]
		   if ($at["name"] == "thread" || $at["depth"] == 0) whole = $at["total"] }
    END { for (i = split ("hash next_word lower_case", few, " "); i > 0; i--)
	    if (total[few[i]] > whole / 4) { print few[i], total[few[i]], whole; bad = 1 }
	  exit bad || !whole }' out || fail "in what is over"
  run 0 "$GASP" report --view=leaks profile
  has out 'words.c:62 +malloc < lower_case'
  hasnt out 'malloc < (hash|next_word)'
done
