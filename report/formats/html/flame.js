// flame.js - the flame graph: callers above, callees below, on a canvas.
//
// SPDX-License-Identifier: Apache-2.0
//
// Only what is on the screen and wide enough to see is drawn, so hundreds of
// thousands of nodes, or of levels, do not matter.

"use strict";

const ROW = 19;               // pixels a level
const NARROW = 0.4;           // bars below that are not drawn
const MOST_HEIGHT = 3e7;      // of an element, in browsers

// The graph on show, where callers come before callees; and, where it is turned over,
// what it was made of.
let graph = null, graphOfAll = null;
let zoom = 0, hovered = -1, selected = -1, found = null;

// Prepare tree TREE for metric METRIC: totals, places from left, children.
function makeGraph(tree, metric) {
  const n = tree.place.length, own = tree.self[metric];
  const g = { tree, metric, n, total: new Float64Array(n),
    left: new Float64Array(n), depth: new Int32Array(n),
    child: new Int32Array(n).fill(-1), sibling: new Int32Array(n).fill(-1),
    deepest: 0 };
  for (let i = 0; i < n; i++)
    g.total[i] = Math.max(0, own[i]);
  for (let i = n - 1; i > 0; i--)
    g.total[tree.parent[i]] += g.total[i];
  const last = new Int32Array(n).fill(-1), used = new Float64Array(n);
  // From the left as they are, but callers by what they account for.
  const order = [...Array(n).keys()].slice(1);
  if (tree.inverted) order.sort((a, b) => g.total[b] - g.total[a] || a - b);
  for (const i of order) {
    const p = tree.parent[i];
    g.depth[i] = g.depth[p] + 1;
    g.left[i] = g.left[p] + used[p];
    used[p] += g.total[i];
    if (last[p] < 0) g.child[p] = i;
    else g.sibling[last[p]] = i;
    last[p] = i;
    if (g.total[i] > 0) g.deepest = Math.max(g.deepest, g.depth[i]);
  }
  return g;
}

// The same from what took the time: below the root, each place with what metric
// METRIC has of its own, and below that its callers.  Paths too small to see end
// there.
function inverted(tree, metric) {
  const own = tree.self[metric], n = tree.place.length;
  const t = { name: tree.name, place: [tree.place[0]], parent: [-1], calls: [0],
              estimated: [0], self: [], inverted: true };
  const value = [Math.max(0, own[0])], children = [new Map()];
  const least = own.reduce((sum, v) => sum + Math.max(0, v), 0) / 1e5;
  const step = (at, place) => {
    let next = children[at].get(place);
    if (next === undefined) {
      next = t.place.push(place) - 1;
      t.parent.push(at);
      t.calls.push(0);
      t.estimated.push(0);
      value.push(0);
      children.push(new Map());
      children[at].set(place, next);
    }
    return next;
  };
  for (let i = 1; i < n; i++) {
    if (!(own[i] > 0)) continue;
    let at = 0;
    for (let k = i; k > 0; k = tree.parent[k]) {
      at = step(at, tree.place[k]);
      t.calls[at] += tree.calls[i];
      if (tree.estimated[i] & 1) t.estimated[at] = 3;
      if (own[i] < least) break;
    }
    value[at] += own[i];
  }
  t.self[metric] = value;
  return t;
}

const placeOf = i => data.places[graph.tree.place[i]];

// Call VISIT for each node that is on the screen, outermost first, with its
// box.  FIRST and END are levels below the zoomed node's caller chain.
function eachVisible(width, firstRow, endRow, visit) {
  const g = graph, scale = width / (g.total[zoom] || 1);
  const chain = [];
  for (let i = zoom; i > 0;) { i = g.tree.parent[i]; chain.push(i); }
  for (const i of chain)
    if (g.depth[i] >= firstRow && g.depth[i] < endRow)
      visit(i, 0, width, g.depth[i]);
  const stack = [zoom];
  while (stack.length) {
    const i = stack.pop();
    const x = (g.left[i] - g.left[zoom]) * scale, w = g.total[i] * scale;
    if (w < NARROW || g.depth[i] >= endRow) continue;
    if (g.depth[i] >= firstRow && visit(i, x, w, g.depth[i])) return;
    for (let c = g.child[i]; c >= 0; c = g.sibling[c]) stack.push(c);
  }
}

// ---- Drawing

const dark = matchMedia("(prefers-color-scheme: dark)");
let onPaper = false;
const isDark = () => dark.matches && !onPaper;

