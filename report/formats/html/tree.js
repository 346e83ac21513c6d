// tree.js - the call tree as a table that folds.
//
// SPDX-License-Identifier: Apache-2.0
//
// Uses what flame.js and report.js define.

"use strict";

const MOST_ROWS = 1000;       // about as many are unfolded at a time

// Graph of the thread on show; its rows, as they stand; the selected row.
let treeGraph = null, treeRows = [], treeAt = 0;

function childrenOf(g, i) {
  const found = [];
  for (let c = g.child[i]; c >= 0; c = g.sibling[c]) found.push(c);
  return found.sort((a, b) => g.total[b] - g.total[a]
                              || g.tree.calls[b] - g.tree.calls[a]);
}

const isOpen = r => r + 1 < treeRows.length
  && treeGraph.depth[treeRows[r + 1]] > treeGraph.depth[treeRows[r]];

function unfold(r) {
  if (!isOpen(r) && treeRows.length < MOST_ROWS)
    treeRows.splice(r + 1, 0, ...childrenOf(treeGraph, treeRows[r]));
}

function fold(r) {
  let end = r + 1;
  while (end < treeRows.length
         && treeGraph.depth[treeRows[end]] > treeGraph.depth[treeRows[r]])
    end++;
  treeRows.splice(r + 1, end - r - 1);
}

// Everything below row R.
function unfoldAll(r) {
  const depth = treeGraph.depth[treeRows[r]];
  for (let k = r; k < treeRows.length && treeRows.length < MOST_ROWS; k++) {
    if (k > r && treeGraph.depth[treeRows[k]] <= depth) break;
    unfold(k);
  }
}

// What takes at least a tenth of the whole.
function unfoldHot() {
  for (let r = 0; r < treeRows.length && treeRows.length < 60; r++)
    if (treeGraph.total[treeRows[r]] >= treeGraph.total[0] / 10) unfold(r);
}

function treeRow(i, r) {
  const g = treeGraph, tree = g.tree, place = data.places[tree.place[i]];
  const sign = bit => tree.estimated[i] & bit ? "~" : "";
  const number = text => element("td", { class: "number" }, text);
  const leaf = g.child[i] < 0;
  const where = place[1] ? place[1] + ":" + place[2] : "";
  const share = g.total[0] ? 100 * g.total[i] / g.total[0] : 0;
  const row = element("tr", { role: "row", id: "tree-" + i,
    "aria-level": g.depth[i] + 1, onclick: () => {
      treeAt = r;
      if (isOpen(r)) fold(r);
      else unfold(r);
      fillTree();
    } },
    number(sign(2) + format.time(g.total[i])),
    element("td", { class: "number share" }, format.percent(share)),
    ...(runningMetric < 0
        ? [number(sign(1) + format.time(tree.self[0][i]))]
        : [number(sign(4) + format.time(runningOf(tree, i))),
           number(format.time(waitingOf(tree, i))),
           ...(data.showsReady ? [number(format.time(Math.max(0, readyOf(tree, i))))]
                               : [])]),
    number(i ? callsOf(tree, i) : ""),
    element("td", { class: "name", title: i ? place[0] : tree.name },
      element("span", { class: "twig", "aria-hidden": "true" },
              leaf ? "" : isOpen(r) ? "\u25be" : "\u25b8"),
      ...(i ? cutName(place[0]) : [tree.name])),
    element("td", { class: "place" }, where && hasSource(where)
      ? element("a", { href: addressOf("Sources", { at: where }),
                       title: "show the source" }, where) : where));
  if (!leaf) row.setAttribute("aria-expanded", isOpen(r));
  row.children[1].style.setProperty("--share", share.toFixed(1) + "%");
  row.querySelector(".name").style.setProperty("--depth", Math.min(g.depth[i], 40));
  return row;
}

function fillTree() {
  $("tree-rows").replaceChildren(...treeRows.map(treeRow));
  $("tree-note").textContent = treeRows.length < MOST_ROWS ? ""
    : "There are too many rows to unfold more of them.";
  selectRow(treeAt);
}

function selectRow(r) {
  const rows = $("tree-rows").children;
  for (const row of $("tree-rows").querySelectorAll(".at")) {
    row.classList.remove("at");
    row.removeAttribute("aria-selected");
  }
  treeAt = Math.max(0, Math.min(r, rows.length - 1));
  const row = rows[treeAt];
  row.classList.add("at");
  row.setAttribute("aria-selected", "true");
  $("tree-table").setAttribute("aria-activedescendant", row.id);
  row.scrollIntoView({ block: "nearest" });
  noteState({ node: pathText(treeGraph, treeRows[treeAt]) });
}

// Unfold what leads to node I, and select it.
function revealNode(i) {
  treeAt = 0;
  for (const n of chainTo(treeGraph, i)) {
    unfold(treeAt);
    treeAt = treeRows.indexOf(n, treeAt);
  }
  fillTree();
}

// Whether KEY means something here.
function treeKey(key) {
  const depth = r => treeGraph.depth[treeRows[r]];
  switch (key) {
    case "ArrowDown": selectRow(treeAt + 1); break;
    case "ArrowUp": selectRow(treeAt - 1); break;
    case "PageDown": selectRow(treeAt + 20); break;
    case "PageUp": selectRow(treeAt - 20); break;
    case "Home": selectRow(0); break;
    case "End": selectRow(treeRows.length - 1); break;
    case "ArrowRight":
      if (isOpen(treeAt)) selectRow(treeAt + 1);
      else { unfold(treeAt); fillTree(); }
      break;
    case "ArrowLeft":
      if (isOpen(treeAt)) { fold(treeAt); fillTree(); }
      else {
        let r = treeAt;
        while (r > 0 && depth(r) >= depth(treeAt)) r--;
        selectRow(r);
      }
      break;
    case " ":
      if (isOpen(treeAt)) fold(treeAt);
      else unfold(treeAt);
      fillTree();
      break;
    case "*": unfoldAll(treeAt); fillTree(); break;
    case "Enter":
      location.hash = addressOf("Flame graph",
        { thread: $("tree-thread").value,
          zoom: pathText(treeGraph, treeRows[treeAt]) });
      break;
    default: return false;
  }
  return true;
}

function chooseTree(path) {
  treeGraph = makeGraph(data.trees[Number($("tree-thread").value)], 0);
  treeRows = [0];
  unfoldHot();
  noteState({ thread: $("tree-thread").value === "0" ? ""
                      : $("tree-thread").value });
  revealNode(path ? nodeOf(treeGraph, path) : 0);
}

function prepareTree() {
  offer("tree-thread", data.trees, () => chooseTree(""));
  $("tree-self").textContent = runningMetric < 0 ? "self" : "running";
  $("tree-waiting").hidden = runningMetric < 0;
  $("tree-ready").hidden = !data.showsReady;
}

function openTree(params, restore) {
  if (!$("tree-thread").length)
    prepareTree();
  else if (!restore)
    return;
  choose("tree-thread", params.get("thread"));
  chooseTree(params.get("node"));
}
