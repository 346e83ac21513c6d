// matrix.js - who communicates with whom: a picture of a table.
//
// SPDX-License-Identifier: Apache-2.0
//
// Rows are the processes (UPC's threads, MPI's ranks) that read and write, columns those
// that they read from and write to; the darker (on a dark page, the brighter) a square, the more.
// Uses what report.js defines.

"use strict";

const SVG = "http://www.w3.org/2000/svg";

function drawn(name, attributes, ...children) {
  const e = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes))
    e.setAttribute(key, value);
  e.append(...children);
  return e;
}

// What a square can stand for: fields of the table.
const matrixFields = [["bytes", "bytes moved"], ["bytes_read", "bytes read"],
                      ["bytes_written", "bytes written"],
                      ["accesses", "accesses"], ["time", "time"]];

// Names of the threads, or of their groups, that there are, in order, and the table's rows
// as objects.
function readMatrix(table) {
  const rows = table.rows.map(r =>
    Object.fromEntries(table.columns.map((c, i) => [c.field, r[i]])));
  const grid = data.tables.find(t => t.name === "grid" && table.name === "matrix");
  // What one is called: the heading of its column.
  const one = table.columns.find(c => c.field === "thread").heading;
  const names = grid ? grid.rows.map(r => r[0])
    : [...new Set(rows.flatMap(r => [r.thread, r.peer]))]
        .sort((a, b) => rankOrder(firstRank(a), firstRank(b)));
  return { rows, one, names };
}

// Of a group "0-156", the first.
function firstRank(name) {
  const first = String(name).split("-")[0];
  return first.includes(".") ? first : Number(first);
}

function describePair(row, one) {
  return `${one} ${row.thread} \u2192 ${one} ${row.peer}\n`
    + `read: ${format.bytes(row.bytes_read)} in `
    + `${format.count(row.reads)} accesses\n`
    + `written: ${format.bytes(row.bytes_written)} in `
    + `${format.count(row.writes)}\n`
    + `time: ${row.time_estimated ? "~" : ""}${format.time(row.time)}`;
}

// Numbers of threads along the top (DOWN false) or the left side: each, or so
// many that they do not overlap.
function matrixLabels(names, size, down) {
  const step = Math.max(1, Math.ceil((down ? 14 : 22) / size));
  const labels = [];
  for (let i = 0; i < names.length; i += step)
    labels.push(drawn("text", down
      ? { x: -6, y: (i + 0.5) * size, "text-anchor": "end",
          "dominant-baseline": "central" }
      : { x: (i + 0.5) * size, y: -7, "text-anchor": "middle" },
      String(names[i])));
  return labels;
}

// Heat from 0.12 to 1, by the square root: little is not nothing.
function heatOf(value, most) {
  return value ? 0.12 + 0.88 * Math.sqrt(value / most) : 0;
}

function drawMatrix(table, field) {
  const { rows, one, names } = readMatrix(table), threads = names.length;
  const size = Math.max(1, Math.min(40, 440 / threads));
  const most = Math.max(1, ...rows.map(r => r[field]));
  const gap = size > 6 ? 1 : 0, side = size * threads;
  const type = table.columns.find(c => c.field === field).type;
  const area = drawn("g", { transform: "translate(64 48)" },
    drawn("rect", { class: "back", width: side, height: side }),
    drawn("text", { class: "axis", x: side / 2, y: -30,
                    "text-anchor": "middle" }, "peer"),
    drawn("text", { class: "axis", "text-anchor": "middle",
                    transform: `translate(-42 ${side / 2}) rotate(-90)` },
      one),
    ...matrixLabels(names, size, false), ...matrixLabels(names, size, true));
  for (const row of rows) {
    const heat = heatOf(row[field], most);
    const x = names.indexOf(row.peer) * size, y = names.indexOf(row.thread) * size;
    area.append(drawn("rect", { class: "cell", x, y, width: size - gap,
      height: size - gap, style: `--heat-share: ${heat.toFixed(3)}` },
      drawn("title", {}, describePair(row, one))));
  }
  const width = side + 64 + 100, height = Math.max(side, 120) + 60;
  return drawn("svg", { class: "matrix", width, height, role: "img",
    viewBox: `0 0 ${width} ${height}`,
    "aria-label": "Communication, as in the table beside" },
    area, matrixScale(side + 64 + 22, most, v => format[type](v)));
}

// What the colours mean.
function matrixScale(x, most, text) {
  const steps = 5, scale = drawn("g", { transform: `translate(${x} 48)` });
  for (let i = 0; i < steps; i++) {
    const value = most * (1 - i / (steps - 1)) ** 2;
    scale.append(
      drawn("rect", { class: "cell", y: i * 22, width: 18, height: 18,
        style: `--heat-share: ${heatOf(value, most).toFixed(3)}` }),
      drawn("text", { x: 26, y: i * 22 + 9, "dominant-baseline": "central" },
        text(value < 10 ? value : Math.round(value))));
  }
  return scale;
}

// The picture, with what to choose, and beside it the TABLE that it is of, shown
// as LIST.
function makeMatrix(table, list) {
  const picture = element("div", {});
  const choice = element("select", { onchange: () => draw() },
    ...matrixFields.map(([field, name]) =>
      element("option", { value: field }, name)));
  function draw() {
    picture.replaceChildren(drawMatrix(table, choice.value));
  }
  draw();
  const heading = list.querySelector("h2");
  heading.remove();
  return element("div", {}, heading,
    element("div", { class: "tools" },
      element("label", {}, "Colour ", choice),
      element("span", { class: "hint" },
        "Point at a square for its figures.")),
    element("div", { class: "beside" }, picture, list));
}
