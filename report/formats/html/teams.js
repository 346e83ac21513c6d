// teams.js - what the threads of teams did: pictures of OpenMP.
//
// SPDX-License-Identifier: Apache-2.0
//
// A bar for each thread: of how much of its time it did what, from the table
// team-threads; and, if there is a trace, of when (timeline.c).  Uses what
// report.js and matrix.js define.

"use strict";

// Fields of the table, in the order in which they are stacked, and classes of the
// style sheet: idle and serial last.
const teamStates = ["body", "work", "tasks", "locks", "taskwait", "barriers",
                    "alone", "idle", "recording"];

function teamRows(table) {
  return table.rows.map(r =>
    Object.fromEntries(table.columns.map((c, i) => [c.field, r[i]])));
}

function headingOf(table, field) {
  const column = table.columns.find(c => c.field === field);
  return column ? column.heading : field;
}

// What the colours mean, of those STATES that there are.
function teamLegend(table, states) {
  return element("ul", { class: "legend" }, ...states.map(state =>
    element("li", { class: "state-" + state },
      element("i", {}), headingOf(table, state))));
}

const teamLeft = 90;

// How high a bar is, and each how many-th is labelled.
function teamRow(count) {
  const height = count <= 16 ? 22 : count <= 64 ? 14 : 6;
  return { height, step: Math.ceil(13 / height) };
}

// A thread in tips: its number, and the one it has in its team, if it is in one.
function teamThread(number, inTeam) {
  return `thread ${number}` + (inTeam == null ? "" : `, number ${inTeam} in its team`);
}

function teamLabel(name, i, row) {
  if (i % row.step) return [];
  return [drawn("text", { x: teamLeft - 8, y: (i + 0.5) * row.height,
    "text-anchor": "end", "dominant-baseline": "central" }, name)];
}

function teamPicture(kind, label, width, height, children) {
  return drawn("svg", { class: "teams " + kind, width, height, role: "img",
    viewBox: `0 0 ${width} ${height}`, "aria-label": label }, ...children);
}

// ---- How much

function drawShares(table) {
  const rows = teamRows(table), row = teamRow(rows.length), width = 900;
  const most = Math.max(1, ...rows.map(r => r.duration));
  const children = [];
  rows.forEach((r, i) => {
    let x = teamLeft;
    children.push(...teamLabel("thread " + r.thread, i, row));
    for (const state of teamStates) {
      const part = (width - teamLeft) * r[state] / most;
      if (part > 0)
        children.push(drawn("rect", { class: "state-" + state, x,
          y: i * row.height + 1, width: part,
          height: row.height - (row.height > 8 ? 2 : 0) },
          drawn("title", {}, `${teamThread(r.thread, r.in_team)}: ${headingOf(table, state)}\n`
            + `${format.time(r[state])}, ${percent(r[state], r.duration)}`)));
      x += part;
    }
  });
  return teamPicture("shares", "Time of each thread, as in the table below",
                     width, rows.length * row.height, children);
}

// ---- When

// The runs of THREAD between bins FROM and TO, as wide as can be seen: where
// several are in a pixel, the longest.
function visibleRuns(thread, from, to, pixels) {
  const runs = [], bins = (to - from) / pixels;
  let last = null;
  for (let i = 0; i < thread.runs.length; i += 4) {
    const [begin, end, state, place] = thread.runs.slice(i, i + 4);
    if (end <= from || begin >= to) continue;
    const run = { begin: Math.max(begin, from), end: Math.min(end, to), state,
                  place };
    run.long = run.end - run.begin;
    if (last && run.end - last.begin < bins && last.end === run.begin) {
      if (run.long > last.long)
        Object.assign(last, { state, place, long: run.long });
      last.end = run.end;
      continue;
    }
    runs.push(last = run);
  }
  return runs;
}

// The time of BIN, in words.
function binTime(timeline, bin) {
  return format.time(timeline.span * bin / timeline.bins) || "0";
}

// The round number of nanoseconds that divides SPAN into some seven parts.
function roundStep(span) {
  const power = 10 ** Math.floor(Math.log10(span / 4));
  return [5, 2, 1].map(n => n * power).find(step => span / step >= 4);
}

