// ranges.js - what functions did in a part of the run.
//
// SPDX-License-Identifier: Apache-2.0
//
// From a trace (ranges.c): a picture of the functions that took the time in each
// of the bins that the run is divided into; the flame graph and a table of those
// between two of them, which are chosen by mouse or keys.  Uses what report.js,
// matrix.js, flame.js, functions.js and teams.js define.

"use strict";

// Functions that took the most have these colours, in order; the rest is grey.
const rangeColours = ["#4c8fd6", "#e0803a", "#2f9e77", "#c94f6d", "#8a6fc0",
                      "#d9b23c", "#3fb0b8", "#9c6b4a", "#7aa63c", "#b05fa8"];

// The bins that are chosen.
const range = { from: 0, to: 0 };

// ---- Call paths

// The paths as a tree.
let rangePaths = null;

// The number of function F among the places of the page.
function placeOfRange(f) {
  if (f.place !== undefined) return f.place;
  const [file, line] = f.where ? splitLocation(f.where) : [null, 0];
  return data.places.push([f.name, file, line, "function", f.function]) - 1;
}

function makePaths() {
  const { paths, functions } = data.ranges, parent = [-1];
  const places = functions.map(placeOfRange), place = [data.trees[0].place[0]];
  for (let i = 0; i < paths.length; i += 2) {
    parent.push(paths[i]);
    place.push(places[paths[i + 1]]);
  }
  return { name: "all threads", parent, place, calls: [],
           estimated: place.map(() => 0), self: [], isPart: true, isTraced: true };
}

// The tree with what paths took between FROM and TO, and the calls begun there.
function treeBetween(from, to) {
  rangePaths = rangePaths || makePaths();
  const zeros = () => rangePaths.place.map(() => 0);
  const tree = { ...rangePaths, name: "all threads, " + rangeText(from, to),
                 self: [zeros()], calls: zeros() };
  data.ranges.parts.forEach((parts, p) => {
    for (let i = 0; i < parts.length; i += 3)
      if (parts[i] >= from && parts[i] < to) {
        tree.self[0][p + 1] += parts[i + 1];
        tree.calls[p + 1] += parts[i + 2];
      }
  });
  return tree;
}

// Functions with their figures between FROM and TO, the one that took most first.
const figuresBetween = (from, to) => figuresOfPlaces(makeGraph(treeBetween(from, to), 0));

const rangeText = (from, to) => binTime(data.ranges, from) + " to "
  + binTime(data.ranges, to);

// ---- The picture

// Of each bin, what each of the drawn PLACES took by itself, and the others.
function stacks(places) {
  const result = Array.from({ length: data.ranges.bins },
                            () => new Float64Array(places.length + 1));
  data.ranges.parts.forEach((parts, p) => {
    const at = places.indexOf(rangePaths.place[p + 1]);
    for (let i = 0; i < parts.length; i += 3)
      result[parts[i]][at < 0 ? places.length : at] += parts[i + 1];
  });
  return result;
}

const rangePicture = { width: 1100, height: 170 };

function drawStacks(places) {
  const { bins, span, threads } = data.ranges, { width, height } = rangePicture;
  const all = stacks(places), wide = (width - teamLeft) / bins;
  const most = Math.max(...all.map(s => s.reduce((a, b) => a + b))) || 1;
  const children = [];
  all.forEach((stack, bin) => {
    let y = height;
    stack.forEach((time, i) => {
      const high = height * time / most;
      if (high < 0.2) return;
      y -= high;
      const place = places[i], share = percent(time, span / bins);
      children.push(drawn("rect", { x: teamLeft + bin * wide, y,
        width: wide + 0.1, height: high,
        style: "fill:" + (rangeColours[place ? i : -1] || "var(--idle)") },
        drawn("title", {}, `${place ? data.places[place][0] : "others"}\nat `
          + `${binTime(data.ranges, bin)}: ${share}`
          + (threads > 1 ? " of one thread's time" : ""))));
    });
  });
  children.push(...timeAxis(data.ranges, 0, bins, width, height));
  return teamPicture("ranges", "What took the time when", width, height + 24,
                     children);
}

function rangeLegend(places) {
  return element("ul", { class: "legend" },
    ...places.map((place, i) => element("li", {},
      element("i", { style: "background:" + rangeColours[i] }),
      data.places[place][0])),
    element("li", {}, element("i", { style: "background:var(--idle)" }),
            "others"));
}

