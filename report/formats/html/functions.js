// functions.js - below the flame graph: the functions of what it shows, or one of
// them with its callers, its callees and its hottest lines.
//
// SPDX-License-Identifier: Apache-2.0
//
// Figures are those of the thread, the range of time and the search that the graph
// is of.  Uses what report.js, flame.js and summary.js define.

"use strict";

// Call ENTER for each node of graph G as its call begins, LEAVE as it ends.
function walk(g, enter, leave) {
  const stack = [0];
  while (stack.length) {
    const i = stack.pop();
    if (i < 0) leave(~i);
    else {
      enter(i);
      stack.push(~i);
      for (let c = g.child[i]; c >= 0; c = g.sibling[c]) stack.push(c);
    }
  }
}

// Rows by what KEYOF makes of the nodes of graph G: their own time, all of it, not
// twice where a call is within another of the same row or is NESTED, and calls.  Nodes
// that it makes nothing of are left out.
function addUp(g, keyOf, nested) {
  const { tree } = g, own = tree.self[g.metric], rows = new Map();
  const rowOf = i => {
    const place = keyOf(i);
    if (place < 0) return null;
    if (!rows.has(place))
      rows.set(place, { place, self: 0, total: 0, calls: 0, estimated: 0, open: 0 });
    return rows.get(place);
  };
  walk(g, i => {
    const row = i > 0 && rowOf(i);
    if (!row) return;
    row.self += own[i];
    row.calls += tree.calls[i];
    row.estimated |= tree.estimated[i];
    if (!row.open++ && !(nested && nested[i])) row.total += g.total[i];
  }, i => {
    const row = i > 0 && rowOf(i);
    if (row) row.open--;
  });
  return [...rows.values()].filter(r => r.self > 0 || r.total > 0
                                        || (r.calls && !tree.isSearched));
}

// All places in G, the one that took most first.
const figuresOfPlaces = g => addUp(g, i => g.tree.place[i])
  .sort((a, b) => b.self - a.self || b.total - a.total);

// Those that call what ISWANTED tells of places, and those that it calls.
function neighboursOf(g, isWanted) {
  const { tree } = g, most = (a, b) => b.total - a.total || b.calls - a.calls;
  const callerOf = i => tree.place[tree.parent[i]], nested = new Uint8Array(g.n);
  for (let i = 1; i < g.n; i++)
    nested[i] = nested[tree.parent[i]] | isWanted(callerOf(i));
  return {
    callers: addUp(g, i => isWanted(tree.place[i]) ? callerOf(i) : -1, nested)
      .sort(most),
    callees: addUp(g, i => isWanted(callerOf(i)) ? tree.place[i] : -1).sort(most)
  };
}

// ---- Tables

const columnsOfPart = [
  ["self", "self", "", "in it, without what it called", "self_estimated"],
  ["percent", "%", "percent", "of all that the graph shows"],
  ["total", "total", "", "in it, with what it called", "total_estimated"],
  ["calls", "calls", "count", "", "calls_estimated", "calls_at_least"],
  ["name", "function", "text", ""], ["function", "", "text", ""],
  ["location", "where", "text", ""], ["self_estimated", "", "flag", ""],
  ["total_estimated", "", "flag", ""], ["calls_estimated", "", "flag", ""],
  ["calls_at_least", "", "flag", ""]];

// A table of ROWS of graph G with those of its columns that FIELDS name.
function tableOfPart(g, title, rows, fields) {
  const type = data.metrics[g.metric].type, isTime = g.metric === 0;
  const at = field => columnsOfPart.findIndex(c => c[0] === field);
  const columns = columnsOfPart.map(
    ([field, heading, kind, help, estimate, least]) => ({
      field, heading: fields.includes(field) ? heading : "", type: kind || type, help,
      estimate: estimate && at(estimate), least: least && at(least),
      sum: /^(self|percent)$/.test(field) }));
  const part = fields.includes("self") ? "self" : "total";
  return makeTable({ name: "part", inFlame: true, columns, title,
    rows: rows.map(r => {
      const [name, file, line, , full] = data.places[r.place], bits = r.estimated;
      return [r.self, g.total[0] ? 100 * r[part] / g.total[0] : 0, r.total, r.calls,
        name, full, file ? file + ":" + line : null, isTime && bits & 1,
        isTime && bits & 2, bits & 8, bits & 16];
    }) }, "", 12);
}

// The full name of what is zoomed into, or of all that the search finds; or "".
function chosenName() {
  const fullOf = place => data.places[place][4];
  if (zoom) return fullOf(graph.tree.place[zoom]);
  const text = $("flame-search").value.trim();
  const names = new Set([...found || []].map(fullOf));
  return names.has(text) ? text : names.size === 1 ? [...names][0] : "";
}

// Those of the function FULL; or, if it is "", of all.
function hottestLines(g, full) {
  const table = g.tree.isPart ? linesWhen(g) : tableOf("hot-lines");
  const rows = table ? table.rows.filter(r =>
    !full || r[columnOf(table, "function")] === full) : [];
  const left = full ? /^(function|name|time)$/ : /^(function|percent_of_line)$/;
  const columns = table && table.columns.map(c =>
    left.test(c.field) ? { ...c, heading: "" } : c);
  return rows.length
    ? makeTable({ ...table, columns, rows, title: "Hottest lines" }, "", 12) : null;
}

// What graph G has of all that has the full name FULL.
function functionPart(g, full) {
  const isWanted = place => data.places[place][4] === full;
  const [row] = addUp(g, i => isWanted(g.tree.place[i]) ? g.tree.place[i] : -1);
  const [all] = addUp(g, i => isWanted(g.tree.place[i]) ? 0 : -1);
  if (!row) return [];
  const [name, file, line] = data.places[row.place], isOne = row.total === all.total;
  const { callers, callees } = neighboursOf(g, isWanted);
  const figure = (name, bit, value) => name + " "
    + (g.metric === 0 && all.estimated & bit ? "~" : "")
    + format[data.metrics[g.metric].type](value) + " " + percent(value, g.total[0]);
  const fields = ["percent", "total", "calls", "name", "location"];
  const hasLines = g.tree.lines || !g.tree.isPart && $("flame-thread").value === "0";
  return [element("h2", { title: full }, name + " ",
      placeLink(isOne && file ? file + ":" + line : "")),
    element("p", { class: "hint" }, figure("total", 2, all.total) + ", "
            + figure("self", 1, all.self)),
    element("div", { class: "parts" },
      tableOfPart(g, "Called by", callers, fields),
      callees.length ? tableOfPart(g, "Calls", callees, fields) : null,
      hasLines ? hottestLines(g, full) : null)];
}

// Show below the graph what there is of G, which it was made of.
function showFunctions(g) {
  const full = chosenName();
  const isPart = g.tree.isPart || g.tree.isSearched || $("flame-thread").value > 0;
  const shown = full ? functionPart(g, full) : [];
  if (isPart)
    shown.push(tableOfPart(g, "Functions of " + g.tree.name, figuresOfPlaces(g),
                           ["self", "percent", "total", "calls", "name", "location"]),
               g.tree.lines && !full ? hottestLines(g, "") : "");
  $("flame-functions").hidden = !shown.length;
  $("flame-functions").replaceChildren(...shown);
}
