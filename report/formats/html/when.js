// when.js - above the flame graph: when each thread had a processor, by samples.
//
// SPDX-License-Identifier: Apache-2.0
//
// A range that mouse or keys choose is what the flame graph, the functions and the
// lines below it are of.  Uses what report.js, matrix.js, teams.js and flame.js
// define.

"use strict";

// The bins that are chosen, and the picture.
const part = { from: 0, to: Infinity };
let whenView = null;

const isPartOfRun = () => Boolean(data.when)
  && (part.from > 0 || part.to < data.when.bins);

// ---- What there is of it

// Call VISIT with the node, line and time of all that is in the chosen bins, of the
// thread with tree number THREAD, or of all if that is 0.
function eachWhen(thread, visit) {
  for (const { tree, parts } of data.when.rows) {
    if (thread && tree !== thread) continue;
    for (let i = 0; i < parts.length; i += 4)
      if (parts[i] >= part.from && parts[i] < part.to)
        visit(parts[i + 1], parts[i + 2], parts[i + 3]);
  }
}

const partText = () => binTime(data.when, part.from) + " to "
  + binTime(data.when, part.to);

// The tree of what is chosen.  All in it is estimated, and calls are not known.
function treeWhen(thread) {
  const all = data.trees[0], own = all.place.map(() => 0), lines = new Map();
  eachWhen(thread, (node, line, time) => {
    own[node] += time;
    if (line >= 0) lines.set(line, (lines.get(line) || 0) + time);
  });
  return { name: data.trees[thread].name + ", " + partText(), place: all.place,
           parent: all.parent, calls: all.place.map(() => 0),
           estimated: all.place.map(() => 7 | 16), self: [own], isPart: true, lines };
}

// The table of hot lines, with the figures of the part that graph G is of.
function linesWhen(g) {
  const table = tableOf("hot-lines");
  const at = field => columnOf(table, field);
  const sum = [...g.tree.lines.values()].reduce((a, b) => a + b, 0);
  const rows = [...g.tree.lines].sort((a, b) => b[1] - a[1]).map(([line, time]) => {
    const row = table.rows[line].slice();
    row[at("time")] = time;
    row[at("percent")] = 100 * time / sum;
    row[at("count")] = row[at("faults")] = 0;
    return row;
  });
  return { ...table, rows };
}

// ---- The picture

const MOST_THREADS = 8;

// What to draw: all threads if there are several, those that had most, and the
// others together.
function whenRows() {
  const { rows, bins } = data.when;
  const ofRow = row => {
    const use = new Float64Array(bins);
    for (let i = 0; i < row.parts.length; i += 4)
      use[row.parts[i]] += row.parts[i + 3];
    return { name: row.name, use, sum: use.reduce((a, b) => a + b, 0) };
  };
  const together = (name, some) => ({
    name, isSum: true, use: some.reduce((sum, row) =>
      sum.map((v, bin) => v + row.use[bin]), new Float64Array(bins)) });
  const each = rows.map(ofRow);
  if (each.length < 2) return each;
  const most = [...each].sort((a, b) => b.sum - a.sum).slice(0, MOST_THREADS);
  const shown = each.length <= MOST_THREADS + 1 ? each
    : each.filter(row => most.includes(row));
  const others = each.filter(row => !shown.includes(row));
  return [together("all threads", each), ...shown,
          ...(others.length ? [together(others.length + " others", others)] : [])];
}

// The outline of USE, of which MOST is HEIGHT high, above Y.
function outline(use, most, x, wide, y, height) {
  let path = `M${x} ${y}`;
  use.forEach((value, bin) => {
    const top = (y - height * Math.min(1, value / most)).toFixed(1);
    path += `V${top}H${(x + (bin + 1) * wide).toFixed(1)}`;
  });
  return path + `V${y}Z`;
}