function timeAxis(timeline, from, to, width, y) {
  const marks = [], bin = timeline.span / timeline.bins;
  const step = roundStep((to - from) * bin);
  const pixels = (width - teamLeft) * step / bin / (to - from);
  const every = Math.ceil(52 / pixels);
  for (let i = Math.ceil(from * bin / step); i * step <= to * bin; i++) {
    const part = (i * step / bin - from) / (to - from);
    const x = teamLeft + (width - teamLeft) * part;
    marks.push(drawn("line", { x1: x, x2: x, y1: y, y2: y + 5 }));
    if (i % every === 0)
      marks.push(drawn("text", { x, y: y + 18,
        "text-anchor": part > 0.97 ? "end" : "middle" }, format.time(i * step)));
  }
  return marks;
}

function describeRun(table, timeline, thread, run) {
  const place = timeline.places[run.place];
  return `${teamThread(thread.name, thread.in_team)}: `
    + headingOf(table, timeline.states[run.state])
    + (place ? "\n" + place : "")
    + `\nfrom ${binTime(timeline, run.begin)}, for `
    + binTime(timeline, run.end - run.begin);
}

function drawTimeline(table, timeline, from, to) {
  const width = 1100, row = teamRow(timeline.threads.length);
  const pixels = width - teamLeft, scale = pixels / (to - from);
  const side = timeline.threads.length * row.height, children = [];
  timeline.threads.forEach((thread, i) => {
    children.push(...teamLabel("thread " + thread.name, i, row));
    for (const run of visibleRuns(thread, from, to, pixels))
      children.push(drawn("rect", {
        class: "state-" + timeline.states[run.state],
        x: teamLeft + (run.begin - from) * scale, y: i * row.height + 1,
        width: (run.end - run.begin) * scale,
        height: row.height - (row.height > 8 ? 2 : 0) },
        drawn("title", {}, describeRun(table, timeline, thread, run))));
  });
  children.push(...timeAxis(timeline, from, to, width, side));
  return teamPicture("timeline", "What each thread did when", width, side + 24,
                     children);
}

// Call ZOOM with the parts, of 0 to 1, between which the mouse is drawn over
// PICTURE.
function watchMouse(picture, zoom) {
  let begin = null, shade = null;
  const at = event => {
    const box = picture.getBoundingClientRect();
    const left = box.width * teamLeft / picture.viewBox.baseVal.width;
    return Math.min(1, Math.max(0, (event.clientX - box.left - left)
                                   / (box.width - left)));
  };
  const draw = end => {
    const view = picture.viewBox.baseVal, wide = view.width - teamLeft;
    if (!shade) picture.append(shade = drawn("rect", { class: "shade", y: 0,
                                                       height: view.height }));
    shade.setAttribute("x", teamLeft + wide * Math.min(begin, end));
    shade.setAttribute("width", wide * Math.abs(end - begin));
  };
  picture.addEventListener("pointerdown", event => {
    begin = at(event);
    event.preventDefault();
  });
  picture.addEventListener("pointermove", event => {
    if (begin !== null) draw(at(event));
  });
  picture.addEventListener("pointerleave", () => {
    if (shade) shade.remove();
    begin = shade = null;
  });
  picture.addEventListener("pointerup", event => {
    if (begin === null) return;
    const end = at(event), from = Math.min(begin, end), to = Math.max(begin, end);
    if (shade) shade.remove();
    begin = shade = null;
    if (to - from > 0.005) zoom(from, to);
  });
}

// The timeline, and buttons to go back.
function makeTimeline(table, timeline) {
  const least = 4, picture = element("div", { class: "scroll" });
  let from = 0, to = timeline.bins;
  const all = element("button", { type: "button", onclick: () => {
    from = 0;
    to = timeline.bins;
    draw();
  } }, "Whole time");
  function draw() {
    const svg = drawTimeline(table, timeline, from, to);
    watchMouse(svg, (a, b) => {
      const span = Math.max(least, (to - from) * (b - a));
      from = Math.min(from + (to - from) * a, timeline.bins - span);
      to = from + span;
      draw();
    });
    all.disabled = from === 0 && to === timeline.bins;
    picture.replaceChildren(svg);
  }
  draw();
  return element("div", {}, element("h2", {}, "Threads over time"),
    element("div", { class: "tools" }, all, element("span", { class: "hint" },
      "Draw the mouse over a part to see it larger; point at a bar for what it"
      + " is.")), picture);
}

// The pictures of TABLE, to stand in front of it.
function makeTeams(table) {
  const timeline = data.timeline && data.timeline.threads.length
    ? data.timeline : null;
  const rows = teamRows(table);
  const used = teamStates.filter(s => rows.some(r => r[s] > 0));
  return element("div", {}, element("h2", {}, "What threads did"),
    teamLegend(table, used),
    element("div", { class: "scroll" }, drawShares(table)),
    timeline ? makeTimeline(table, timeline) : null);
}