// Shade what is not chosen.
function shadeOthers(picture) {
  for (const old of picture.querySelectorAll(".outside")) old.remove();
  const { bins } = data.ranges, { width, height } = rangePicture;
  const scale = (width - teamLeft) / bins;
  for (const [a, b] of [[0, range.from], [range.to, bins]])
    if (b > a)
      picture.append(drawn("rect", { class: "outside", x: teamLeft + a * scale,
        y: 0, width: (b - a) * scale, height }));
}

// ---- Choosing

// The view: a picture, and what of it is chosen.
let rangeView = null;

// Show what is between FROM and TO, zoomed into the path ZOOMED.
function chooseRange(from, to, zoomed = pathText(graph, zoom)) {
  const { bins } = data.ranges;
  range.from = Math.max(0, Math.min(bins - 1, Math.round(from)));
  range.to = Math.max(range.from + 1, Math.min(bins, Math.round(to)));
  const whole = range.from === 0 && range.to === bins;
  noteState({ from: whole ? "" : range.from, to: whole ? "" : range.to });
  rangeView.all.disabled = whole;
  shadeOthers(rangeView.picture);
  showTree(treeBetween(range.from, range.to), zoomed);
}

// Move or widen RANGE, of so many BINS, as KEY says, and CHOOSE what it is then;
// whether it is one of those keys.
function rangeAction(key, { from, to }, bins, choose) {
  const wide = to - from, step = Math.max(1, Math.round(wide / 2));
  const move = by => {
    const at = Math.max(0, Math.min(bins - wide, from + by));
    choose(at, at + wide);
  };
  // Make it FACTOR times as wide, about its middle.
  const widen = factor => {
    const half = Math.min(bins, Math.max(1, wide * factor)) / 2;
    const at = Math.max(0, Math.min(bins - 2 * half, (from + to) / 2 - half));
    choose(at, at + 2 * half);
  };
  const actions = {
    ArrowRight: () => move(step), ArrowLeft: () => move(-step),
    d: () => move(step), a: () => move(-step),
    ArrowUp: () => widen(0.5), ArrowDown: () => widen(2),
    w: () => widen(0.5), s: () => widen(2),
    Home: () => choose(0, bins), 0: () => choose(0, bins)
  };
  const action = actions[key.length === 1 ? key.toLowerCase() : key];
  if (action) action();
  return !!action;
}

const rangeKey = key => rangeAction(key, range, data.ranges.bins, chooseRange);

// What is said where FIGURES are of a part of the time only.
function missingHint(figures) {
  const all = makeGraph(data.trees[0], 0).total[0];
  const seen = figures.reduce((sum, r) => sum + r.self, 0);
  return seen > 0.8 * all ? "" : element("p", { class: "hint" },
    "Here is " + percent(seen, all) + " of the threads\u2019 time, what calls in the "
    + "trace took. Code without instrumentation has samples only, of the whole run.");
}

function makeRanges() {
  const figures = figuresBetween(0, data.ranges.bins);
  const places = figures.slice(0, rangeColours.length)
    .filter(r => r.self > 0).map(r => r.place);
  const picture = drawStacks(places);
  const all = element("button", { type: "button",
    onclick: () => chooseRange(0, data.ranges.bins) }, "Whole run");
  watchMouse(picture, (a, b) =>
    chooseRange(a * data.ranges.bins, b * data.ranges.bins));
  rangeView = { picture, all };
  $("ranges").replaceChildren(
    element("div", { class: "tools" }, all, element("span", { class: "hint" },
      "Draw the mouse over a part of the run to see what it did; \u2190 \u2192 move"
      + " on, \u2191 \u2193 make the part smaller and larger.")),
    rangeLegend(places), element("div", { class: "scroll" }, picture),
    missingHint(figures), data.ranges.joined ? element("p", { class: "hint" }, "There are too many call paths: "
      + format.count(data.ranges.joined) + " calls are with shorter ones.") : "");
}

function openRanges(params) {
  const from = Number(params.get("from")) || 0, zoomed = params.get("zoom");
  const to = Number(params.get("to")) || data.ranges.bins;
  readyFlame(params);
  if (!rangeView) makeRanges();
  chooseRange(from, to, zoomed);
}