function drawWhen(width) {
  const { bins, span } = data.when, wide = (width - teamLeft) / bins;
  const children = [], bin = span / bins;
  let y = 0;
  for (const { name, use, isSum } of whenView.rows) {
    const high = whenView.rows.length < 2 || name === "all threads" ? 34 : 15;
    const most = isSum ? Math.max(bin, ...use) : bin;
    y += high + 3;
    children.push(
      drawn("rect", { class: "back", x: teamLeft, y: y - high, height: high,
                      width: width - teamLeft }),
      drawn("path", { d: outline(use, most, teamLeft, wide, y, high) }),
      drawn("text", { x: teamLeft - 8, y: y - high / 2, "text-anchor": "end",
        "dominant-baseline": "central" },
        name.length > 11 ? name.slice(0, 10) + "\u2026" : name,
        drawn("title", {}, name)));
  }
  for (const [a, b] of [[0, part.from], [part.to, bins]])
    if (b > a)
      children.push(drawn("rect", { class: "outside", x: teamLeft + a * wide, y: 0,
                                    width: (b - a) * wide, height: y }));
  children.push(...timeAxis(data.when, 0, bins, width, y));
  return teamPicture("when", "Processor use over time", width, y + 24, children);
}

// What there was at BIN, for the tip.
function tipWhen(event, x) {
  const { bins, span } = data.when, tip = $("tip"), rows = element("table");
  const bin = Math.min(bins - 1, Math.floor(x * bins));
  for (const { name, use } of whenView.rows)
    if (use[bin] > 0)
      rows.append(tipLine(name, percent(use[bin], span / bins)));
  tip.replaceChildren(element("b", {}, "at " + binTime(data.when, bin)),
    element("div", { class: "hint" }, "of a processor"), rows);
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  tip.style.left = Math.max(4, Math.min(event.clientX + 14,
    innerWidth - box.width - 8)) + "px";
  tip.style.top = event.clientY + 18 + "px";
}

function fillWhen() {
  const width = $("when").clientWidth;
  if (!whenView || !width) return;
  const svg = drawWhen(width);
  watchMouse(svg, (a, b) => choosePart(a * data.when.bins, b * data.when.bins));
  svg.addEventListener("pointermove", event => {
    const box = svg.getBoundingClientRect();
    const x = (event.clientX - box.left - teamLeft) / (box.width - teamLeft);
    if (x >= 0 && x < 1) tipWhen(event, x);
    else $("tip").hidden = true;
  });
  svg.addEventListener("pointerleave", () => { $("tip").hidden = true; });
  whenView.picture.replaceChildren(svg);
  whenView.all.disabled = !isPartOfRun();
  whenView.chosen.textContent = isPartOfRun() ? "Shown: " + partText() + ". " : "";
}

function makeWhen() {
  const { bins, span, samples, rows, partial } = data.when, whole = { rows: whenRows() };
  const sum = rows.reduce((all, { parts }) => {
    for (let i = 3; i < parts.length; i += 4) all += parts[i];
    return all;
  }, 0);
  whole.all = element("button", { type: "button",
    onclick: () => choosePart(0, bins) }, "Whole run");
  whole.chosen = element("output");
  whole.picture = element("div", { tabindex: 0, role: "application",
    "aria-label": "Processor use over time" });
  whenView = whole;
  $("when").replaceChildren(whole.picture, element("div", { class: "tools" },
    element("span", { class: "hint" }, whole.chosen,
      "Processor use over time, by " + format.count(samples) + " samples, each of some "
      + format.time(sum / samples) + "; a step is " + format.time(span / bins) + ". "
      + (partial ? "Some processes have no times of samples. " : "")
      + "Draw over a part to see what it did."), whole.all));
  addEventListener("resize", fillWhen);
}

// Show what is between the bins FROM and TO.
function choosePart(from, to) {
  const { bins } = data.when;
  part.from = Math.max(0, Math.min(bins - 1, Math.round(from)));
  part.to = Math.max(part.from + 1, Math.min(bins, Math.round(to)));
  noteState({ from: isPartOfRun() ? part.from : "", to: isPartOfRun() ? part.to : "" });
  chooseGraph(pathText(graph, zoom));
}

// What KEY does, if the picture has the keys; whether it is one of those.
function whenKey(key) {
  return rangeAction(key, part, data.when.bins, choosePart);
}

// Take from PARAMS what is chosen.
function readyWhen(params) {
  if (!data.when) return;
  part.from = Number(params.get("from")) || 0;
  part.to = Number(params.get("to")) || data.when.bins;
}

function showWhen(isShown) {
  $("when").hidden = !isShown || !data.when;
  if ($("when").hidden) return;
  if (!whenView) makeWhen();
  fillWhen();
}