function hashOf(text) {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++)
    h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return (h >>> 0) / 4294967296;
}

// Functions are warm, of a hue for each name; events are cold.
function colourOf(place) {
  const [name, file, , kind] = place;
  if (kind === "outside") return isDark() ? "#3a414b" : "#d5dae0";
  const hue = kind === "event" ? 190 + 50 * hashOf(name)
    : 4 + 48 * hashOf(name + name.length);
  const shade = 8 * hashOf(file || "") - 4;
  return isDark() ? `hsl(${hue} 52% ${34 + shade}%)`
    : `hsl(${hue} 82% ${73 + shade}%)`;
}

// Compared with the run before: what took more is red, what took less is blue, the
// stronger the larger the part of it; what differs by no more than the noise is grey.
const hasOld = () => graph.metric === 0 && graph.tree.old
  && $("flame-changes").checked;

function changeOf(i) {
  const was = Math.max(0, graph.tree.old[i]), is = graph.total[i];
  return graph.tree.changed[i] ? (is - was) / Math.max(is, was) : 0;
}

function changeColour(i) {
  const change = changeOf(i), strength = Math.min(1, Math.abs(change) * 1.6);
  if (!change) return isDark() ? "#3a414b" : "#dde1e6";
  const hue = change > 0 ? 6 : 214;
  return isDark() ? `hsl(${hue} ${25 + 50 * strength}% ${32 + 12 * strength}%)`
    : `hsl(${hue} ${40 + 50 * strength}% ${86 - 22 * strength}%)`;
}

function changeText(i) {
  const was = graph.tree.old[i], type = data.metrics[graph.metric].type;
  return was < 0 ? "not called" : format[type](was) + (was > 0 ? "  ("
    + (graph.total[i] < was ? "" : "+")
    + (100 * (graph.total[i] / was - 1)).toFixed(1) + " %)" : "");
}

// As much of a name as there is room for: first without what qualifies it.
function fitText(context, text, width) {
  if (width < 22) return "";
  const per = context.measureText("n").width || 7;
  const fits = Math.floor(width / per);
  if (text.length <= fits) return text;
  const last = lastOfName(text);
  return last.length <= fits ? last
    : fits < 4 ? "" : last.slice(0, fits - 1) + "\u2026";
}

function drawBar(context, i, x, w, y) {
  const place = placeOf(i), gap = w > 3 ? 1 : 0;
  const dimmed = (found && !graph.tree.isSearched && !found.has(graph.tree.place[i]))
    || graph.depth[i] < graph.depth[zoom];
  context.globalAlpha = dimmed ? 0.35 : 1;
  context.fillStyle = hasOld() ? changeColour(i)
    : place.colour || (place.colour = colourOf(place));
  context.fillRect(x, y, Math.max(w - gap, 0.5), ROW - 1);
  if (i === hovered || i === selected) {
    context.globalAlpha = 1;
    context.lineWidth = i === selected ? 2.5 : 1.5;
    context.strokeStyle = isDark() ? "#fff" : "#000";
    context.strokeRect(x + 0.75, y + 0.75, w - gap - 1.5, ROW - 2.5);
  }
  const text = fitText(context, nameOf(i), w - 8);
  if (!text) return;
  context.globalAlpha = dimmed ? 0.6 : 1;
  context.fillStyle = isDark() ? "#f2f4f7" : "#1b1f24";
  context.fillText(text, x + 4, y + ROW / 2);
}

const nameOf = i => i ? placeOf(i)[0] : graph.tree.name;

function drawFlame() {
  const view = $("flame-view"), canvas = $("flame-canvas");
  const context = canvas.getContext("2d");
  const all = graph ? (graph.deepest + 2) * ROW : 0;
  view.style.maxHeight = Math.max(all, 4 * ROW) + 2 + "px";
  const width = view.clientWidth, height = view.clientHeight;
  const ratio = window.devicePixelRatio || 1;
  if (!graph || !width) return;
  if (canvas.width !== Math.round(width * ratio)
      || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = width + "px";
    canvas.style.height = height + "px";
  }
  $("flame-height").style.height
    = Math.min(all, MOST_HEIGHT) + "px";
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  paintFlame(context, width, height, view.scrollTop);
}

// Paint what of the graph is from TOP on.
function paintFlame(context, width, height, top) {
  context.font = "12px system-ui, sans-serif";
  context.textBaseline = "middle";
  if (!graph.total[0]) {
    context.fillStyle = isDark() ? "#9aa5b1" : "#5c6773";
    context.fillText("There is none of that here.", 10, 20);
    return;
  }
  eachVisible(width, Math.floor(top / ROW), Math.ceil((top + height) / ROW),
    (i, x, w, row) => { drawBar(context, i, x, w, row * ROW - top + 1); });
  context.globalAlpha = 1;
}

// Draw it WIDTH wide, and as high as it is; or as the window has room for, if that is
// 0.  Colours are those of a light page where it is printed.
function fitFlame(width) {
  const view = $("flame-view").style;
  if (!graph) return;
  for (const place of data.places) place.colour = null;
  view.width = width ? width + "px" : "";
  view.height = width ? Math.min((graph.deepest + 2) * ROW, 900) + "px" : "";
  drawFlame();
}

// Save what is zoomed into, in all its depth, as a picture.
function savePicture() {
  const width = $("flame-view").clientWidth;
  const height = Math.min((graph.deepest + 2) * ROW, 6000);
  const canvas = element("canvas", { width: 2 * width, height: 2 * height });
  const context = canvas.getContext("2d");
  context.scale(2, 2);
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, width, height);
  paintFlame(context, width, height, 0);
  element("a", { href: canvas.toDataURL(), download: "flame-graph.png" }).click();
}

// ---- Pointing, zooming, searching

function nodeAt(event) {
  const view = $("flame-view"), box = view.getBoundingClientRect();
  const x = event.clientX - box.left;
  const row = Math.floor((event.clientY - box.top + view.scrollTop) / ROW);
  let hit = -1;
  if (graph)
    eachVisible(view.clientWidth, row, row + 1, (i, left, w) => {
      if (x >= left && x < left + w) hit = i;
      return hit >= 0;
    });
  return hit;
}

// What node I of TREE took itself while the thread ran, while it was blocked, and while
// it waited for a processor.
const runningOf = (tree, i) => tree.self[runningMetric][i];
const waitingOf = (tree, i) => tree.self[waitingMetric][i];
const readyOf = (tree, i) => tree.self[0][i] - runningOf(tree, i) - waitingOf(tree, i);

// How often node I of TREE was called; "" if only samples have seen it.
function callsOf(tree, i) {
  const isLeast = tree.estimated[i] & 16;
  return isLeast && !tree.calls[i] ? ""
    : (isLeast ? "≥" : tree.estimated[i] & 8 ? "~" : "") + format.count(tree.calls[i]);
}

// What node I took itself, for the tip.
function ownLines(tree, i, sign) {
  const own = tree.self[graph.metric][i];
  const line = (name, bit, value) => tipLine(name, sign(bit)
    + format[data.metrics[graph.metric].type](value) + "  "
    + percent(value, graph.total[0]));
  return tree.inverted ? []
    : graph.metric > 0 || !tree.self[runningMetric] ? [line("self", 1, own)]
    : [line("running", 4, runningOf(tree, i)),
       line("waiting", 4, waitingOf(tree, i)),
       ...(readyOf(tree, i) > graph.total[0] / 1e6
           ? [line("ready", 4, readyOf(tree, i))] : [])];
}

function tipLine(name, value) {
  return element("tr", {}, element("td", {}, name), element("td", {}, value));
}

function showTip(i, event) {
  const tip = $("tip"), place = placeOf(i), tree = graph.tree;
  const type = data.metrics[graph.metric].type;
  const all = graph.total[i];
  const calls = tree.calls[i], rows = element("table");
  const sign = bit => graph.metric === 0 && tree.estimated[i] & bit ? "~" : "";
  rows.append(tipLine("total", sign(2) + format[type](all) + "  "
                      + percent(all, graph.total[0])),
              ...ownLines(tree, i, sign));
  if (graph.metric === 0 && tree.old)
    rows.append(tipLine("before", changeText(i)));
  if (i && callsOf(tree, i)) rows.append(tipLine("calls", callsOf(tree, i)));
  if (calls && graph.metric === 0 && !(tree.estimated[i] & 16))
    rows.append(tipLine("per call", sign(2) + format.time(all / calls)));
  tip.replaceChildren(element("b", {}, i ? place[4] : tree.name),
    place[1] ? element("div", { class: "hint" }, place[1] + ":" + place[2])
             : "", rows);
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  tip.style.left = Math.max(4, Math.min(event.clientX + 14,
    innerWidth - box.width - 8)) + "px";
  tip.style.top = (event.clientY + 18 + box.height > innerHeight
    ? event.clientY - box.height - 10 : event.clientY + 18) + "px";
}

function hover(i, event) {
  if (i >= 0) showTip(i, event);
  else $("tip").hidden = true;
  if (i === hovered) return;
  hovered = i;
  requestAnimationFrame(drawFlame);
}

function zoomTo(i, isNew = true) {
  zoom = i;
  const chain = chainTo(graph, i), shown = chain.length > 12
    ? [...chain.slice(0, 3), ...chain.slice(-8)] : chain;
  $("flame-path").replaceChildren(...(i ? [0, ...shown] : []).map(n =>
    element("li", {}, element("button", { type: "button",
      onclick: () => zoomTo(n) }, nameOf(n)))));
  const view = $("flame-view"), row = graph.depth[i];
  if (row * ROW < view.scrollTop
      || (row + 3) * ROW > view.scrollTop + view.clientHeight)
    view.scrollTop = Math.max(0, (row - 4) * ROW);
  hovered = -1;
  if (!isBelow(selected, i)) select(i ? i : -1);
  noteState({ zoom: i ? pathText(graph, i) : "" });
  if (isNew) showFound();
}

// The nodes that lead from the root of G to node I, without the root.
function chainTo(g, i) {
  const chain = [];
  for (let n = i; n > 0; n = g.tree.parent[n]) chain.unshift(n);
  return chain;
}

// A node by the names from the root, as the address has it, and back; the nearest
// that there is.
function pathText(g, i) {
  return chainTo(g, i)
    .map(n => encodeURIComponent(data.places[g.tree.place[n]][0])).join(";");
}

function nodeOf(g, path) {
  let at = 0;
  for (const name of path ? path.split(";").map(decodeURIComponent) : []) {
    let c = g.child[at];
    while (c >= 0 && (!g.total[c] || data.places[g.tree.place[c]][0] !== name))
      c = g.sibling[c];
    if (c < 0) break;
    at = c;
  }
  return at;
}

// ---- Keys

// Whether node I is ABOVE or below it.
function isBelow(i, above) {
  while (i > above) i = graph.tree.parent[i];
  return i === above;
}

// Node I, or none if it is negative, is selected, which is said in words, too.
function select(i) {
  selected = i;
  const type = data.metrics[graph.metric].type;
  $("flame-selected").textContent = i < 0 ? "" : nameOf(i) + ": "
    + format[type](graph.total[i]) + ", "
    + percent(graph.total[i], graph.total[0])
    + (graph.metric === 0 && graph.tree.old ? "; before: " + changeText(i) : "");
  const view = $("flame-view"), y = i < 0 ? 0 : graph.depth[i] * ROW;
  if (i >= 0 && (y < view.scrollTop
                 || y + ROW > view.scrollTop + view.clientHeight))
    view.scrollTop = Math.max(0, y - view.clientHeight / 2);
  drawFlame();
}

// The callees of I that can be seen, from the left.
function shownBelow(i) {
  const nodes = [];
  for (let c = graph.child[i]; c >= 0; c = graph.sibling[c])
    if (graph.total[c] > 0) nodes.push(c);
  return nodes;
}

const widest = nodes => nodes.reduce((best, c) =>
  best < 0 || graph.total[c] > graph.total[best] ? c : best, -1);

// Its neighbour, STEP to the right, below the same caller; itself at the end.
function beside(i, step) {
  const nodes = i > 0 ? shownBelow(graph.tree.parent[i]) : [i];
  return nodes[nodes.indexOf(i) + step] ?? i;
}

function nextFound(step) {
  for (let k = 1; found && k <= graph.n; k++) {
    const i = (Math.max(selected, 0) + step * k + graph.n * k) % graph.n;
    if (i > 0 && graph.total[i] > 0 && found.has(graph.tree.place[i])) {
      if (!isBelow(i, zoom)) zoomTo(0);
      select(i);
      return;
    }
  }
}

function sourceOfSelected() {
  const place = selected >= 0 ? placeOf(selected) : [];
  const where = place[1] + ":" + place[2];
  if (place[1] && hasSource(where))
    location.hash = addressOf("Sources", { at: where });
}

// Whether KEY means something here.
function flameKey(key) {
  const at = selected < 0 ? zoom : selected, parent = graph.tree.parent;
  switch (key) {
    case "ArrowUp": select(at > zoom ? parent[at] : at); break;
    case "ArrowDown": {
      const next = selected < 0 && !zoom ? 0 : widest(shownBelow(at));
      select(next < 0 ? at : next);
      break;
    }
    case "ArrowLeft": select(beside(at, -1)); break;
    case "ArrowRight": select(beside(at, 1)); break;
    case "Enter": case "w": case "W": zoomTo(at); break;
    case "Escape": case "s": case "S":
      if (zoom) zoomTo(parent[zoom]);
      else select(-1);
      break;
    case "a": case "A": zoomTo(beside(zoom, -1)); break;
    case "d": case "D": zoomTo(beside(zoom, 1)); break;
    case "Home": case "0": zoomTo(0); break;
    case "n": nextFound(1); break;
    case "N": nextFound(-1); break;
    case "i": case "I": $("flame-inverted").click(); break;
    case "b": case "B": $("flame-changes").click(); break;
    case "o": case "O":
      $("flame-show").selectedIndex = ($("flame-show").selectedIndex + 1) % 3;
      search();
      break;
    case "c": case "C": sourceOfSelected(); break;
    default: return false;
  }
  return true;
}

// ---- Searching

// Time in what is found, not twice where it calls itself.
function matchedTotal() {
  let sum = 0;
  const inside = new Uint8Array(graph.n), tree = graph.tree;
  for (let i = 0; i < graph.n; i++) {
    const within = i > 0 && inside[tree.parent[i]];
    const hit = i > 0 && found.has(tree.place[i])
      && !(tree.inverted && graph.depth[i] > 1);
    inside[i] = within || hit ? 1 : 0;
    if (hit && !within) sum += graph.total[i];
  }
  return sum;
}

// What was found, in those calls too that the graph leaves out: exactly of one
// place, and of several at least what is drawn, or the largest of them.
function foundText() {
  if (graph.tree.isSearched)
    return percent(graph.total[0], graph.tree.isSearched) + " of all";
  const whole = graph.tree.whole && graph.tree.whole[graph.metric];
  const exact = !whole || found.size <= 1;
  let sum = whole && found.size === 1 ? 0 : matchedTotal();
  if (whole) found.forEach(place => { sum = Math.max(sum, whole[place]); });
  return (exact ? "" : "at least ") + percent(sum, graph.total[0]) + " in "
    + found.size + (found.size === 1 ? " place" : " places");
}

// Note what the search finds among all places.
function findPlaces() {
  const text = $("flame-search").value.trim(), isWanted = matcher(text);
  found = text ? new Set() : null;
  if (text)
    data.places.forEach((p, i) => {
      if ([p[0], p[1], p[4]].some(t => t && isWanted(t))) found.add(i);
    });
  $("flame-show").parentElement.hidden = !text;
  noteState({ search: text });
}

function search() {
  const isPart = graph.tree.isSearched;
  findPlaces();
  if (isPart || $("flame-show").value !== "0") chooseGraph(pathText(graph, zoom));
  else showFound();
}

function showFound() {
  $("flame-found").textContent = found ? foundText() : "";
  showFunctions(graphOfAll);
  drawFlame();
}

// Of TREE the calls with what was found on their path, or all but those; all of metric
// METRIC is noted.
function searchedPart(tree, metric, isWanted) {
  const within = new Uint8Array(tree.place.length);
  for (let i = 1; i < within.length; i++)
    within[i] = within[tree.parent[i]] | found.has(tree.place[i]);
  return { ...tree, old: null, whole: null, isSearched: makeGraph(tree, metric).total[0],
    name: tree.name + (isWanted ? ", only " : ", without ")
      + $("flame-search").value.trim(),
    self: tree.self.map(own => own.map((v, i) => within[i] == isWanted ? v : 0)) };
}

// What the threads did where no bar is below the top one, if that is much.
function emptyText() {
  const { tree, metric, total } = graph, empty = tree.self[metric][0] / total[0];
  return !(empty > 0.02) || data.metrics[metric].type !== "time" ? ""
    : percent(empty, 1) + " of the top bar has none below it: threads were "
      + (rowsOf("flat").some(r => r.name === "(idle between parallel regions)")
         ? "idle between parallel regions, or " : "")
      + "outside of all functions on show.";
}

// Show metric METRIC of TREE, zoomed into PATH.
function showTree(tree, path, metric = 0) {
  const upside = $("flame-inverted").checked, show = $("flame-show").value;
  findPlaces();
  const shown = found && show !== "0" 
    ? searchedPart(tree, metric, show === "found") : tree;
  graphOfAll = makeGraph(shown, metric);
  graph = upside ? makeGraph(inverted(shown, metric), metric) : graphOfAll;
  graph.tree.isPart = tree.isPart;
  graph.tree.isTraced = tree.isTraced;
  graph.tree.isSearched = shown.isSearched;
  selected = -1;
  for (const [id, isFixed] of [["flame-thread", tree.isTraced],
                               ["flame-metric", tree.isPart]])
    $(id).parentElement.hidden = isFixed || $(id).length < 2;
  showWhen(!tree.isTraced);
  const compared = graph.metric === 0 && Boolean(graph.tree.old);
  $("flame-changes").parentElement.hidden = !compared;
  $("flame-hint-changes").hidden = !compared;
  $("flame-hint").hidden = upside;
  $("flame-hint-empty").textContent = emptyText();
  $("flame-hint-inverted").hidden = !upside;
  $("flame-view").scrollTop = 0;
  noteState({ callers: upside ? "below" : "", show: show === "0" ? "" : show });
  zoomTo(nodeOf(graph, path), false);
  showFound();
}

// The metric to begin with: where threads that are in no function wait for most of the
// time, as those of a runtime, how long they ran.
function firstMetric() {
  const tree = data.trees[0], wait = runningMetric > 0 ? waitingOf(tree, 0) : 0;
  return wait > tree.self[0].reduce((sum, own) => sum + own) / 2 ? runningMetric : 0;
}

// Show what the fields say, zoomed into PATH.
function chooseGraph(path) {
  const thread = $("flame-thread").value, metric = $("flame-metric").value;
  if (graph && graph.tree.isTraced) {
    chooseRange(range.from, range.to, path);
    return;
  }
  noteState({ thread: thread === "0" ? "" : thread,
              width: Number(metric) === firstMetric() ? "" : metric });
  if (isPartOfRun()) showTree(treeWhen(Number(thread)), path);
  else showTree(data.trees[Number(thread)], path, Number(metric));
}

// Let the field ID choose among ITEMS; CHANGED is called when it has.
function offer(id, items, changed) {
  items.forEach((item, i) =>
    $(id).append(element("option", { value: i }, item.name)));
  $(id).addEventListener("change", changed);
  $(id).parentElement.hidden = items.length < 2;
}

// Set the field ID to VALUE, if it has that; else to the first.
function choose(id, value) {
  $(id).value = value || "0";
  if ($(id).selectedIndex < 0) $(id).selectedIndex = 0;
}

let flameIsReady = false;

function prepareFlame() {
  flameIsReady = true;
  offer("flame-thread", data.trees, () => chooseGraph(""));
  offer("flame-metric", data.metrics, () => chooseGraph(""));
  $("flame-inverted").addEventListener("change", () => chooseGraph(""));
  $("flame-show").addEventListener("change", () =>
    chooseGraph(pathText(graph, zoom)));
  $("flame-changes").addEventListener("change", () => {
    noteState({ colours: $("flame-changes").checked ? "" : "names" });
    drawFlame();
  });
  const canvas = $("flame-canvas");
  canvas.addEventListener("mousemove", e => hover(nodeAt(e), e));
  canvas.addEventListener("mouseleave", e => hover(-1, e));
  canvas.addEventListener("click", e => {
    const i = nodeAt(e);
    if (i >= 0) zoomTo(i);
  });
  $("flame-view").addEventListener("scroll", drawFlame);
  $("flame-search").addEventListener("input", search);
  $("flame-reset").addEventListener("click", () => zoomTo(0));
  $("flame-save").addEventListener("click", savePicture);
  addEventListener("resize", drawFlame);
  dark.addEventListener("change", () => {
    for (const place of data.places) place.colour = null;
    drawFlame();
  });
}

// Set the fields to what PARAMS say.
function readyFlame(params) {
  if (!flameIsReady) prepareFlame();
  choose("flame-thread", params.get("thread"));
  choose("flame-metric", params.get("width") || firstMetric());
  choose("flame-show", params.get("show"));
  $("flame-inverted").checked = params.get("callers") === "below";
  $("flame-changes").checked = params.get("colours") !== "names";
  $("flame-search").value = params.get("search") || "";
}

function openFlame(params, restore) {
  if (flameIsReady && !restore && !graph.tree.isTraced) {
    drawFlame();
    return;
  }
  const path = params.get("zoom");
  graph = null;
  readyFlame(params);
  readyWhen(params);
  chooseGraph(path);
}
